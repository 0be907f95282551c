import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GitLab, type LabFile, createGitLab, labSignal, publish } from '../../test/support/git-lab.ts'
import { compareFiles } from './compare-trees.ts'
import { readChangedFiles, readPatch, sumUp } from './diff.ts'
import { DEFAULT_POLICY, type DiffPolicy, checkDiffPolicy } from './diff-policy.ts'
import { needChangedFiles } from './need-changed-files.ts'

type Files = Record<string, LabFile | string | Buffer>

describe('the policy for changes', () => {
  let lab: GitLab
  beforeAll(async () => {
    lab = await createGitLab()
  })
  afterAll(() => lab.remove())

  const check = async (before: Files, after: Files, policy: Partial<DiffPolicy> = {}) => {
    const old = await lab.commit(before)
    const now = await lab.commit(after)
    const gitDir = `${lab.folder}/remote.git`
    const compared = await compareFiles(lab.git, gitDir, old, now)
    return checkDiffPolicy(lab.git, gitDir, compared, { ...DEFAULT_POLICY, ...policy }, labSignal())
  }
  const limits = { filesMax: 2, fileBytesMax: 10, bytesMax: 15 }
  const key = ['AKIA', 'Z3Q8R1W6T0J5L2P9'].join('')

  it('passes an ordinary change and says how large it is', async () => {
    const before = { 'a.md': 'A\n', 'b.md': 'B\n', 'run.sh': { mode: '100755', content: 'x' } }
    const after = { 'a.md': 'AA\n', 'c.md': 'C\n', 'run.sh': { mode: '100755', content: 'y' } }
    expect(await check(before, after)).toEqual({ files: 4, bytes: 6 })
  })

  it.each<[string, string, Files, Files, Partial<DiffPolicy>]>([
    ['policy_symlink', 'a new link', {}, { l: { mode: '120000', content: '/etc' } }, {}],
    ['policy_symlink', 'a replaced link', { l: { mode: '120000', content: '/etc' } }, { l: 'x' }, {}],
    ['policy_symlink', 'a removed link', { l: { mode: '120000', content: '/etc' } }, {}, {}],
    ['policy_submodule', 'a new submodule', {}, { s: { mode: '160000', id: '1'.repeat(40) } }, {}],
    ['policy_submodule', 'a removed submodule', { s: { mode: '160000', id: '1'.repeat(40) } }, {}, {}],
    ['policy_executable', 'a new program', {}, { 'x.sh': { mode: '100755', content: '' } }, {}],
    ['policy_executable', 'a page that becomes one', { x: 'x' }, { x: { mode: '100755', content: 'x' } }, {}],
    ['policy_path', 'a bad name', {}, { 'nul.md': '' }, {}],
    ['policy_git_file', 'a file of git', {}, { '.gitattributes': '' }, {}],
    ['policy_git_file', 'the removal of one', { '.gitattributes': '' }, {}, {}],
    ['policy_ci_file', 'a file of CI', {}, { '.gitlab-ci.yml': '' }, {}],
    ['policy_lock_file', 'a lock file, where protected', {}, { 'yarn.lock': '' }, { protects: new Set(['lock']) }],
    ['policy_licence', 'the licence, where protected', {}, { LICENSE: '' }, { protects: new Set(['licence']) }],
    ['policy_too_many_files', 'too many files', {}, { a: '', b: '', c: '' }, { limits }],
    ['policy_too_large', 'a large file', {}, { a: 'x'.repeat(11) }, { limits }],
    ['policy_too_large', 'much in all', {}, { a: 'x'.repeat(8), b: 'y'.repeat(8) }, { limits }],
    ['policy_secret', 'a new secret', { 'a.md': 'A\n' }, { 'a.md': `A\n${key}\n` }, {}],
    ['policy_secret', 'a canary', {}, { 'a.md': 'tweet' }, { canaries: ['tweet'] }],
  ])('refuses with %s: %s', async (code, _, before, after, policy) => {
    const keep = { 'keep.md': 'x' }
    const fault: unknown = await check({ ...keep, ...before }, { ...keep, ...after }, policy).catch((error: unknown) => error)
    expect(fault).toMatchObject({ code, isPassing: false, hint: expect.any(String) })
    expect(String(fault)).not.toContain(key)
    expect(String(fault)).not.toContain('tweet')
  })

  it('lets a secret pass that was there before, also in a file that moved', async () => {
    expect(await check({ 'a.md': `${key}\nold\n` }, { 'b.md': `${key}\nnew\n` })).toMatchObject({ files: 2 })
  })

  it('counts a moved file for nothing', async () => {
    const big = 'x'.repeat(100)
    expect(await check({ 'a.md': big }, { 'b.md': big }, { limits })).toEqual({ files: 2, bytes: 0 })
  })

  it('allows what the project allows', async () => {
    expect(await check({}, { '.gitlab-ci.yml': '', '.gitignore': '' }, { protects: new Set() })).toMatchObject({ files: 2 })
  })

  it('and the difference that people see bear files that were never fetched', async () => {
    await lab.commit({ 'a.md': 'A\n', 'old.png': 'pixels', 'moved.png': 'more pixels', 'gone.md': 'A\n' })
    const { mirror, workspace, parent } = await lab.openWorkspace()
    const { renameSync, rmSync, writeFileSync } = await import('node:fs')
    rmSync(`${workspace.directory}/old.png`)
    rmSync(`${workspace.directory}/gone.md`)
    renameSync(`${workspace.directory}/moved.png`, `${workspace.directory}/b.png`)
    writeFileSync(`${workspace.directory}/a.md`, 'B\n')
    const tree = await workspace.writeTree()
    const compared = await compareFiles(lab.git, mirror.gitDir, parent, tree)
    const report = await checkDiffPolicy(lab.git, mirror.gitDir, compared, DEFAULT_POLICY, labSignal())
    expect(report).toEqual({ files: 5, bytes: 2 })
    const files = await readChangedFiles(lab.git, mirror.gitDir, parent, tree)
    expect(sumUp(files)).toEqual({ files: 5, additions: 1, deletions: 2 })
    const { text: diff } = await readPatch(lab.git, mirror.gitDir, parent, tree)
    expect(diff).toContain('-A\n+B')
    expect(diff).toContain('Binary files a/old.png and b/old.png differ')
    // The same after the mirror was made anew, or on another node: the pages are fetched.
    const commit = await publish(lab, mirror, parent, tree, 'job')
    await mirror.rebuild()
    await mirror.needCommit(commit, labSignal())
    await needChangedFiles(lab.git, mirror, parent, commit, labSignal())
    expect((await readPatch(lab.git, mirror.gitDir, parent, commit)).text).toBe(diff)
  })
})
