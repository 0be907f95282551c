import { describe, expect, test } from 'vitest'
import { scanPage } from './scan-page.ts'

function targets(text: string, path = 'page.md'): string[] {
  return scanPage(path, text).links.map(({ target }) => target)
}

function slugs(text: string, path = 'page.md'): string[] {
  return scanPage(path, text).headings.map(({ slug }) => slug)
}

describe('links', () => {
  test.each([
    ['an inline link', '[a](b.md)', ['b.md']],
    ['nested parentheses in a target', '[a](b_(c)_(d(e)).md)', ['b_(c)_(d(e)).md']],
    ['a target in angle brackets', '[a](<b c.md>)', ['b c.md']],
    ['a title in each of its three forms', '[a](b "t") [c](d \'t\') [e](f (t))', ['b', 'd', 'f']],
    ['a title on the next line', '[a](b\n"t")', ['b']],
    ['escaped brackets in the text', '[a \\] b](c)', ['c']],
    ['an escaped opening bracket', '\\[a](b)', []],
    ['escapes and entities in a target', '[a](b\\_c&amp;d)', ['b_c&d']],
    ['a text over two lines', '[a\nb](c)', ['c']],
    ['brackets in the text', '[a [b] c](d)', ['d']],
    ['a link inside a link, which only the inner one is', '[a [b](c) d](e)', ['c']],
    ['an empty target', '[a]()', ['']],
    ['a target with a space, which is none', '[a](b c)', []],
    ['a full, a collapsed and a short reference', '[a][x] [x][] [x]\n\n[X]: y.md "t"', ['y.md', 'y.md', 'y.md']],
    ['a reference without a definition', '[a][x] [ ] [x]', []],
    ['the first of two definitions', '[x]\n\n[x]: a\n[x]: b', ['a']],
    ['a footnote, which is no link', 'a[^1]\n\n[^1]: b', []],
    ['an autolink', '<https://a.example/b>', ['https://a.example/b']],
    ['a link in a table', '| [a](b) | `[c](d)` |\n|---|---|\n| [e](f) | ` |', ['b', 'f']],
    ['a link in a quotation and in a list', '> [a](b)\n\n- [c](d)\n  - [e](f)', ['b', 'd', 'f']],
    ['an attribute of a tag', '<a class="x" href="b.md">c</a>', ['b.md']],
    ['a tag over several lines', '<a\n  href="b.md"\n>c</a>', ['b.md']],
    ['a tag whose end stands alone', '<Card\n  title="x"\n  href="/b"\n>\n  [c](d)\n</Card>\n\n> [e](f)', ['/b', 'd', 'f']],
    ['a tag that is broken over lines of a quotation', '> <a\n> href="b">c</a> [d](e)', ['b', 'e']],
    ['a comparison, which is no tag', 'a < b [c](d) > e', ['d']],
  ])('finds %s', (_, text, expected) => {
    expect(targets(text)).toEqual(expected)
  })

  test.each([
    ['fenced code', '```\n[a](b)\n```\n[c](d)'],
    ['code fenced by tildes', '~~~md\n```\n[a](b)\n~~~\n[c](d)'],
    ['code whose fence is longer than those inside', '````\n```\n[a](b)\n```\n````\n[c](d)'],
    ['fenced code in a list', '1. x\n   ```sh\n   [a](b)\n   ```\n\n[c](d)'],
    ['fenced code right behind a list marker', '- ```sh\n  [a](b)\n  ```\n\n[c](d)'],
    ['fenced code in a quotation that ends first', '> ```\n> [a](b)\n\n[c](d)'],
    ['indented code', 'x\n\n    [a](b)\n\n[c](d)'],
    ['indented code in a list', '- x\n\n      [a](b)\n\n[c](d)'],
    ['a code span', '`[a](b)` [c](d)'],
    ['a code span with two backticks', '``[a](`b`)`` [c](d)'],
    ['a code span over two lines', '`[a]\n(b)` [c](d)'],
    ['an HTML comment', 'x <!-- [a](b) --> [c](d)'],
    ['the rest of a line that begins with an HTML comment', '<!-- a --> [a](b)\n[c](d)'],
    ['an HTML comment with blank lines', '<!--\n\n[a](b)\n\n# x\n-->\n[c](d)'],
    ['a script', '<script>\n\nx = "[a](b)"\n</script>\n[c](d)'],
    ['front matter', '---\na: "[a](b)"\n---\n[c](d)'],
  ])('ignores %s', (_, text) => {
    expect(targets(text)).toEqual(['d'])
  })

  test('takes a backtick that nothing closes as text', () => {
    expect(targets('a ` b [c](d)\n\n` [e](f)')).toEqual(['d', 'f'])
  })

  test('does not let a comment begin inside a code span', () => {
    expect(targets('`<!--` [a](b)\n\n[c](d)')).toEqual(['b', 'd'])
  })

  test('takes the indented lines of a list and of a box as text', () => {
    expect(targets('1. x\n\n    [a](b)\n\n!!! note\n\n    [c](d)')).toEqual(['b', 'd'])
  })

  test('reads the literal attributes of components in MDX and steps over code', () => {
    const text = [
      'import X from "./x"',
      '',
      'export const y = {',
      '  z: "[a](no)",',
      '}',
      '',
      '<Card title="T" href="/a" icon={<Icon to="no" />} />',
      "<Link to={'/b'}>c</Link>",
      '{/* [a](no) */}',
      '{list[0](no)} [d](/c)',
      '    [e](/d)',
    ].join('\n')
    const { links } = scanPage('page.mdx', text)
    expect(links.map(({ kind, target }) => [kind, target])).toEqual([
      ['jsx', '/a'],
      ['jsx', '/b'],
      ['inline', '/c'],
      ['inline', '/d'],
    ])
  })

  test('gives the range of each target, in a definition for a reference', () => {
    const text = 'x [a](<b c> "t")\n[r]\n\n[r]: <d>\n<a href="e">f</a>'
    const lines = text.split('\n')
    const pieces = scanPage('page.md', text).links.map(({ at }) => lines[at.line - 1]!.slice(at.start, at.end))
    expect(pieces).toEqual(['b c', 'd', 'e'])
  })

  test('counts columns also with Windows line ends and after front matter', () => {
    const text = '---\r\ntitle: x\r\n---\r\n\r\nä [a](b)\r\n'
    expect(scanPage('page.md', text).links[0]).toMatchObject({ line: 5, at: { line: 5, start: 6, end: 7 } })
  })
})

