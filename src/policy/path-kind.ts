import { type ProtectedGroup, protectionOf } from '../git/protected-paths.ts'
import { foldPath } from '../lib/fold-path.ts'
import {
  AGENT_ORDERS,
  PAGE_ABOUT_AGENTS,
  CODE_FOLDER,
  DATA_FOLDER,
  DATA_NAME,
  OBEYED,
  PLAIN_NAME,
  TEMPLATE_FOLDER,
  TEXT_FOLDER,
  TEXT_NAME,
  TOOL_FOLDER,
} from './names.ts'

/** How the text of a page is read. */
export type PageDialect = 'md' | 'mdx' | 'rst' | 'adoc' | 'html' | 'text'

/** How a site configuration is read. `keys` name the parts that an agent may edit; null means that all of it is such a part. */
export type ConfigurationShape =
  | { format: 'json' | 'yaml' | 'script'; keys: ReadonlySet<string> | null }
  | { format: 'toml'; table: RegExp }
  | { format: 'redirects' }

/** What a path is, as far as it tells. `data` still has to be data by its place, its name or its content. */
export type PathKind =
  | { kind: 'protected'; group: ProtectedGroup; problem: string }
  | { kind: 'orders' }
  | { kind: 'configuration'; shape: ConfigurationShape }
  | { kind: 'page'; dialect: PageDialect }
  | { kind: 'data'; isCertain: boolean; isYaml: boolean }
  | { kind: 'style' }
  | { kind: 'media' }
  | { kind: 'code' }

const PROTECTED: ReadonlySet<ProtectedGroup> = new Set(['git', 'ci', 'lock', 'licence'])

const DIALECTS: Readonly<Record<string, PageDialect>> = {
  md: 'md',
  markdown: 'md',
  mdown: 'md',
  mkd: 'md',
  mdx: 'mdx',
  rst: 'rst',
  adoc: 'adoc',
  asciidoc: 'adoc',
  html: 'html',
  htm: 'html',
  // An SVG picture is a document that can hold scripts.
  svg: 'html',
}

const MEDIA = new Set(
  'png jpg jpeg gif webp avif bmp ico tif tiff heic mp4 m4v mov webm ogv mp3 m4a wav ogg oga opus flac aac woff woff2 ttf otf eot pdf vtt srt drawio excalidraw mmd mermaid'.split(
    ' ',
  ),
)
const DATA = new Set('json jsonc json5 yaml yml toml xml csv tsv ndjson geojson po pot xlf xliff arb ftl bib'.split(' '))
/** These are nothing but data anywhere: no tool that is known takes its settings from them. */
const HARMLESS_DATA = new Set('csv tsv ndjson geojson po pot xlf xliff arb ftl bib'.split(' '))

const keys = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const DOCS_JSON = keys(
  'navigation redirects navbar footer anchors tabs topbarLinks topbarCtaButton topAnchor footerSocials primaryTab',
)

