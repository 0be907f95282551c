import { describe, expect, it } from 'vitest'
import { type ProtectedGroup, protectionOf } from './protected-paths.ts'

const ALL: ReadonlySet<ProtectedGroup> = new Set(['git', 'ci', 'lock', 'licence'])
const groupOf = (path: string) => protectionOf(path, ALL)?.group ?? null

describe('a protected path', () => {
  it.each([
    ['.gitattributes', 'git'],
    ['docs/.gitignore', 'git'],
    ['.gitmodules', 'git'],
    ['.git-blame-ignore-revs', 'git'],
    ['.github/workflows/a.yml', 'ci'],
    ['.github/workflows/README.md', 'ci'],
    ['.github/actions/x/action.yml', 'ci'],
    ['.github/dependabot.yml', 'ci'],
    ['.github/CODEOWNERS', 'ci'],
    ['docs/CODEOWNERS', 'ci'],
    ['.gitlab-ci.yml', 'ci'],
    ['.gitlab/ci/a.yml', 'ci'],
    ['.gitea/workflows/a.yaml', 'ci'],
    ['.forgejo/workflows/a.yaml', 'ci'],
    ['.circleci/config.yml', 'ci'],
    ['Jenkinsfile', 'ci'],
    ['ci/Jenkinsfile.release', 'ci'],
    ['bitbucket-pipelines.yml', 'ci'],
    ['azure-pipelines.yml', 'ci'],
    ['.travis.yml', 'ci'],
    ['.drone.yml', 'ci'],
    ['.woodpecker.yml', 'ci'],
    ['.readthedocs.yaml', 'ci'],
    ['.husky/pre-commit', 'ci'],
    ['.npmrc', 'ci'],
    ['site/package-lock.json', 'lock'],
    ['LICENSE', 'licence'],
    ['licence.md', 'licence'],
  ])('%s belongs to %s', (path, group) => expect(groupOf(path)).toBe(group))

  it.each([
    'README.md',
    '.github/CONTRIBUTING.md',
    '.github/ISSUE_TEMPLATE/bug.md',
    '.gitbook.yaml',
    '.gitbook/assets/a.png',
    'docs/.gitkeep',
    'docs/github/workflows/a.md',
    'docs/ci/jenkins.md',
    'netlify.toml',
    'vercel.json',
    'docs.json',
    'mkdocs.yml',
    'docs/licensing.md',
  ])('%s is none', (path) => expect(groupOf(path)).toBeNull())

  it('is none when its group is allowed', () => expect(protectionOf('.gitlab-ci.yml', new Set(['git']))).toBeNull())
})