describe('images', () => {
  test('are found in Markdown and HTML, with their alternatives', () => {
    const { images, links } = scanPage(
      'page.md',
      '[![a](b.png)](c)\n<img src="d.png"> <img alt="" src="e.png"/> ![f][r]\n\n[r]: g.png',
    )
    expect(images.map(({ target, alt }) => [target, alt])).toEqual([
      ['b.png', 'a'],
      ['d.png', null],
      ['e.png', ''],
      ['g.png', 'f'],
    ])
    expect(links.map(({ target }) => target)).toEqual(['c'])
  })
})

describe('headings', () => {
  test('have the slugs that GitHub gives them', () => {
    const text = [
      '# Hello, **World**!',
      '## `code_with` & [link](x "t")',
      '## Same #',
      '## Same',
      '## same-1',
      'Setext *one*',
      '===',
      'Setext two',
      '---',
      '### snake_case and _this_',
      '### A <b>tag</b> ![x](y) \\*',
      '### Ünïcödé 日本',
    ].join('\n')
    expect(slugs(text)).toEqual([
      'hello-world',
      'code_with--link',
      'same',
      'same-1',
      'same-1-1',
      'setext-one',
      'setext-two',
      'snake_case-and-this',
      'a-tag--',
      'ünïcödé-日本',
    ])
  })

  test('take an explicit id in each of its forms', () => {
    expect(
      slugs('# A {#one}\n## B {: #two }\n## C { #three .x }\n## D \\{#four}\n## E {/* #five */}\n## F [#six]', 'x.mdx'),
    ).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  })

  test('are not seen in code, in tags or without a space', () => {
    expect(slugs('#no\n\n    # no\n\n```\n# no\n```\n\n<!--\n# no\n-->\n# yes')).toEqual(['yes'])
  })

  test('are not made by a rule below a list, HTML or a blank line', () => {
    expect(slugs('- a\n---\n\n<div>\n---\n\na\n\n---\n')).toEqual([])
  })

  test('are marked in a list or a quotation', () => {
    expect(scanPage('x.md', '- # a\n\n> ## b\n\n# c').headings.map(({ isNested }) => isNested)).toEqual([true, true, false])
  })
})

describe('anchors', () => {
  test('come from headings, ids, names and the titles of components', () => {
    const text = '# One\n<a id="two"></a><a name="three"></a>\n<div id={"four"}>\n<Step title="Do it" />\n<h2>Five <i>x</i></h2>'
    expect(scanPage('page.mdx', text).anchors.map(({ id, source }) => [id, source])).toEqual([
      ['one', 'heading'],
      ['two', 'explicit'],
      ['three', 'explicit'],
      ['four', 'explicit'],
      ['do-it', 'component'],
      ['five-x', 'component'],
    ])
  })

  test('are not fully known when content comes from elsewhere', () => {
    expect(scanPage('a.mdx', "import X from './x'\n\n<X />").unknownAnchors).toBe('component')
    expect(scanPage('a.mdx', "import Tabs from '@theme/Tabs'\n\n<Tabs />").unknownAnchors).toBeNull()
    expect(scanPage('a.md', '{% include "x.md" %}').unknownAnchors).toBe('template')
    expect(scanPage('a.mdx', '---\nopenapi: GET /users\n---\n').unknownAnchors).toBe('generated')
  })
})