/** The files whose navigation and redirects an agent may edit, and nothing else of them. The first that fits counts. */
const CONFIGURATIONS: readonly (readonly [RegExp, ConfigurationShape])[] = [
  [/(?:^|\/)(?:docs|mint)\.json$/, { format: 'json', keys: DOCS_JSON }],
  [/(?:^|\/)vercel\.json$/, { format: 'json', keys: keys('redirects') }],
  [/(?:^|\/)redirects\.jsonc?$/, { format: 'json', keys: null }],
  [/(?:^|\/)(?:sidebars?[\w-]*|versioned_sidebars\/[^/]+)\.json$/, { format: 'json', keys: null }],
  [/(?:^|\/)hugo\.json$/, { format: 'json', keys: keys('menu menus') }],
  [/(?:^|\/)mkdocs\.ya?ml$/, { format: 'yaml', keys: keys('nav redirect_maps') }],
  [/(?:^|\/)docs\.ya?ml$/, { format: 'yaml', keys: keys('navigation redirects tabs') }],
  [/(?:^|\/)antora\.ya?ml$/, { format: 'yaml', keys: keys('nav') }],
  [/(?:^|\/)hugo\.ya?ml$/, { format: 'yaml', keys: keys('menu menus') }],
  [/(?:^|\/)\.gitbook\.ya?ml$/, { format: 'yaml', keys: keys('redirects') }],
  [/(?:^|\/)(?:_?toc\.ya?ml|\.pages|\.nav\.ya?ml)$/, { format: 'yaml', keys: null }],
  [/(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/, { format: 'script', keys: keys('redirects navbar footer') }],
  [/(?:^|\/)astro\.config\.[cm]?[jt]s$/, { format: 'script', keys: keys('sidebar redirects') }],
  [/(?:^|\/)\.vitepress\/config(?:\/[^/]+)?\.[cm]?[jt]s$/, { format: 'script', keys: keys('nav sidebar') }],
  [/(?:^|\/)(?:sidebars?[\w-]*|redirects|_meta(?:\.global)?)\.[cm]?[jt]s$/, { format: 'script', keys: null }],
  [/(?:^|\/)netlify\.toml$/, { format: 'toml', table: /^\[\[redirects\]\]$/ }],
  [/(?:^|\/)book\.toml$/, { format: 'toml', table: /^\[output\.html\.redirect\]$/ }],
  [/(?:^|\/)_redirects$/, { format: 'redirects' }],
]

/** Hidden files that are there for readers, or for no one. */
const SHOWN =
  /^\.github\/(?:[^./][^/]*\/)*[^./][^/]*\.mdx?$|(?:^|\/)\.gitbook\/assets\/[^.]|(?:^|\/)\.gitkeep$|^\.docwright\/words\.txt$/

/**
 * What a path is: one list of what is allowed, for every policy. A path counts as what the least careful file system takes it for,
 * and what nothing here names is code, which builds, servers, editors and agents run or obey.
 */
export function pathKind(path: string): PathKind {
  const name = foldPath(path)
  if (AGENT_ORDERS.test(name) && !PAGE_ABOUT_AGENTS.test(path)) return { kind: 'orders' }
  const protection = protectionOf(path, PROTECTED)
  if (protection) return { kind: 'protected', ...protection }
  const shape = CONFIGURATIONS.find(([pattern]) => pattern.test(name))?.[1]
  if (shape) return { kind: 'configuration', shape }
  const isHidden = /(?:^|\/)\./.test(name) && !SHOWN.test(name)
  if (isHidden || CODE_FOLDER.test(name) || OBEYED.test(name)) return { kind: 'code' }
  if (/(?:^|\/)\.gitkeep$/.test(name) || PLAIN_NAME.test(name)) return { kind: 'page', dialect: 'text' }
  const kind = byEnding(name, /\.([a-z0-9]+)$/.exec(name)?.[1] ?? '')
  const isTemplate = !(kind.kind === 'media' || (kind.kind === 'page' && kind.dialect !== 'html' && kind.dialect !== 'text'))
  return isTemplate && TEMPLATE_FOLDER.test(name) ? { kind: 'code' } : kind
}

function byEnding(name: string, ending: string): PathKind {
  const dialect = Object.hasOwn(DIALECTS, ending) ? DIALECTS[ending] : undefined
  if (dialect) return { kind: 'page', dialect }
  if (MEDIA.has(ending)) return { kind: 'media' }
  if (ending === 'css') return { kind: 'style' }
  if (ending === 'txt' || ending === 'text') {
    const isText = TEXT_NAME.test(name) || (TEXT_FOLDER.test(name) && !TOOL_FOLDER.test(name))
    return isText ? { kind: 'page', dialect: 'text' } : { kind: 'code' }
  }
  if (!DATA.has(ending)) return { kind: 'code' }
  const isYaml = ending === 'yaml' || ending === 'yml'
  if (HARMLESS_DATA.has(ending)) return { kind: 'data', isCertain: true, isYaml: false }
  if (TOOL_FOLDER.test(name)) return { kind: 'code' }
  return { kind: 'data', isCertain: DATA_FOLDER.test(name) || DATA_NAME.test(name), isYaml }
}
