import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { blobId } from '../../lib/blob-id.ts'
import { createFactsMemory, factsKey } from './facts-memory.ts'
import { openFactsStore } from './facts-store.ts'
import { FACTS_VERSION, type PageFacts } from './page-facts.ts'
import { scanPage } from './scan-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'docwright-facts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const part = fc.constantFrom(
  ...'# ## [a](b) ![i](j "t") [r] <a href="x"> </a> `c` ``` --- title: > - {#id} <Card href="/a" /> &amp; \\ ü 😀 \ud800 \0 __proto__'.split(
    ' ',
  ),
  '\n',
  '\n\n',
  '[r]: y\n',
  '---\ntitle: z\nslug: /s\n---\n',
  "import X from './x.mdx'\n",
)
const page = fc
  .array(fc.oneof(part, fc.string({ maxLength: 8, unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(' '))
const path = fc.constantFrom('page.md', 'page.mdx', 'PAGE.MDX')
const keyOf = (name: string, text: string) => factsKey(name, blobId(Buffer.from(text)))

describe('the memory of facts', () => {
  it('says of every page what the reader says, in this process and in the next', () => {
    const store = openFactsStore({ folder: join(folder, 'same'), version: '1' })
    const memory = createFactsMemory(store)
    fc.assert(
      fc.property(fc.array(fc.tuple(path, page), { maxLength: 10 }), (pages) => {
        // As they come from a repository: whatever is no UTF-8 has become a sign for that.
        const clean = pages.map(([name, text]): [string, string] => [name, Buffer.from(text).toString('utf8')])
        const fresh = new Map(clean.map(([name, text]) => [keyOf(name, text), scanPage(name, text)]))
        memory.add(fresh)
        expect(memory.find(fresh.keys())).toEqual(fresh)
        expect(createFactsMemory(store).find(fresh.keys())).toEqual(fresh)
      }),
    )
    store.close()
  })

  it('tells the dialects of one text apart', () => {
    const memory = createFactsMemory()
    const text = '<Card href="/a" />\n\n{1}\n'
    memory.add(new Map([[keyOf('a.md', text), scanPage('a.md', text)]]))
    expect(memory.find([keyOf('b.md', text), keyOf('b.markdown', text)]).size).toBe(1)
    expect(memory.find([keyOf('a.mdx', text)]).size).toBe(0)
  })

  const facts = (title: string): PageFacts => ({ ...scanPage('a.md', ''), title })

  it('is bounded, and forgets what was used longest ago', () => {
    const memory = createFactsMemory(undefined, 12_000)
    const size = JSON.stringify(facts('x'.repeat(1000))).length
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) memory.add(new Map([[key, facts(key.repeat(1000))]]))
    memory.find(['a'])
    for (const key of ['h', 'i', 'j', 'k']) memory.add(new Map([[key, facts(key.repeat(1000))]]))
    const known = [...memory.find('abcdefghijk').keys()]
    expect(known).toContain('a')
    expect(known).not.toContain('b')
    expect(known.slice(-4)).toEqual(['h', 'i', 'j', 'k'])
    expect(known.length).toBe(Math.floor(12_000 / size))
  })

  it('does not keep a page whose facts are larger than any page of a person has', () => {
    const store = openFactsStore({ folder: join(folder, 'large'), version: '1' })
    const memory = createFactsMemory(store)
    memory.add(new Map([['large', facts('x'.repeat(1024 * 1024))]]))
    expect(memory.find(['large']).size).toBe(0)
    store.close()
  })

  it('has a version that goes up with the reader', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify(scanPage('page.mdx', PAGE)))
      .digest('hex')
      .slice(0, 16)
    // A reader that says something else about this page needs a higher FACTS_VERSION, and then this line the new digest.
    expect({ version: FACTS_VERSION, digest }).toEqual({ version: 7, digest: '6cbc0d64578dc29d' })
  })
})

/** A bit of everything that the reader looks for. */
const PAGE = `---
title: "Front: matter"
slug: /route
redirect_from: [/old]
---

import Part from './part.mdx'

# Title with \`code\` and [a link](other.md#part "title")

Setext heading {#own-id}
---

See [this][ref], [that] and <https://example.com>, ![alt *text*](image.png), \\[not\\](this) or \`[nor](that)\`.
<a id="anchor" href="/html?a=1&amp;b=2">html</a> <Card title="A card" href="/card" /> {/* [no](comment) */}

> ## Nested
> - [in a list](<with space.md>)
>   1. [deeper](deep_(er).md)

| a | b |
|---|---|
| [cell](cell.md) | \`|\` |

\`\`\`md
[in code](code.md)
\`\`\`

<!-- [in a comment](comment.md) -->

<div>

[inside html](inside.md)

</div>

[ref]: reference.md 'Title'
[that]:
  <other reference.md>

### Title with \`code\` and [a link](other.md#part "title")

~~~
never closed
`
