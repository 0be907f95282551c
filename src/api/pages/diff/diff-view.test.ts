import { describe, expect, it } from 'vitest'
import type { ChangedFile } from '../../../git/diff.ts'
import { cpuTime } from '../../../../test/support/cpu-time.ts'
import { renderDiff, renderFileList } from './diff-view.ts'
import { toFileDiffs } from './file-diff.ts'

const PATCH = `diff --git a/a.md b/a.md
index 1..2 100644
--- a/a.md
+++ b/a.md
@@ -1,3 +1,3 @@ Title
 same
--- a list item that was removed
+++ one that was added
 last
\\ No newline at end of file
diff --git a/old name.md b/new name.md
similarity index 100%
rename from old name.md
rename to new name.md
diff --git a/gone.md b/gone.md
deleted file mode 100644
--- a/gone.md
+++ /dev/null
@@ -1 +0,0 @@
-<script>alert(1)</script>
diff --git a/link b/link
deleted file mode 120000
--- a/link
+++ /dev/null
@@ -1 +0,0 @@
-target
diff --git a/link b/link
new file mode 100644
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+diff --git a/x b/x
diff --git a/x.png b/x.png
new file mode 100755
Binary files /dev/null and b/x.png differ
`

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  previousPath: null,
  change: 'modified',
  modeBefore: '100644',
  modeAfter: '100644',
  additions: 1,
  deletions: 1,
  ...more,
})

const FILES = [
  file('a.md'),
  file('new name.md', { change: 'renamed', previousPath: 'old name.md', additions: 0, deletions: 0 }),
  file('gone.md', { change: 'deleted', modeAfter: null, additions: 0 }),
  file('link', { change: 'retyped', modeBefore: '120000' }),
  file('x.png', { change: 'added', modeBefore: null, modeAfter: '100755', additions: null, deletions: null }),
]

const diffs = toFileDiffs(FILES, { text: PATCH, isCut: false })

describe('a diff', () => {
  it('has its lines with numbers; lines that look like headers stay lines', () => {
    expect(diffs.map(({ file: { path }, lines, extent }) => [path, lines.length, extent])).toEqual([
      ['a.md', 5, 'whole'],
      ['new name.md', 0, 'whole'],
      ['gone.md', 2, 'whole'],
      ['link', 4, 'whole'],
      ['x.png', 0, 'whole'],
    ])
    expect(diffs[0]!.lines.slice(1)).toMatchObject([
      { kind: 'same', before: 1, after: 1, text: 'same' },
      { kind: 'remove', before: 2, after: null, text: '-- a list item that was removed' },
      { kind: 'add', before: null, after: 2, text: '++ one that was added' },
      { kind: 'same', before: 3, after: 3, text: 'last', isUnended: true },
    ])
    expect(diffs[3]!.lines[3]).toMatchObject({ kind: 'add', text: 'diff --git a/x b/x' })
  })

  it.each(['unified', 'split'] as const)('is shown with everything escaped, in the %s view', (view) => {
    const page = renderDiff(diffs, view).text
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script')
    expect(page).toContain('(no line end)')
    expect(page.match(/<tr/g)!.length).toBe(page.match(/<\/tr>/g)!.length)
  })

  it('has the two sides beside each other in the split view', () => {
    const text = ['@@ -1,2 +1 @@', '-Open the workspace.', '-Gone.', '+Open the project.'].join('\n')
    const [diff] = toFileDiffs([file('a.md')], { text: `diff --git a/a b/a\n--- a/a\n+++ b/a\n${text}\n`, isCut: false })
    expect(renderDiff([diff!], 'split').text).toContain(
      '<tr><td class="number remove">1</td><td class="remove">Open the <mark>workspace</mark>.</td><td class="number add">1</td><td class="add">Open the <mark>project</mark>.</td></tr>' +
        '<tr><td class="number remove">2</td><td class="remove">Gone.</td><td class="none"></td><td class="none"></td></tr>',
    )
  })

  it('says what the lines do not show', () => {
    const page = renderDiff(diffs, 'unified').text
    expect(page).toContain('renamed from old name.md')
    expect(page).toContain('The content is the same.')
    expect(page).toContain('no longer a symbolic link')
    expect(page).toContain('new, executable, binary')
    expect(page).toContain('A binary file')
    const list = renderFileList(FILES).text
    for (const { path } of FILES) expect(list).toContain(`>${path}</a>`)
  })

  it('shows characters that would reorder the text, in lines and in names', () => {
    const odd = { text: 'diff --git a/a b/a\n@@ -1 +1 @@\n+if (a) {\u2066 // \u202Ereturn\n', isCut: false }
    const page = renderDiff(toFileDiffs([file('gnp\u202E.md')], odd), 'unified').text
    expect(page).toContain('<h3>gnp<span class="odd">U+202E</span>.md</h3>')
    expect(page).toContain('{<span class="odd">U+2066</span> // <span class="odd">U+202E</span>return')
  })

  it('tells which part is missing when it was cut', () => {
    const cut = toFileDiffs(FILES, { text: PATCH.slice(0, PATCH.indexOf('deleted file mode')), isCut: true })
    expect(cut.map(({ extent }) => extent)).toEqual(['whole', 'whole', 'cut', 'missing', 'missing'])
    const page = renderDiff(cut, 'unified').text
    expect(page).toContain('The rest is not shown')
    expect(page).toContain('Not shown: the whole change is too large')
  })

  it('folds large files, and cuts endless lines', () => {
    const many = `diff --git a/a b/a\n@@ -0,0 +1,2000 @@\n${'+line\n'.repeat(2000)}`
    const long = `diff --git a/b b/b\n@@ -0,0 +1 @@\n+${'x'.repeat(50_000)}\n`
    const page = renderDiff(toFileDiffs([file('a'), file('b')], { text: many + long, isCut: false }), 'unified').text
    expect(page.match(/<details class="file">/g)).toHaveLength(1)
    expect(page.match(/<details class="file" open>/g)).toHaveLength(1)
    expect(page).toContain('40000 more characters')
  })

  it('is rendered within 200 ms when it has 2 MB', () => {
    const sentence = 'Open the workspace, choose a page, and write what people need to know about it.'
    const hunk = (index: number) =>
      `@@ -${index * 10 + 1},7 +${index * 10 + 1},7 @@\n ${sentence}\n-${sentence} ${index}\n-Old & <b>${index}</b> ${sentence}\n+${sentence.replace('workspace', 'project')} ${index}\n+New & <b>${index}</b> ${sentence.replace('page', 'topic')}\n ${sentence}\n`
    const files: ChangedFile[] = []
    let text = ''
    while (text.length < 2 * 1024 * 1024) {
      files.push(file(`docs/page-${files.length}.md`))
      text += `diff --git a/x b/x\n${Array.from({ length: 20 }, (_, index) => hunk(index)).join('')}`
    }
    const render = () => void renderDiff(toFileDiffs(files, { text, isCut: false }), 'unified')
    const times = Array.from({ length: 5 }, () => cpuTime(render))
    expect(Math.min(...times)).toBeLessThan(200)
  })
})
