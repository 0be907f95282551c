import { Parser } from 'commonmark'
import { tests } from 'commonmark-spec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unescapeMarkdown } from './character-references.ts'
import { Content } from './content.ts'
import { readInline } from './read-inline.ts'
import { readMarkdown } from './read-page.ts'

/** What links lead to and pictures show, how deep headings are, what is code: all that the rest of the product depends on. */
interface Reading {
  links: string[]
  images: string[]
  headings: number[]
  code: string[]
  codeSpans: number
  emphasis: number
}

const nothing = (): Reading => ({ links: [], images: [], headings: [], code: [], codeSpans: 0, emphasis: 0 })

function readByJudge(text: string): Reading {
  const reading = nothing()
  const walker = new Parser().parse(text).walker()
  for (let event = walker.next(); event; event = walker.next()) {
    const { node, entering } = event
    if (!entering) continue
    if (node.type === 'link') reading.links.push(encode(node.destination ?? ''))
    else if (node.type === 'image') reading.images.push(encode(node.destination ?? ''))
    else if (node.type === 'heading') reading.headings.push(node.level)
    else if (node.type === 'code_block') reading.code.push(node.literal!.replace(/\n$/, ''))
    else if (node.type === 'code') reading.codeSpans += 1
    else if (node.type === 'emph' || node.type === 'strong') reading.emphasis += 1
  }
  return reading
}

function readByUs(text: string): Reading {
  const reading = nothing()
  const page = readMarkdown(text, 'md')
  for (const block of page.blocks) {
    if (block.kind === 'heading') reading.headings.push(block.level)
    if (block.kind === 'code') reading.code.push(new Content(text, block.pieces).text)
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue
    for (const span of readInline(page, block)) {
      if (span.kind === 'code') reading.codeSpans += 1
      else if (span.kind === 'emphasis' || span.kind === 'strong') reading.emphasis += 1
      else if ((span.kind === 'link' || span.kind === 'image') && span.form !== 'bare') {
        const source = text.slice(span.target.start, span.target.end)
        const isAddress = span.form === 'autolink'
        const isEmail = isAddress && !/^[a-z][a-z0-9+.-]*:/i.test(source)
        const target = isAddress ? (isEmail ? `mailto:${source}` : source) : unescapeMarkdown(source)
        if (span.kind === 'link') reading.links.push(encode(target))
        else reading.images.push(encode(target))
      }
    }
  }
  return reading
}

/** The judge encodes what a URL cannot hold. */
function encode(target: string): string {
  try {
    return encodeURI(decodeURI(target))
  } catch {
    return encodeURI(target.replace(/[\uD800-\uDFFF]/g, '\uFFFD'))
  }
}

/** Examples that we read otherwise on purpose. */
const DIFFERENT: ReadonlyMap<number, string> = new Map([
  [5, 'a tab of which a list takes one half: the other half is no character of the page that a range could name'],
  [6, 'the same in a quotation'],
  [7, 'the same behind a bullet'],
  [96, 'dashes around the first lines of a page are front matter'],
])

describe('the examples of the CommonMark specification', () => {
  it('are all there', () => {
    expect(tests.length).toBe(652)
  })

  it.each(tests.map(({ number, section, markdown }) => ({ number, section, text: markdown.replaceAll('→', '\t') })))(
    '$number ($section) reads as the reference implementation reads it',
    ({ number, text }) => {
      const ours = readByUs(text)
      if (DIFFERENT.has(number)) expect(ours).not.toEqual(readByJudge(text))
      else expect(ours).toEqual(readByJudge(text))
    },
  )
})

/** Pieces that mean something next to each other. Tabs are left out: the reference implementation takes them for text in places. */
const PIECES =
  '- |* |+ |1. |2) |10. |> |>| |  |    |\n|\n\n|# |## |===|---|```|~~~|```js|`|``|*|**|_|__|[|](|](b)|![|]|[a]|[a]: /u|[b]: <x y> "t"|[a][b]|(|)|"t"|\'|<|>|<div>|</div>|<b>|<!--|-->|<a href="x">|<https://e.f>|<pre>|</pre>|<?|?>|<em|/>|a|b c|1|.|!|\\|&amp;|&copy;|&unknown;|é|“|#'.split(
    '|',
  )

describe('any text', () => {
  it('reads as the reference implementation reads it', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (page) => {
        fc.pre(!/^(?:---|\+\+\+) *\n/.test(page))
        expect(readByUs(page)).toEqual(readByJudge(page))
      }),
      { numRuns: 5_000 },
    )
  })
})
