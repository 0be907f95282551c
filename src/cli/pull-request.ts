import { Command, Option } from 'commander'
import { closePullRequest } from '../pull-requests/close-pull-request.ts'
import { markPullRequestReady } from '../pull-requests/mark-pull-request-ready.ts'
import { mergePullRequest } from '../pull-requests/merge-pull-request.ts'
import {
  type LocatedPullRequest,
  PULL_REQUEST_STATES,
  type PullRequest,
  type PullRequestState,
  pullRequestLink,
} from '../pull-requests/pull-request.ts'
import { findPullRequest, findPullRequestBySecret, listPullRequests } from '../pull-requests/pull-request-store.ts'
import { type PullRequestChanges, readPullRequestChanges } from '../pull-requests/read-pull-request.ts'
import { baseUrl } from '../config.ts'
import type { Context } from '../wiring/context.ts'
import { Problem } from '../lib/problem.ts'
import { needProject } from './need-project.ts'
import { UsageError } from './errors.ts'
import { print, table, toDateTime } from './output.ts'
import { withContext } from './with-context.ts'

interface ActOptions {
  expectedHead?: string
  json?: boolean
}

/** What helps when a merge is refused. The sentence itself says what is wrong. */
const ADVICE: Record<string, string> = {
  merge_conflict: 'send the job a message that asks for the change again, or merge by hand',
  head_moved: 'look at the change again with `docwright pull-request show`, then give --expected-head',
  base_moved: 'run the command again',
  base_checked_out: 'run `git status` in the repository',
  pull_request_draft: 'docwright pull-request ready, with the same link',
}

const REFERENCE = 'the link of its page, the last part of that link, or its id'

export function pullRequestCommand(): Command {
  const command = new Command('pull-request').description('Review, merge and close pull requests of local repositories.')
  command
    .command('list')
    .description('List the pull requests of a project, newest first.')
    .requiredOption('--project <id>', 'the project')
    .addOption(new Option('--state <state>', 'only pull requests in this state').choices(PULL_REQUEST_STATES))
    .option('--json', 'print as JSON')
    .action(async (options: { project: string; state?: PullRequestState; json?: boolean }) => {
      await withContext((context) => printList(context, options))
    })
  command
    .command('show <link>')
    .description('Show a pull request and the files that it changes.')
    .addHelpText('after', `\nThe link is ${REFERENCE}.`)
    .option('--json', 'print as JSON')
    .action(async (reference: string, options: ActOptions) => {
      await withContext(async (context) => printOne(context, await find(context, reference), options))
    })
  command
    .command('merge <link>')
    .description('Merge a pull request into its base branch.')
    .addHelpText('after', `\nThe link is ${REFERENCE}.`)
    .option('--expected-head <commit>', 'only if its branch is at this commit (default: the one that its page shows)')
    .option('--json', 'print as JSON')
    .action(async (reference: string, options: ActOptions) => {
      await act(reference, options, ({ builtin }, id) =>
        mergePullRequest(builtin, id, { expectedHead: options.expectedHead ?? null, actor: 'cli' }),
      )
    })
  for (const { name, use, description } of [
    { name: 'close', use: closePullRequest, description: 'Close a pull request without merging it.' },
    { name: 'ready', use: markPullRequestReady, description: 'Mark a draft as ready to merge.' },
  ])
    command
      .command(`${name} <link>`)
      .description(description)
      .addHelpText('after', `\nThe link is ${REFERENCE}.`)
      .option('--json', 'print as JSON')
      .action(async (reference: string, options: ActOptions) => {
        await act(reference, options, ({ builtin }, id) => use(builtin, id, 'cli'))
      })
  return command
}

async function act(
  reference: string,
  options: ActOptions,
  work: (context: Context, id: string) => Promise<LocatedPullRequest>,
): Promise<void> {
  await withContext(async (context) => {
    const { id } = await find(context, reference)
    try {
      await printOne(context, await work(context, id), options)
    } catch (error) {
      const advice = error instanceof Problem ? ADVICE[error.code] : undefined
      throw advice ? new UsageError((error as Problem).message, advice) : error
    }
  })
}

async function find({ databases }: Context, reference: string): Promise<LocatedPullRequest> {
  const word = /\/pull-requests\/([\w-]+)/.exec(reference)?.[1] ?? reference
  const found = (await findPullRequest(databases.main, word)) ?? (await findPullRequestBySecret(databases.main, word))
  if (!found) throw new UsageError(`there is no pull request ${reference}`, 'docwright pull-request list --project ID')
  return found
}

async function printList(
  { databases, config }: Context,
  options: { project: string; state?: PullRequestState; json?: boolean },
): Promise<void> {
  await needProject(databases.main, options.project)
  const found = await listPullRequests(databases.main, options.project, options.state ?? null)
  const rows = found.map((one) => [one.id, stateOf(one), toDateTime(one.createdAt), one.title, linkOf(one, baseUrl(config))])
  print(
    options.json ?? false,
    { pullRequests: found.map((one) => present(one, baseUrl(config))) },
    found.length === 0 ? 'No pull requests.' : table([['ID', 'STATE', 'OPENED', 'TITLE', 'LINK'], ...rows]),
  )
}

async function printOne(context: Context, pullRequest: LocatedPullRequest, options: ActOptions): Promise<void> {
  const changes = await readPullRequestChanges(context.builtin, pullRequest)
  const url = baseUrl(context.config)
  print(
    options.json ?? false,
    { ...present(pullRequest, url), body: pullRequest.body, ...presentChanges(changes) },
    [
      `Pull request ${pullRequest.id} is ${stateOf(pullRequest)}: ${pullRequest.title}`,
      `${pullRequest.head} (${pullRequest.headCommit.slice(0, 10)}) into ${pullRequest.base}`,
      ...(pullRequest.mergeCommit ? [`Merged as ${pullRequest.mergeCommit}`] : []),
      linkOf(pullRequest, url),
      ...(changes?.files ?? []).map((file) =>
        file.additions === null ? `  ${file.path} (binary)` : `  ${file.path} +${file.additions} -${file.deletions ?? 0}`,
      ),
    ].join('\n'),
  )
}

function stateOf({ state, isDraft }: PullRequest): string {
  return state === 'open' && isDraft ? 'a draft' : state
}

function linkOf(pullRequest: PullRequest, url: string): string {
  return url + pullRequestLink(pullRequest)
}

function present(one: PullRequest, url: string) {
  const toIso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    id: one.id,
    projectId: one.projectId,
    title: one.title,
    state: one.state,
    isDraft: one.isDraft,
    link: linkOf(one, url),
    head: one.head,
    base: one.base,
    headCommit: one.headCommit,
    baseCommit: one.baseCommit,
    mergeCommit: one.mergeCommit,
    checks: one.checks,
    createdAt: toIso(one.createdAt),
    updatedAt: toIso(one.updatedAt),
    mergedAt: toIso(one.mergedAt),
    closedAt: toIso(one.closedAt),
  }
}

function presentChanges(changes: PullRequestChanges | null) {
  return {
    files: (changes?.files ?? []).map(({ path, previousPath, change, additions, deletions }) => ({
      path,
      previousPath,
      change,
      additions,
      deletions,
    })),
    commits: (changes?.commits ?? []).map(({ id, subject }) => ({ id, subject })),
  }
}
