import { gzipSync } from 'node:zlib'
import { decidePermission } from '../../src/agents/acp/permission-policy.ts'
import { claimsChanges, isWrittenCall } from '../../src/agents/model/final-answer.ts'
import { describeNearest } from '../../src/agents/model/tools/nearest-lines.ts'
import { rankPages } from '../../src/agents/model/tools/rank-pages.ts'
import { withoutHiddenCharacters } from '../../src/agents/prompt/hidden-characters.ts'
import { viewOf, withoutHiddenText } from '../../src/agents/prompt/page-view.ts'
import { readAnswer } from '../../src/agents/prompt/read-answer.ts'
import { addMissingDescription, addMissingTitle } from '../../src/site/edit/front-matter/missing-fields.ts'
import { repairFrontMatter } from '../../src/site/edit/front-matter/repair-front-matter.ts'
import { closeHeadingGaps } from '../../src/site/edit/headings/heading-levels.ts'
import { trimHeadingPunctuation } from '../../src/site/edit/headings/heading-punctuation.ts'
import { addAltTexts } from '../../src/site/edit/hygiene/alt-texts.ts'
import { collapseBlankLines } from '../../src/site/edit/hygiene/blank-lines.ts'
import { addFenceLanguages } from '../../src/site/edit/hygiene/fence-languages.ts'
import { unifyListMarkers } from '../../src/site/edit/hygiene/list-markers.ts'
import { alignTables } from '../../src/site/edit/hygiene/table-columns.ts'
import { trimTrailingSpaces } from '../../src/site/edit/hygiene/trailing-spaces.ts'
import { loadDictionary } from '../../src/site/edit/spelling/spell-checker.ts'
import { moveImports } from '../../src/site/edit/pages/relink.ts'
import { readPageRegions } from '../../src/site/read/regions/page-regions.ts'
import { workOn } from '../../src/agents/offline/testing/answer-on.ts'
import { createClassifier } from '../../src/analytics/classify/classifier.ts'
import { readKeySet } from '../../src/analytics/classify/public-keys.ts'
import { readSignatures } from '../../src/analytics/classify/signed-message.ts'
import { createLineCutter } from '../../src/analytics/collect/cut-lines.ts'
import { detectFormat } from '../../src/analytics/collect/detect-format.ts'
import { readListAnswer } from '../../src/analytics/collect/bucket/list-answer.ts'
import { DRAINS } from '../../src/analytics/collect/drains/drains.ts'
import { ENVELOPES } from '../../src/analytics/collect/formats/envelopes.ts'
import { LOG_FORMATS } from '../../src/analytics/collect/formats/log-formats.ts'
import { createOwnFormat } from '../../src/analytics/collect/formats/own-pattern/own-format.ts'
import { USUAL_RULES, normalise } from '../../src/analytics/collect/normalise.ts'
import { createPagePaths } from '../../src/analytics/collect/page-paths.ts'
import { toCsv } from '../../src/analytics/csv.ts'
import { findReferrer } from '../../src/analytics/referrer.ts'
import { findCampaign } from '../../src/analytics/traits/campaign.ts'
import { findMachine } from '../../src/analytics/traits/device.ts'
import { findLanguage } from '../../src/analytics/traits/language.ts'
import { readEvents, splitLines } from '../../src/api/plugins/event-bodies.ts'
import { chooseMediaType } from '../../src/api/plugins/media-types.ts'
import { toFileDiffs } from '../../src/api/pages/diff/file-diff.ts'
import { renderDiff } from '../../src/api/pages/diff/diff-view.ts'
import { renderHits, search } from '../../src/api/pages/guide/search.ts'
import { renderMarkdown } from '../../src/api/pages/markdown/markdown.ts'
import { renderPreview } from '../../src/api/pages/markdown/page-preview.ts'
import { findSecret } from '../../src/git/secrets.ts'
import { toPullRequestBody } from '../../src/jobs/pull-request-body.ts'
import { toTitle } from '../../src/jobs/templates.ts'
import { inManner, readTitleManner } from '../../src/jobs/title-manner.ts'
import { compileGlob } from '../../src/lib/glob.ts'
import { createMask } from '../../src/lib/mask.ts'
import { redact } from '../../src/lib/redact.ts'
import { judgeChange } from '../../src/policy/judge-change.ts'
import { checkSite } from '../../src/site/check/check-site.ts'
import { mdxOutline, mdxSource } from '../../src/site/check/mdx/mdx-source.ts'
import { FRONT_MATTER_CHARACTERS_MAX } from '../../src/site/read/front-matter.ts'
import { scanPage } from '../../src/site/read/scan-page.ts'
import { siteFromTexts } from '../../src/site/read/site-from-texts.ts'
import { type Frame, PLAIN_FRAMES } from './hostile-shapes.ts'

