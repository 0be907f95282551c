import { describe, expect, it } from 'vitest'
import { parseDiff, renderDiff } from './diff-view.ts'

const DIFF = `diff --git a/a.md b/a.md
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
diff --git a/x.png b/x.png
new file mode 100644
Binary files /dev/null and b/x.png differ`

describe('a diff', () => {
  it('is read with names, notes, numbers and counts; lines that look like headers stay lines', () => {
    const files = parseDiff(DIFF)
    expect(files.map(({ name, note, additions, deletions }) => [name, note, additions, deletions])).toEqual([
      ['a.md', null, 1, 1],
      ['new name.md', 'renamed from old name.md', 0, 0],
      ['gone.md', 'deleted', 0, 1],
      ['x.png', 'new, binary', 0, 0],
    ])
    expect(files[0]!.lines.slice(1, 5)).toEqual([
      { kind: 'same', before: 1, after: 1, text: 'same' },
      { kind: 'remove', before: 2, after: null, text: '-- a list item that was removed' },
      { kind: 'add', before: null, after: 2, text: '++ one that was added' },
      { kind: 'same', before: 3, after: 3, text: 'last' },
    ])
  })

  it('is shown with everything escaped', () => {
    const page = renderDiff(parseDiff(DIFF)).text
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script')
  })

  it('may be empty', () => {
    expect(parseDiff('')).toEqual([])
  })
})
