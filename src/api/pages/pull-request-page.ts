import { sumUp } from '../../git/diff.ts'
import type { LoggedCommit } from '../../git/history.ts'
import { type Checks, toCheckRows } from '../../pull-requests/checks.ts'
import { type LocatedPullRequest, pullRequestLink } from '../../pull-requests/pull-request.ts'
import type { PullRequestChanges } from '../../pull-requests/read-pull-request.ts'
import { DIFF_VIEWS, type DiffView } from './diff/diff-table.ts'
import { renderDiff, renderFileList } from './diff/diff-view.ts'
import { toFileDiffs } from './diff/file-diff.ts'
import { type Html, html, visible } from './html.ts'
import { renderMarkdown } from './markdown/markdown.ts'

/** New problems that are listed one by one. */
const PROBLEMS_MAX = 100

const COMMIT_CHARACTERS_SHOWN = 10

const VIEW_NAMES: Record<DiffView, string> = { unified: 'One column', split: 'Side by side' }

export interface PullRequestPage {
  view: DiffView
  /** Whoever looks may merge and close. */
  isEditor: boolean
  /** The page of its job, for those who are signed in. */
  jobPage: string | null
  /** Why what was asked for could not be done. */
  refusal: string | null
}

/** The page of a pull request. Whoever has the link may look; what changes it needs an editor's session. */
export function renderPullRequest(
  pullRequest: LocatedPullRequest,
  changes: PullRequestChanges | null,
  { view, isEditor, jobPage, refusal }: PullRequestPage,
): Html {
  return html`<main>
${jobPage !== null && html`<p><a href="${jobPage}">Open in the dashboard</a></p>`}
${renderHead(pullRequest)}
${refusal !== null && html`<p class="warning" role="alert">${visible(refusal)}</p>`}
${isEditor && pullRequest.state === 'open' && renderActions(pullRequest)}
<section aria-labelledby="description"><h2 id="description">Description</h2>
<div class="text">${renderMarkdown(pullRequest.body)}</div></section>
${pullRequest.checks && renderChecks(pullRequest.checks)}
${changes ? renderChanges(changes, view) : html`<h2>Changes</h2><p>The repository does not have these commits any more, so the changes cannot be shown.</p>`}
</main>`
}

function renderHead(pullRequest: LocatedPullRequest): Html {
  const { title, head, base, createdAt, updatedAt, mergedAt, closedAt, mergeCommit, state } = pullRequest
  const word = state === 'open' && pullRequest.isDraft ? 'draft' : state
  const ended = mergedAt ?? closedAt
  const last =
    ended !== null
      ? html`<span>${state} ${renderTime(ended)}${mergeCommit !== null && html` as ${renderCommit(mergeCommit)}`}</span>`
      : updatedAt > createdAt && html`<span>updated ${renderTime(updatedAt)}</span>`
  return html`<p class="faint">Pull request</p>
<h1>${visible(title)}</h1>
<p class="meta"><span class="badge ${word}">${word}</span><span><code>${visible(head)}</code> into <code>${visible(base)}</code></span><span>opened ${renderTime(createdAt)}</span>${last}</p>`
}

/** Forms without script. What is merged is what this page shows, not what somebody pushed since. */
function renderActions(pullRequest: LocatedPullRequest): Html {
  const link = pullRequestLink(pullRequest)
  const first = pullRequest.isDraft
    ? html`<form method="post" action="${link}/ready"><button class="main">Ready to merge</button></form>`
    : html`<form method="post" action="${link}/merge"><input type="hidden" name="head" value="${pullRequest.headCommit}"><button class="main">Merge</button></form>`
  return html`<div class="actions">${first}<form method="post" action="${link}/close"><button>Close</button></form></div>`
}

function renderChecks(checks: Checks): Html {
  const rows = toCheckRows(checks)
  const rest = checks.added.length - PROBLEMS_MAX
  return html`<section aria-labelledby="checks"><h2 id="checks">Checks</h2>
${
  rows.length === 0
    ? html`<p>No problems before, and none after.</p>`
    : html`<div class="scroll"><table class="fields counts"><caption class="hidden">Problems of the documentation before and after the change</caption>
<thead><tr><th scope="col">Problem</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Difference</th></tr></thead>
<tbody>${rows.map(({ code, before, after }) => html`<tr><th scope="row">${code}</th><td>${before}</td><td>${after}</td><td>${renderDifference(after - before)}</td></tr>\n`)}</tbody></table></div>`
}
${
  checks.added.length > 0 &&
  html`<h3>New problems</h3>
<ul>${checks.added.slice(0, PROBLEMS_MAX).map(({ path, line, message }) => html`<li><code>${visible(`${path}:${line}`)}</code> ${visible(message)}</li>\n`)}${rest > 0 && html`<li class="faint">and ${rest} more</li>`}</ul>`
}</section>`
}

function renderDifference(difference: number): Html {
  if (difference === 0) return html`<span class="faint">none</span>`
  return difference > 0
    ? html`<span class="minus">${difference} more</span>`
    : html`<span class="plus">${-difference} fewer</span>`
}

function renderChanges({ files, patch, commits }: PullRequestChanges, view: DiffView): Html {
  const { additions, deletions } = sumUp(files)
  return html`<section aria-labelledby="commits"><h2 id="commits">${commits.length} ${commits.length === 1 ? 'commit' : 'commits'}</h2>
<ul class="commits">${commits.map(renderLoggedCommit)}</ul></section>
<section aria-labelledby="changes"><h2 id="changes">${files.length} ${files.length === 1 ? 'file' : 'files'} changed <span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></h2>
${renderFileList(files)}
${renderViews(view)}
${patch.isCut && html`<p class="warning" role="note">The whole change is too large for this page. The list above is complete; the lines of some files are not shown.</p>`}
${renderDiff(toFileDiffs(files, patch), view)}</section>`
}

function renderLoggedCommit({ id, subject, author, at }: LoggedCommit): Html {
  return html`<li>${renderCommit(id)} ${visible(subject)} <span class="faint">${visible(author)}, ${renderTime(at)}</span></li>\n`
}

function renderViews(view: DiffView): Html {
  return html`<nav class="views" aria-label="How to show the changes">${DIFF_VIEWS.map((name) =>
    name === view
      ? html`<a href="?view=${name}#changes" aria-current="true">${VIEW_NAMES[name]}</a>`
      : html`<a href="?view=${name}#changes">${VIEW_NAMES[name]}</a>`,
  )}</nav>`
}

function renderCommit(id: string): Html {
  return html`<code>${id.slice(0, COMMIT_CHARACTERS_SHOWN)}</code>`
}

function renderTime(time: number): Html {
  const iso = new Date(time).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}
