import { describe, expect, it } from 'vitest'
import { pairLines } from './pair-lines.ts'
import { parseDiff } from '../../../client/index.ts'

const rowsOf = (hunk: string) =>
  pairLines(parseDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk}`)[0]!.lines).map((row) =>
    'across' in row ? '…' : [row.before?.text ?? null, row.after?.text ?? null],
  )

describe('lines side by side', () => {
  it('puts what was removed beside what came in its place', () => {
    expect(rowsOf('@@ -1,4 +1,3 @@\n same\n-one\n-two\n+ONE\n end')).toEqual([
      '…',
      ['same', 'same'],
      ['one', 'ONE'],
      ['two', null],
      ['end', 'end'],
    ])
  })

  it('leaves the other side empty where lines only came or only went, and loses none', () => {
    expect(rowsOf('@@ -1,1 +1,3 @@\n+a\n+b\n same\n@@ -9,1 +11,0 @@\n-z')).toEqual([
      '…',
      [null, 'a'],
      [null, 'b'],
      ['same', 'same'],
      '…',
      ['z', null],
    ])
  })
})
