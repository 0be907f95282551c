import { foldPath } from '../lib/fold-path.ts'

/** Groups of files that an agent may change only where the project says so. */
export type ProtectedGroup = 'git' | 'ci' | 'lock' | 'licence'

interface Rule {
  group: ProtectedGroup
  /** Tried on the folded path, as the least careful file system has it. */
  pattern: RegExp
  /** In words that follow the path. */
  problem: string
}

const GIT = 'steers git on the machine of everyone who has the repository'
const CI = 'is run by machines with access to secrets'
const LOCAL = 'is run on the machine of everyone who works on the repository'
const LOCK = 'fixes which packages are installed'
const LICENCE = 'says who may use the work'

const RULES: readonly Rule[] = [
  // GitBook keeps pages and images under names that start alike, and an empty .gitkeep is only there to keep its folder.
  { group: 'git', pattern: /(?:^|\/)\.git(?!book|keep$|hub\/|lab(?:-ci|\/)|ea\/)[^/]*$/, problem: GIT },
  // Pages of .github, such as CONTRIBUTING.md, are documentation; the rest of the folder gives orders.
  { group: 'ci', pattern: /^\.github\/(?!(?:[^/]+\/)*[^/]+\.mdx?$)/, problem: CI },
  { group: 'ci', pattern: /^\.github\/(?:workflows|actions)\//, problem: CI },
  { group: 'ci', pattern: /(?:^|\/)codeowners$/, problem: 'says who has to agree to a change' },
  { group: 'ci', pattern: /^\.(?:gitea|forgejo)\/(?:workflows|actions)\//, problem: CI },
  { group: 'ci', pattern: /(?:^|\/)\.gitlab-ci(?:\.[^/]+)?\.ya?ml$|^\.gitlab\/ci\//, problem: CI },
  {
    group: 'ci',
    pattern: /^\.(?:circleci|buildkite|teamcity|semaphore|woodpecker|tekton|ci|drone|azure-pipelines)\//,
    problem: CI,
  },
  { group: 'ci', pattern: /(?:^|\/)jenkinsfile(?:\.[^/]+)?$/, problem: CI },
  {
    group: 'ci',
    pattern:
      /(?:^|\/)(?:\.travis|\.drone|\.woodpecker|\.cirrus|\.appveyor|appveyor|bitbucket-pipelines|azure-pipelines|cloudbuild|buildspec|wercker|codefresh|\.readthedocs|bitrise|\.build|\.builds)\.ya?ml$/,
    problem: CI,
  },
  { group: 'ci', pattern: /^\.builds\//, problem: CI },
  { group: 'ci', pattern: /^\.(?:husky|devcontainer|githooks)\/|(?:^|\/)\.?lefthook\.(?:ya?ml|toml|json)$/, problem: LOCAL },
  { group: 'ci', pattern: /^\.vscode\/|(?:^|\/)\.(?:pre-commit-config\.ya?ml|envrc|npmrc|yarnrc(?:\.yml)?)$/, problem: LOCAL },
  {
    group: 'lock',
    pattern:
      /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|cargo\.lock|go\.sum|flake\.lock)$/,
    problem: LOCK,
  },
  { group: 'licence', pattern: /(?:^|\/)(?:licen[cs]e|copying|notice)(?:\.[^/]*)?$/, problem: LICENCE },
]

/** The first rule that protects a path, among the groups that are to be protected; null when there is none. */
export function protectionOf(
  path: string,
  groups: ReadonlySet<ProtectedGroup>,
): { group: ProtectedGroup; problem: string } | null {
  const name = foldPath(path)
  return RULES.find(({ group, pattern }) => groups.has(group) && pattern.test(name)) ?? null
}