/** As much as the guide has. */
const SECTIONS = Array.from({ length: 500 }, (_, index) => ({
  href: `/guide/${index}`,
  page: 'Guide',
  title: `Section ${index}`,
  text: 'Send the job a message. It updates this pull request. '.repeat(20),
}))

/** Something that reads what a stranger wrote. */
export interface Reader {
  name: string
  /** The most characters that it is ever given: the limit of a route, of a file, of a header. */
  charactersMax: number
  frames: readonly Frame[]
  /** CPU time that the largest permitted text may take. */
  milliseconds: number
  read(text: string): unknown
}

/** On the thread that answers requests: nobody notices a wait of a fifth of a second. */
const MAIN_THREAD = 200
/** Where nobody waits: in the worker of jobs, on the threads of sites and views, in a command. */
const ELSEWHERE = 3000

const PAGE_FRAMES: readonly Frame[] = [
  ...PLAIN_FRAMES,
  ['# ', ' #\n'],
  ['- ', '\n'],
  ['a [b](', ')'],
  ['<a href="', '">'],
  ['| a | b |\n| - | - |\n| ', ' |'],
  ['a\n\n', '\n\n[a]: b'],
]
const MATTER_FRAMES: readonly Frame[] = [
  ['---\n', '\n---\n'],
  ['---\ntitle: ', '\n---\n'],
  ['---\ntitle: "', '"\n---\n'],
  ['---\ntitle: [', ']\n---\n'],
  ['---\n- ', '\n---\n'],
  ['---\n', ''],
  ['+++\n', ''],
]
const YAML_FRAMES: readonly Frame[] = [
  ['', ''],
  ['nav:\n  - ', '\n'],
  ['nav: [', ']'],
  ['plugins:\n  - redirects:\n      redirect_maps:\n        ', ': a\n'],
]
const CONFIG_FRAMES: readonly Frame[] = [
  ...PLAIN_FRAMES,
  ['{"navigation":[', ']}'],
  ['{"navigation":{"pages":["', '"]}}'],
  ['{"redirects":[{"source":"/', '","destination":"/a"}],"navigation":[]}'],
  ['nav:\n  - ', '\n'],
  ['nav: [', ']'],
  ['plugins:\n  - redirects:\n      redirect_maps:\n        ', ': a\n'],
  ['/', ' /b 301'],
  ['module.exports = {a: ', '}'],
  ['import starlight from "starlight"; x = {sidebar: [', ']}'],
  ['paths:\n  /', ':\n    get: {}\n'],
  ['[book]\nsrc = "', '"'],
]
/** A refusal is an answer, too. */
function readPatternOrRefuse(text: string): unknown {
  try {
    return createOwnFormat(text)
  } catch (error) {
    return error
  }
}

