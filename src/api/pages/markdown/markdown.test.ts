import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../test/support/cpu-time.ts'
import { toSafeTarget } from './inline.ts'
import { renderMarkdown } from './markdown.ts'

const render = (text: string) => renderMarkdown(text).text.trim()

/** Every tag and attribute that may ever come out. */
const TAG =
  /^(?:<\/?(?:h[3-6]|p|ul|li|blockquote|code|em|strong|table|tr|th|td)>|<\/?ol(?: start="\d+")?>|<hr>|<br>|<\/?pre(?: tabindex="0")?>|<\/a>|<a href="[^"<>]*" rel="noreferrer">|<p class="faint">|<span class="odd">|<\/span>)/

/** Takes the known tags away; what is left must have no tag. */
function strip(page: string): string {
  let rest = ''
  for (let at = 0; at < page.length;) {
    const tag = page[at] === '<' ? TAG.exec(page.slice(at, at + 5000)) : null
    if (tag) at += tag[0].length
    else rest += page[at++]
  }
  return rest
}

describe('Markdown', () => {
  it.each([
    ['# A\n## B\n### C #\n####### D', '<h3>A</h3>\n<h3>B</h3>\n<h4>C</h4>\n<p>####### D</p>'],
    ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
    ['Pages:\n- a\n- b\n  - c\n  - d', '<p>Pages:</p>\n<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n<li>d</li>\n</ul></li>\n</ul>'],
    ['3. a\n4. b\n\n5. c', '<ol start="3">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
    ['It began in\n1986. A year.', '<p>It began in<br>\n1986. A year.</p>'],
    ['- a\n\n  b\n- c', '<ul>\n<li><p>a</p>\n<p>b</p></li>\n<li>c</li>\n</ul>'],
    ['> a\n> > b', '<blockquote><p>a</p>\n<blockquote><p>b</p>\n</blockquote>\n</blockquote>'],
    ['```sh\na <b>\n\n# c\n```\nd', '<pre tabindex="0"><code>a &lt;b&gt;\n\n# c</code></pre>\n<p>d</p>'],
    ['~~~\nnever closed', '<pre tabindex="0"><code>never closed</code></pre>'],
    ['    a *b*\n\tc', '<pre tabindex="0"><code>a *b*\nc</code></pre>'],
    ['a\n\n---\n* * *', '<p>a</p>\n<hr>\n<hr>'],
    [
      '**a** *b* __c__ _d_ **a *b* c**',
      '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em> <strong>a <em>b</em> c</strong></p>',
    ],
    ['page_id and other_id, 2 * 3 * 4, **open', '<p>page_id and other_id, 2 * 3 * 4, **open</p>'],
    ['`a*b*` `` `c` `` `open', '<p><code>a*b*</code> <code>`c`</code> `open</p>'],
    ['\\*a\\* \\`b\\`', '<p>*a* `b`</p>'],
    ['[a *b*](docs/a.md "T")', '<p><a href="docs/a.md" rel="noreferrer">a <em>b</em></a></p>'],
    [
      '[`x`](#file-1) [y](<https://e.com/?a=1&b=2>)',
      '<p><a href="#file-1" rel="noreferrer"><code>x</code></a> <a href="https://e.com/?a=1&amp;b=2" rel="noreferrer">y</a></p>',
    ],
    [
      'See https://e.com/a_b_(c). And <https://e.com>.',
      '<p>See <a href="https://e.com/a_b_(c)" rel="noreferrer">https://e.com/a_b_(c)</a>. And <a href="https://e.com" rel="noreferrer">https://e.com</a>.</p>',
    ],
    ['![alt](https://e.com/x.png)', '<p><a href="https://e.com/x.png" rel="noreferrer">alt</a></p>'],
    ['[x](javascript:alert(1))', '<p>x (javascript:alert(1))</p>'],
    [
      '[a ![b](c)](d) [e]\n\n[e]: f',
      '<p><a href="d" rel="noreferrer">a b</a> <a href="f" rel="noreferrer">e</a></p>\n<p>[e]: f</p>',
    ],
    ['---\na: b\n---', '<hr>\n<h3>a: b</h3>'],
    [
      '| a | b |\n| - | - |\n| *c* | |',
      '<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><em>c</em></td><td></td></tr>\n</table>',
    ],
    ['> - a\n>   b\n\n&lt;i&gt; &copy;', '<blockquote><ul>\n<li>a<br>\nb</li>\n</ul>\n</blockquote>\n<p>&lt;i&gt; ©</p>'],
    ['[x](javascript:alert) [y](data:text/html,x)', '<p>x (javascript:alert) y (data:text/html,x)</p>'],
    [
      '<script>alert(1)</script>\n\n<!-- hidden -->',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>&lt;!-- hidden --&gt;</p>',
    ],
    ['[//]: # (hidden)', '<p>[//]: # (hidden)</p>'],
    ['a\u202Eb', '<p>a<span class="odd">U+202E</span>b</p>'],
    ['', ''],
  ])('%j', (text, page) => {
    expect(render(text)).toBe(page)
  })

  it.each([
    ['https://example.com/a', true],
    ['HTTP://example.com', true],
    ['docs/a.md#b', true],
    ['../a.md', true],
    ['/docs', true],
    ['#x', true],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['\u0001javascript:alert(1)', false],
    ['vbscript:x', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['//evil.example/x', false],
    ['/\\evil.example', false],
    ['https:///evil.example', false],
    ['mailto:a@b.c', false],
  ])('the target %j is followed: %j', (target, isSafe) => {
    expect(toSafeTarget(target) !== null).toBe(isSafe)
    if (isSafe) expect(new URL(target, 'https://docwright.example/pull-requests/x').protocol).toMatch(/^https?:$/)
  })

  it('gives only the tags that it knows, whatever the text is', () => {
    const pieces = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '[',
      ']',
      '(',
      ')',
      '](',
      '<',
      '>',
      '"',
      "'",
      '&',
      '\\',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '# ',
      '    ',
      '  ',
      'a',
      'é',
      'https://x.y',
      'javascript:x',
      '<img src=x onerror=alert(1)>',
      '!',
      '\u202E',
      '🎉',
      '| a |\n| - |\n',
      '[a]: b\n',
      '&lt;',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const page = renderMarkdown(parts.join('')).text
        expect(strip(page)).not.toMatch(/[<>"]/)
        expect(page).not.toMatch(/href="(?:javascript|data):/i)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['quotes', '> '.repeat(50_000)],
    ['list items', '- '.repeat(50_000)],
    ['open links', '[a]('.repeat(25_000)],
    ['open brackets', '['.repeat(100_000)],
    ['stars', '*a '.repeat(33_000)],
    ['doubled stars', '**a'.repeat(33_000)],
    ['underscores', ' _a'.repeat(33_000)],
    ['backticks', Array.from({ length: 400 }, (_, index) => '`'.repeat(index)).join('a')],
    ['one code span', `\`${' '.repeat(50_000)}x\``],
    ['a heading of spaces', `# ${' '.repeat(99_000)}x`],
    ['addresses', 'https://x.y/........ '.repeat(5_000)],
    ['nested marks', '*_**__'.repeat(16_000)],
    ['an endless word', 'h'.repeat(100_000)],
    ['lines', 'a\n'.repeat(50_000)],
    ['items in a row', '- a\n'.repeat(25_000)],
    ['rows', `| a |\n| - |\n${'| b |\n'.repeat(15_000)}`],
    ['deep items', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ])('takes no time for many %s', (_what, text) => {
    expect(cpuTime(() => renderMarkdown(text))).toBeLessThan(500)
  })

  it('leaves out what is too long, and says so', () => {
    expect(render('a '.repeat(100_000))).toMatch(/too long/)
  })
})