describe('ids that generators make', () => {
  const ids = (text: string, path = 'a.md') => scanPage(path, text).anchors.map(({ id }) => id)

  test.each([
    ['# A { #own .wide }', 'own'],
    ['# A {: #own }', 'own'],
    ['# 9.7 <small>today</small> { id="9.7.0" }', '9.7.0'],
    ['# A { id=own }', 'own'],
    ['Text. { #own }', 'own'],
    ['[link](b.md){ .wide #own }', 'own'],
    ['![picture](b.png){ #own }', 'own'],
    ['A[^1].\n\n[^1]: Note.', 'fn:1'],
    ['A[^1].\n\n[^1]: Note.', 'fnref:1'],
    ['=== "Or me"\n\n    Text.', 'or-me'],
    ['# Tabs\n\n=== "Or me"\n\n    Text.', 'tabs-or-me'],
  ])('%j has %s', (text, id) => {
    expect(ids(text)).toContain(id)
  })

  test('are those of an `mdx-code-block` as well, and links in it count', () => {
    const page = scanPage('a.mdx', '```mdx-code-block\n<details id="own">\n[a](b.md)\n```\n\n# A\n')
    expect(page.anchors.map(({ id }) => id)).toEqual(['own', 'a'])
    expect(page.links.map(({ line, target }) => [line, target])).toEqual([[3, 'b.md']])
  })

  test('are not those of code', () => {
    expect(ids('```\n# A { #own }\n[^1]: x\n=== "T"\n```')).toEqual([])
  })
})

describe('what a build needs for a page', () => {
  const needs = (path: string, text: string) =>
    scanPage(path, text).needs.map(({ kind, target, line }) => `${line} ${kind} ${target}`)

  test.each([
    ['a.mdx', "import X, {\n  y,\n} from './x.jsx'\nimport '../y.css'\n\n<X />", ['1 module ./x.jsx', '4 module ../y.css']],
    ['a.mdx', '<img src={require("./i.png").default} />', ['1 module ./i.png']],
    ['a.mdx', '<Snippet file="b.mdx" />', ['1 snippet /snippets/b.mdx']],
    ['a.md', '<<< @/code/x.js#part{1,2}\n\n<!--@include: ./b.md{1,3}-->', ['1 include @/code/x.js', '3 include ./b.md']],
    ['a.md', '--8<-- "b.md"\n;--8<-- "shown.md"', ['1 include b.md']],
    ['a.md', '{{#include ../b.rs:3:7}} \\{{#include shown.rs}}', ['1 include ../b.rs']],
    ['a.md', '```{include} b.md\n```\n\n```{literalinclude} c.py\n```', ['1 include b.md', '4 include c.py']],
  ])('is found in %s %j', (path, text, expected) => {
    expect(needs(path, text)).toEqual(expected)
  })
})

describe('fences', () => {
  test('are unclosed when the page ends first', () => {
    expect(scanPage('a.md', 'x\n```js\ny').fences).toEqual([{ line: 2, endLine: null }])
    expect(scanPage('a.md', '````\n```\n~~~~').fences).toEqual([{ line: 1, endLine: null }])
  })

  test('are closed by a line that only has the mark, at least as long', () => {
    expect(scanPage('a.md', '```\n``` x\n   `````  ').fences).toEqual([{ line: 1, endLine: 3 }])
    expect(scanPage('a.md', '``` a ``` is inline').fences).toEqual([])
  })
})

describe('front matter', () => {
  test('gives the title, the routes and the old addresses', () => {
    const { frontMatter, title } = scanPage(
      'a.md',
      '---\ntitle: T\nslug: /s\nredirect_from:\n  - /old\naliases: /older\n---\n# H',
    )
    expect(title).toBe('T')
    expect(frontMatter).toMatchObject({ status: 'valid', endLine: 7, routes: ['/s'], redirectsFrom: ['/old', '/older'] })
  })

  test.each([
    ['keys that are mappings', '? '.repeat(400)],
    ['brackets', '['.repeat(16_000)],
    ['aliases', `a: &a x\nb: [${'*a, '.repeat(200)}]`],
    ['an alias of nothing', 'a: *b'],
  ])('is invalid when it is made of %s', (_, matter) => {
    expect(scanPage('a.md', `---\n${matter}\n---\n`).frontMatter.status).toBe('invalid')
  })

  test('takes the text that an alias stands for', () => {
    expect(scanPage('a.md', '---\nid: &a x\ntitle: *a\nslug: [*a, y]\n---\n').frontMatter).toMatchObject({
      title: 'x',
      routes: ['x', 'y'],
    })
  })

  test('is invalid when YAML is, with the line', () => {
    expect(scanPage('a.md', '---\ntitle: a\ndescription: b: c\n---\n').frontMatter).toMatchObject({
      status: 'invalid',
      errorLine: 3,
    })
    expect(scanPage('a.md', '---\n- a\n---\n').frontMatter.status).toBe('invalid')
  })

  test('is none when the first line is a rule or nothing closes it', () => {
    expect(scanPage('a.md', '---\n\n[a](b)').links).toHaveLength(1)
    expect(scanPage('a.md', '# T').frontMatter.status).toBe('none')
  })

  test('is left alone when it is a template', () => {
    expect(scanPage('a.md', '---\ntitle: {{ x }}: y\n---\n').frontMatter.status).toBe('valid')
  })
})