/** Formats that somebody describes: values behind quotes, brackets and nothing but spaces. */
const OWN_PATTERNS = [
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
  '%h %^[%d:%t %^] "%r" %s %b "%R" "%u"',
  '%x %h %m %U %q %s %u',
]
const SCRIPT_FRAMES: readonly Frame[] = [
  ['{"navigation":[', ']}'],
  ['{"navigation":["', '"]}'],
  ['{"navigation":[f(), ', ']}'],
  ['module.exports = {themeConfig: {navbar: {items: [', ']}}}'],
  ['module.exports = {themeConfig: {navbar: {items: [f(), "', '"]}}}'],
]
/** For what stands on the readers of pages, which get all of the frames. */
const FEW_FRAMES: readonly Frame[] = [
  ['a', 'b'],
  ['# ', '\n# a\n'],
  ['- a\n', '\n* b\n'],
]
const PROMPT_FRAMES: readonly Frame[] = [
  ...PLAIN_FRAMES,
  ['replace ', ' with b'],
  ['replace "a" with "b" in ', ' please'],
  ['replace "a" with "b" except in ', '.'],
  ['move ', ' to b.md'],
  ['add the text under "a": ', '\nb'],
  ['create a page ', ' titled "x"'],
  ['fix the links ', ' and the navigation'],
  ['rename the heading ', ' to b'],
  ['delete ', ' and redirect it to a.md'],
]

/** Loaded once: it takes a third of a second. */
const dictionary = loadDictionary()

const SITE = { 'a.md': '# A\n\nWords and [a link](b.md).\n', 'guides/b.md': '# B\n', 'docs.json': '{"navigation":["a"]}' }
const pageRule = (rule: (page: string, context: never) => unknown) => (text: string) => {
  rule(text, { path: 'a.md', dialect: 'md', site: undefined } as never)
  rule(text, { path: 'a.mdx', dialect: 'mdx', site: undefined } as never)
}
/** As large as the scanner and the offline agent take files. */
const PAGE_CHARACTERS_MAX = 1024 * 1024
const page = (name: string, read: (text: string) => unknown, frames = PAGE_FRAMES): Reader => ({
  name,
  charactersMax: PAGE_CHARACTERS_MAX,
  frames,
  milliseconds: ELSEWHERE,
  read,
})
/** Commands scan pages, which is measured on the whole length; what they do besides shows on less. */
const command = (name: string, read: (text: string) => unknown): Reader => ({
  name,
  charactersMax: PAGE_CHARACTERS_MAX / 16,
  frames: FEW_FRAMES,
  milliseconds: ELSEWHERE / 2,
  read,
})
const frontMatter = (name: string, read: (text: string) => unknown): Reader => ({
  name,
  charactersMax: FRONT_MATTER_CHARACTERS_MAX,
  frames: MATTER_FRAMES,
  milliseconds: ELSEWHERE / 4,
  read,
})
const config = (path: string, charactersMax = PAGE_CHARACTERS_MAX / 4): Reader => ({
  name: `configuration ${path}`,
  charactersMax,
  frames: CONFIG_FRAMES,
  milliseconds: ELSEWHERE,
  read: (text) => checkSite(siteFromTexts({ [path]: text, 'a.md': '[a](/a) [b](/b/c)', 'docs/b.md': '' })),
})

const rules = { ...USUAL_RULES, classifier: createClassifier(), aiKinds: ['assistant' as const] }
const field = (name: string, charactersMax: number, read: (text: string) => unknown, frames = PLAIN_FRAMES): Reader => ({
  name,
  charactersMax,
  frames,
  milliseconds: 30,
  read,
})

