import { describe, expect, it } from 'vitest'
import { parseDiff } from './parse-diff.ts'

describe('a unified diff', () => {
  it('has files with numbered lines', () => {
    const [file] = parseDiff(
      'diff --git a/docs/a.md b/docs/a.md\nindex 1..2 100644\n--- a/docs/a.md\n+++ b/docs/a.md\n@@ -3,3 +3,4 @@ # Start\n same\n-old\n+new\n+more\n last\n',
    )
    expect(file).toMatchObject({ path: 'docs/a.md', from: null, additions: 2, deletions: 1 })
    expect(file!.lines.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
      ['hunk', null, null, '@@ -3,3 +3,4 @@ # Start'],
      ['same', 3, 3, 'same'],
      ['remove', 4, null, 'old'],
      ['add', null, 4, 'new'],
      ['add', null, 5, 'more'],
      ['same', 5, 6, 'last'],
    ])
  })

  it('takes lines that look like headers for what they are', () => {
    const files = parseDiff(
      'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n--- a/fake\n-diff --git a/x b/x\n+++ b/fake\n+@@ -1 +1 @@\n',
    )
    expect(files).toHaveLength(1)
    expect(files[0]!.lines.map(({ text }) => text)).toEqual([
      '@@ -1,2 +1,2 @@',
      '-- a/fake',
      'diff --git a/x b/x',
      '++ b/fake',
      '@@ -1 +1 @@',
    ])
  })

  it('has added, deleted, moved, binary and empty files, and names with any character', () => {
    const files = parseDiff(
      [
        'diff --git a/new.md b/new.md\nnew file mode 100644\n--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file',
        'diff --git a/old.md b/old.md\ndeleted file mode 100644\n--- a/old.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x',
        'diff --git a/one.md b/two.md\nsimilarity index 100%\nrename from one.md\nrename to two.md',
        'diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ',
        'diff --git a/empty dir/e.md b/empty dir/e.md\nnew file mode 100644',
        'diff --git "a/\\303\\274\\t\\"\\\\.md" "b/\\303\\274\\t\\"\\\\.md"\n--- "a/\\303\\274\\t\\"\\\\.md"\n+++ "b/\\303\\274\\t\\"\\\\.md"\n@@ -1 +1 @@\n-a\n+b\n',
      ].join('\n'),
    )
    expect(files.map(({ path, from, isBinary, lines }) => [path, from, isBinary, lines.length])).toEqual([
      ['new.md', null, false, 2],
      ['old.md', null, false, 2],
      ['two.md', 'one.md', false, 0],
      ['i.png', null, true, 0],
      ['empty dir/e.md', null, false, 0],
      ['ü\t"\\.md', null, false, 3],
    ])
    expect(files[0]!.lines[1]).toMatchObject({ kind: 'add', isUnended: true })
  })

  it('is read as far as it goes when it was cut off', () => {
    const whole = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-old\n+new\n same'
    expect(parseDiff(whole.slice(0, -10))).toMatchObject([{ path: 'a', additions: 0, deletions: 1 }])
    expect(parseDiff('no diff')).toEqual([])
  })
})
