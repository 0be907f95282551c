import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

describe('CSV', () => {
  it('quotes what needs it, and ends lines as RFC 4180 does', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['two\nlines', null],
          [-5, 'plain'],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines",\r\n-5,plain\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('does not let a spreadsheet run %j', (text) => {
    expect(
      toCsv(['a'], [[text]])
        .split('\r\n')
        .slice(1)
        .join(''),
    ).toMatch(/^"?'/)
  })
})