const LOG_FRAMES: readonly Frame[] = [
  ...PLAIN_FRAMES,
  ['1.2.3.4 - - [', '] "GET /a HTTP/1.1" 200 1 "-" "-"'],
  ['1.2.3.4 - - [10/Oct/2024:13:55:36 +0000] "', '" 200 1 "-" "-"'],
  ['1.2.3.4 - - [10/Oct/2024:13:55:36 +0000] "GET ', ' HTTP/1.1" 200 1 "-" "-"'],
  ['1.2.3.4 - - [10/Oct/2024:13:55:36 +0000] "GET /a HTTP/1.1" 200 1 "', '" "-"'],
  ['1.2.3.4 - - [10/Oct/2024:13:55:36 +0000] "GET /a HTTP/1.1" 200 1 "-" "', '"'],
  ['{"time":"', '"}'],
  ['{"request":{"uri":"', '"}}'],
  ['{', '}'],
  ['#Fields: ', ''],
  ['http 2024-10-10T10:00:00Z a 1.2.3.4:1 - 0 0 0 200 200 1 1 "GET ', ' HTTP/1.1" "-"'],
]

const drainFrames: readonly Frame[] = [
  ...PLAIN_FRAMES,
  ['[', ']'],
  ['{"proxy":{"path":"/', '","timestamp":1}}'],
  ['{"url":"', '","timestamp":1}'],
  ['{"ClientRequestURI":"/', '"}'],
  ['{"records":[{"data":"', '"}]}'],
]

const patch = (text: string) => {
  const files = [
    { path: 'a', previousPath: null, change: 'modified', modeBefore: '100644', modeAfter: '100644', additions: 1, deletions: 1 },
  ]
  const diffs = toFileDiffs(files as never, { text, isCut: false })
  return renderDiff(diffs, {} as never)
}

/** All at once, so that every reader of code has its turn. */
const ALL_TRAITS = {
  hasMdxInMarkdown: true,
  hasVue: true,
  templatesInFences: 'all',
  hasMkdocs: true,
  hasSuperfences: false,
  hasMdbook: true,
} as const
const judge = (path: string, before: string, after: string) =>
  judgeChange(
    [{ path, before, after }],
    { ciFiles: false, code: false },
    { traits: ALL_TRAITS, otherPages: async function* () {} },
  )

