import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Plain, readLiteral } from './literal.ts'

const read = (text: string, hasTemplates = true): Plain | undefined => {
  const literal = readLiteral(text, 0, { hasTemplates })
  return literal?.end === text.length ? literal.value : undefined
}

/** What a generator gets from the same text, in a file that isn't a module and so allows most. */
const evaluate = (text: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`(${text})`)))

describe('a literal', () => {
  it.each([
    ['{"a": [1, -2.5, +3, .5, 0x10, true, false, null,],}', { a: [1, -2.5, 3, 0.5, 16, true, false, null] }],
    [`{a: 'b', $c_1: "d", 1: 2, 0x10: 3, class: 4, 'e f': {}}`, { 1: 2, 16: 3, a: 'b', $c_1: 'd', class: 4, 'e f': {} }],
    ['[/* a */ "b", // c\n "d"]', ['b', 'd']],
    [
      String.raw`'\x6a\u006a\u{6a}\u{0000000006a}\n\v\
z'`,
      'jjjj\n\vz',
    ],
    ['"java\\\u2028script"', 'javascript'],
    ['`a\nb`', 'a\nb'],
  ])('%j is read as the engine reads it', (text, value) => {
    expect(read(text)).toEqual(value)
  })

  it.each([
    'a',
    'a()',
    '[a]',
    '[...[]]',
    '[,]',
    '[1 2]',
    '{a}',
    '{a() {}}',
    '{get a() {}}',
    '{[a]: 1}',
    '{...a}',
    '{a: 1, "a": 2}',
    '{a: 1, "\\u{00061}": 2}',
    '{"__proto__": {}}',
    '{__proto__: {}}',
    '{"__pr\\u{0006f}to__": {}}',
    '"a" + "b"',
    '-"a"',
    '- -1',
    '/a/',
    '1n',
    '017',
    '"\\152"',
    '"\\8"',
    '`${a}`',
    '`\\u`',
    '"a',
    '"a\nb"',
    '#! a\n"b"',
    '<!-- a\n"b"',
    '[',
    '[/*',
    '[[['.repeat(100),
  ])('%j is none, or more than one', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('ends where it ends, and has no templates where they do not count', () => {
    expect(readLiteral('x = [1] as const', 4, { hasTemplates: false })).toEqual({ value: [1], end: 7 })
    expect(read('`a`', false)).toBeUndefined()
  })

  it('is never anything else than what the engine makes of it', () => {
    const characters = Array.from('"\'`[]{}:,\\0123456789abcfnrtuvx+-. \n\u2028\r')
    const words = [
      '\\u{',
      '\\u00',
      '\\x',
      '6a',
      'true',
      'null',
      '__proto__',
      '/*',
      '*/',
      '//',
      '"a":',
      "'b'",
      '\\u2028',
      '\\\r\n',
    ]
    const piece = fc.constantFrom(...characters, ...words)
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const quoted = fc.tuple(fc.constantFrom('"', "'", '`'), text).map(([quote, inner]) => `${quote}${inner}${quote}`)
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          quoted,
          quoted.map((inner) => `{a: [${inner}]}`),
        ),
        (source) => {
          const value = read(source)
          if (value !== undefined) expect(value).toEqual(evaluate(source))
        },
      ),
      { numRuns: 3_000 },
    )
  })
})