export const READERS: readonly Reader[] = [
  {
    name: 'prompt of the offline agent',
    charactersMax: 100_000,
    frames: PROMPT_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (prompt) => workOn(SITE, prompt),
  },
  {
    name: 'follow-up of the offline agent',
    charactersMax: 100_000,
    frames: PROMPT_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (prompt) => workOn(SITE, 'do the same for "x"', { earlier: { history: [{ prompt, summary: '' }] } }),
  },
  // Read in the ways of all generators at once, which no site has: it may take twice as long as on one of them.
  ...['a.md', 'a.mdx', 'a.html', 'a.rst', 'a.adoc', 'a.css', 'a.svg'].map((path) => ({
    ...page(`policy of ${path}`, (text) => judge(path, '', text)),
    milliseconds: 2 * ELSEWHERE,
  })),
  ...['docs.json', 'docusaurus.config.js', 'netlify.toml', '_redirects'].map((path) => ({
    ...page(`policy of ${path}`, (text) => judge(path, 'a: b\n', text)),
    charactersMax: PAGE_CHARACTERS_MAX / 16,
  })),
  // The reader of YAML takes most of it, and is measured on more below.
  ...['mkdocs.yml', 'data/a.yml'].map((path) => ({
    ...page(`policy of ${path}`, (text) => judge(path, 'a: b\n', text), YAML_FRAMES),
    charactersMax: PAGE_CHARACTERS_MAX / 256,
  })),
  ...['docs.json', 'docusaurus.config.js'].map((path) => ({
    ...page(`policy of data in ${path}`, (text) => judge(path, '{"navigation":[]}', text), SCRIPT_FRAMES),
    charactersMax: PAGE_CHARACTERS_MAX / 4,
  })),
  page('scanPage of Markdown', (text) => scanPage('a.md', text)),
  frontMatter('scanPage of front matter', (text) => scanPage('a.md', text)),
  page('scanPage of MDX', (text) => scanPage('a.mdx', text)),
  page('regions of Markdown', (text) => readPageRegions(text, 'md')),
  page('regions of front matter', (text) => readPageRegions(text, 'md'), MATTER_FRAMES),
  page('regions of MDX', (text) => readPageRegions(text, 'mdx')),
  page('page as a model sees it', (text) => viewOf(text)),
  page('page without hidden text', (text) => withoutHiddenText(text)),
  page('page without hidden characters', (text) => withoutHiddenCharacters(text)),
  page('page for the compiler of MDX', (text) => mdxOutline(mdxSource(text))),
  command('checks of a site', (text) => checkSite(siteFromTexts({ 'a.md': text, 'b.md': '[x](a.md#x)' }))),
  command('rule: titles', pageRule(addMissingTitle)),
  command('rule: descriptions', pageRule(addMissingDescription)),
  {
    ...frontMatter('rule: front matter', pageRule(repairFrontMatter)),
    charactersMax: FRONT_MATTER_CHARACTERS_MAX / 8,
    frames: MATTER_FRAMES.slice(0, 2),
  },
  command('rule: heading levels', pageRule(closeHeadingGaps)),
  command('rule: heading punctuation', pageRule(trimHeadingPunctuation)),
  command('rule: alternative texts', pageRule(addAltTexts)),
  command('rule: blank lines', pageRule(collapseBlankLines)),
  command('rule: languages of fences', pageRule(addFenceLanguages)),
  command('rule: list markers', pageRule(unifyListMarkers)),
  command('rule: tables', pageRule(alignTables)),
  command('rule: trailing spaces', pageRule(trimTrailingSpaces)),
  command('imports of a moved page', (text) => moveImports(text, 'a/b.mdx', 'c.mdx')),
  ...[
    'Replace "a" with "b" everywhere',
    'Check the spelling',
    'Check the links',
    'Fix the links',
    'Move a.md to guides/c.md',
    'Delete a.md',
    'Use sentence case in headings',
    'Use title case in headings',
    'Upgrade http links to https',
    'Insert "x" under the heading "a"',
    'Add a changelog entry: "x"',
  ].map((prompt) =>
    command(`page that is edited: ${prompt}`, (text) => workOn({ ...SITE, 'a.md': text }, prompt, { dictionary })),
  ),
  config('docs.json'),
  { ...config('mkdocs.yml', PAGE_CHARACTERS_MAX / 64), frames: YAML_FRAMES },
  // One reader of YAML serves them all: what each looks for in it shows on one frame.
  ...['hugo.yaml', '_config.yml', 'myst.yml'].map((path) => ({
    ...config(path, PAGE_CHARACTERS_MAX / 64),
    frames: YAML_FRAMES.slice(0, 1),
  })),
  config('docusaurus.config.js'),
  config('sidebars.js'),
  config('.vitepress/config.ts'),
  config('astro.config.mjs'),
  config('next.config.js'),
  config('_meta.js'),
  config('book.toml'),
  config('hugo.toml'),
  config('openapi.yaml'),
  config('_redirects'),
  config('vercel.json'),
  {
    name: 'Markdown on a page of the service',
    charactersMax: 200_000,
    frames: PAGE_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => renderMarkdown(text),
  },
  {
    name: 'the preview of a changed page',
    charactersMax: 200_000,
    frames: PAGE_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => renderPreview(`---\n${text}\n---\n${text}`),
  },
  {
    name: 'search in the guide',
    charactersMax: 100,
    frames: PLAIN_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => renderHits(text, search(SECTIONS, text)),
  },
  {
    name: 'diff on a page of the service',
    charactersMax: 2 * 1024 * 1024,
    frames: [
      ['diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n', ''],
      ['diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a ', '\n+b\n'],
      ['', ''],
    ],
    milliseconds: ELSEWHERE,
    read: patch,
  },
  {
    name: 'secrets in one line',
    charactersMax: 8 * 1024 * 1024,
    frames: [...PLAIN_FRAMES, ['password: "', '"'], ['-----BEGIN PRIVATE KEY-----', '-----END']],
    milliseconds: ELSEWHERE,
    read: (text) => findSecret([text], ['a canary of the service', 'another canary']),
  },
  {
    name: 'secrets in long lines',
    charactersMax: 8 * 1024 * 1024,
    frames: PLAIN_FRAMES,
    milliseconds: ELSEWHERE,
    read: (text) => findSecret(text.match(/[^]{1,20000}/g) ?? []),
  },
  {
    name: 'secrets in lines',
    charactersMax: 8 * 1024 * 1024,
    frames: PLAIN_FRAMES,
    milliseconds: ELSEWHERE,
    read: (text) => findSecret(text.split('\n'), ['a canary of the service', 'another canary']),
  },
  {
    name: 'answer of a model',
    charactersMax: 200_000,
    frames: PLAIN_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => readAnswer(text, text),
  },
  field('title of a job', 100_000, (text) => toTitle('{title}', text, 'job_1')),
  field('manner of titles', 10_000, (text) => inManner(text, readTitleManner([text, `docs: ${text}`, `docs: ${text}`]))),
  page('claims of a model', (text) => [claimsChanges(text), isWrittenCall(text, new Set(['edit']))]),
  page('lines near to a text that is not there', (text) => describeNearest(text, text.slice(0, 1000)), FEW_FRAMES),
  page('pages by words', (text) => rankPages([{ path: 'a', title: text, headings: [text], isOther: false }], text.slice(0, 500))),
  {
    name: 'pattern of paths',
    charactersMax: 1000,
    frames: PLAIN_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => compileGlob(text)(text.slice(0, 1024)),
  },
  page('text of a pull request', (text) =>
    toPullRequestBody({
      jobId: 'x',
      turns: [{ prompt: text, askedBy: text, summary: text }],
      files: [],
      fileLink: () => '',
      checks: null,
    }),
  ),
  {
    name: 'text that is masked',
    charactersMax: 1024 * 1024,
    frames: PLAIN_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => createMask(['a secret of the service']).hide?.(text),
  },
  {
    name: 'text that is redacted',
    charactersMax: 1024 * 1024,
    frames: PLAIN_FRAMES,
    milliseconds: MAIN_THREAD,
    read: (text) => redact(text),
  },
  field('path of an event', 8192, (text) => createPagePaths({ basePath: '/docs', foldedLocales: ['de'] })(text), [
    ...PLAIN_FRAMES,
    ['/docs/', ''],
    ['https://a/', ''],
  ]),
  field('referrer', 8192, (text) => findReferrer(text, text), [
    ...PLAIN_FRAMES,
    ['https://', '/'],
    ['https://a@', '/'],
    ['/a?utm_source=', ''],
  ]),
  field('campaign', 8192, (text) => findCampaign(text), [...PLAIN_FRAMES, ['/a?utm_source=', ''], ['/a?', '&utm_campaign=a']]),
  field('language', 8192, (text) => findLanguage(text)),
  field('device and browser', 8192, (text) => findMachine(text), [...PLAIN_FRAMES, ['Mozilla/5.0 (', ') Gecko']]),
  field(
    'user agent',
    8192,
    (text) => createClassifier().classify({ method: 'GET', status: 200, address: '/a', userAgent: text, headers: {} }),
    [...PLAIN_FRAMES, ['Mozilla/5.0 (', ') Gecko']],
  ),
  field('headers of an event', 8192, (text) =>
    normalise(
      rules,
      { path: '/a', headers: { accept: text, 'signature-agent': text, 'sec-purpose': text, referer: text } },
      1e12,
    ),
  ),
  field(
    'signature of an event',
    8192,
    (text) =>
      readSignatures({
        method: 'GET',
        url: 'https://a/',
        headers: { 'signature-input': text, signature: text, 'signature-agent': text },
      }),
    [...PLAIN_FRAMES, ['sig1=(', ');tag="web-bot-auth"'], ['sig1=("', '")'], ['sig1=:', ':']],
  ),
  field('accept header', 16_384, (text) => chooseMediaType(text, ['application/json', 'text/csv'])),
  field('keys of a signer', 64 * 1024, (text) => readKeySet(text), [...PLAIN_FRAMES, ['{"keys":[', ']}']]),
  field('cell of a CSV file', 8192, (text) => toCsv([text], [[text]])),
  ...LOG_FORMATS.map((format): Reader => ({
    name: `log format ${format.name}`,
    charactersMax: 512 * 1024,
    frames: LOG_FRAMES,
    milliseconds: ELSEWHERE,
    read: (text) => {
      const described = format.afterDirective?.(text) ?? format
      return described.parse(text)
    },
  })),
  ...OWN_PATTERNS.map((pattern): Reader => {
    const format = createOwnFormat(pattern)
    return {
      name: `log format ${pattern}`,
      charactersMax: 512 * 1024,
      frames: LOG_FRAMES,
      milliseconds: ELSEWHERE,
      read: (text) => format.parse(text),
    }
  }),
  field('pattern of a log format', 4_000, readPatternOrRefuse, [
    ...PLAIN_FRAMES,
    ["log_format a '", "';"],
    ['LogFormat "', '"'],
    ['%', 'h'],
  ]),
  {
    name: 'detection of a log format',
    charactersMax: 512 * 1024,
    frames: LOG_FRAMES,
    milliseconds: ELSEWHERE,
    read: (text) => detectFormat(text.split('\n')),
  },
  ...ENVELOPES.map(({ name, open }): Reader => ({
    name: `envelope ${name}`,
    charactersMax: 512 * 1024,
    frames: LOG_FRAMES,
    milliseconds: ELSEWHERE,
    read: open,
  })),
  {
    name: 'lines of a log in small pieces',
    charactersMax: 2 * 1024 * 1024,
    frames: PLAIN_FRAMES,
    milliseconds: ELSEWHERE,
    read: (text) => {
      const cutter = createLineCutter({ fromByte: 0, isMidLine: false, lineBytesMax: 512 * 1024, onLine: () => undefined })
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += 1000) cutter.take(bytes.subarray(at, at + 1000))
      cutter.finish()
    },
  },
  ...Object.entries(DRAINS).map(([vendor, decode]): Reader => ({
    name: `drain of ${vendor}`,
    charactersMax: 2 * 1024 * 1024,
    frames: drainFrames,
    // In turns, so that nothing else waits for it.
    milliseconds: ELSEWHERE,
    read: (text) => decode(Buffer.from(text), {}, null, 1e12),
  })),
  {
    name: 'list of a bucket',
    charactersMax: 2 * 1024 * 1024,
    frames: [...PLAIN_FRAMES, ['<Contents><Key>', '</Key></Contents>'], ['<Contents>', '<Contents>']],
    milliseconds: ELSEWHERE,
    read: readListAnswer,
  },
  {
    name: 'gzipped drain',
    charactersMax: 4 * 1024 * 1024,
    frames: drainFrames,
    milliseconds: ELSEWHERE,
    read: (text) => DRAINS.cloudflare(gzipSync(text), {}, null, 1e12),
  },
  {
    name: 'events, one to a line',
    charactersMax: 4 * 1024 * 1024,
    frames: [...PLAIN_FRAMES, ['{"path":"/', '"}'], ['{"path":"/a","headers":{', '}}']],
    milliseconds: MAIN_THREAD,
    read: (text) => {
      const lines = splitLines(text)
      return lines && readEvents(lines)
    },
  },
  field('permission that a program asks for', 8192, (text) =>
    decidePermission({ toolCall: { title: text, rawInput: { command: text } }, options: [] } as never, '/workspace'),
  ),
]
