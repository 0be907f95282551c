/** Of GitLab and Bitbucket, the strictest; with room for a prefix that marks drafts. */
const TITLE_CHARACTERS_MAX = 240

/**
 * Characters that show as nothing, or that reorder what is shown: zero-width and bidirectional ones, tags, fillers, selectors of
 * variants. The one selector that emoji need stays.
 */
const INVISIBLE = /(?!\u{FE0F})[\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu

/** Control characters other than tab and line feed. */
// oxlint-disable-next-line no-control-regex -- Finding them is the point.
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** What makes a host show an address as a picture or a film, or fetch a preview of it. */
const MEDIA =
  /\.(?:png|jpe?g|jfif|gif|svgz?|webp|avif|apng|bmp|ico|tiff?|heic|mp4|m4v|mov|webm|ogv|ogg|mp3|wav|flac)(?![a-z0-9])/i

/**
 * Languages that every host shows as text. All others lose their name: hosts draw some of them (`mermaid`, `plantuml`, `geojson`,
 * `math`, …), which loads things from elsewhere, run them as queries (`glql`) or offer to apply them (`suggestion`).
 */
const PLAIN_LANGUAGES: ReadonlySet<string> = new Set(
  'bash c console cpp cs csharp css diff dockerfile go graphql html http ini java javascript js json jsonc jsx kotlin markdown md mdx nginx php powershell py python rb ruby rs rust scss sh shell sql swift text toml ts tsx txt typescript vue xml yaml yml zsh'.split(
    ' ',
  ),
)

/** What Docwright folds away itself, each on a line of its own. In texts of agents these tags are none by then: `pull-request-body.ts`. */
const FOLD = /^(?:<\/?details>|<summary>[\w ]{1,100}<\/summary>)$/

/** The words by which GitHub, GitLab, Gitea and Bitbucket close or reopen an issue, or hand it on to Jira. */
const CLOSING_WORD =
  '(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?|handl(?:e[sd]?|ing)|address(?:e[sd]|ing)?|re-?open(?:s|ed|ing)?)'
/** An issue, as they are named: `#1`, `GH-1`, `owner/name#1`, `group!1`, by address, or as Jira does, which is not `UTF-8`. */
const ISSUE =
  '(?:[#!]\\d|(?!(?:UTF|ISO|SHA|RFC|AES|RSA|HTTP|HTML|CSS|ES|X)-)[A-Za-z][A-Za-z0-9_]{1,20}-\\d|[\\w.-]{1,100}(?:/[\\w.-]{1,100}){0,9}[#!]\\d|https?:)'
const CLOSING = new RegExp(
  `\\b(${CLOSING_WORD}:?)(?=[\\s*_~()"'\`[\\]]{0,20}(?:(?:issue|bug|ticket|task)s?\\s{1,5})?${ISSUE})`,
  'gi',
)

/**
 * Makes text by an agent safe to send in somebody's name. The text may follow instructions that were planted in a repository.
 *
 * - Nothing is loaded: an image becomes a link that says where it leads, HTML is shown as text, and no code block is drawn. The host
 *   would fetch these for whoever opens the pull request, and the address can carry what the agent has read.
 * - Nothing stays hidden: invisible characters go, and HTML comments are shown as text. So are Markdown's definitions of links, which
 *   nobody sees when no link uses them.
 * - Nobody is called: a space after the `@` is the one form that no host reads as a mention. An entity or a backslash would be
 *   undone before the host looks for names, and a zero-width space would spoil names that readers copy.
 * - Nothing is done: a line that starts with a slash (`/merge`, `/assign`) is a command to GitLab, and `fixes #1` closes an issue.
 *
 * All of it also inside code, where the marks then show: each host finds code in its own way, so "inside" cannot be relied on. The
 * time is in proportion to the length, for any text: no expression below looks further than it then goes on from.
 */
export function neutralise(text: string): string {
  const plain = withoutImages(withoutHidden(text))
    // Gitea shows `[[address]]` as an image, and looks for it in what Markdown has made of the text.
    .replace(/\[(?=\[)/g, '[ ')
    .replaceAll(']:', ']\\:')
  return withoutActions(withoutLanguages(withoutTags(plain)).replace(/(?<!\]\()https?:\/\/[^\s<>]+/gi, unlinkMedia))
}

/** The same for a commit message, which isn't Markdown: hosts look for names, commands and issues in it. */
export function toCommitText(text: string): string {
  return withoutActions(withoutHidden(text))
}

/** The label says what it was and where it leads. What is left has the mark of an image and no more. */
function withoutImages(text: string): string {
  return text
    .replace(
      /!\[([^[\]\\\n]{0,300})\]\([^\S\n]{0,10}<?([^\s()<>\\]{1,2000})>?(?:[^\S\n]{1,10}["'][^"'()\n]{0,200}["'])?[^\S\n]{0,10}\)/g,
      (_image, label: string, target: string) => {
        const shown = `image: ${target.replace(/[[\]*_`~|]/g, '\\$&').replaceAll('://', ':\\//')}`
        return `[${label.trim() === '' ? shown : `${label.trim()} (${shown})`}](${target})`
      },
    )
    .replaceAll('![', '!\\[')
}

/**
 * An entity shows as it should, but not in code: there a space does less harm. Which it is, is a guess that only looks depend on.
 */
function withoutTags(text: string): string {
  let fence = ''
  return text
    .replace(/<(https?:\/\/[^\s<>]*)>/gi, '$1')
    .split('\n')
    .map((line) => {
      const mark = /^[\s>*+-]*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
      if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : ''
      const isFenced = fence !== ''
      if (!isFenced && FOLD.test(line)) return line
      return line
        .split(/(`+)/)
        .map((part, place) => part.replace(/<(?=[a-z/!?])/gi, isFenced || place % 4 === 2 ? '< ' : '&lt;'))
        .join('')
    })
    .join('\n')
}

/** Also in lists and quotes. */
function withoutLanguages(text: string): string {
  return text.replace(
    /^((?:[^\S\n]|[>*+-]|\d{1,9}[.)](?=[^\S\n]))*)(`{3,}|~{3,})([^\n]*)$/gm,
    (line, before: string, fence: string, words: string) => {
      // With backticks after it, it begins no block.
      if (words.trim() === '' || (fence.startsWith('`') && words.includes('`'))) return line
      return PLAIN_LANGUAGES.has(words.trim().toLowerCase()) ? line : `${before}${fence}text`
    },
  )
}

/** Hosts fetch some addresses to show what is behind them. One that isn't a link is only read. */
function unlinkMedia(address: string): string {
  return MEDIA.test(address) ? address.replaceAll('://', ':\\//') : address
}

function withoutActions(text: string): string {
  return (
    text
      .replace(/^((?:[^\S\n]|[>*+-])*)\/(?=[a-z])/gim, '$1\\/')
      // GitLab puts the file in.
      .replace(/^([^\S\n]*)::(?=include)/gim, '$1\\::')
      .replace(CLOSING, '$1 –')
  )
}

/** One line, never empty. Titles are plain text to most hosts, so marks of Markdown would show. */
export function toTitle(text: string): string {
  const line = withoutHidden(text).replace(/\s+/g, ' ').trim().replace(CLOSING, '$1 –')
  return shorten(line, TITLE_CHARACTERS_MAX, '…') || 'Documentation change'
}

/** @param charactersMax What the host takes; a longer body would make it refuse the whole pull request. */
export function toBody(text: string, charactersMax: number): string {
  return shorten(neutralise(text), charactersMax, '\n\n… The rest was left out because it is too long for the code host.\n')
}

/** For a host that shows no HTML: what is folded away elsewhere stands under its title. */
export function unfold(text: string): string {
  return text.replaceAll(/^<details>\n<summary>([\w ]{1,100})<\/summary>$/gm, '**$1**').replaceAll(/^<\/details>\n?/gm, '')
}

/** In UTF-16 units, as the hosts count or less; without cutting a character in two. */
function shorten(text: string, max: number, ending: string): string {
  if (text.length <= max) return text
  return text.slice(0, max - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending
}

function withoutHidden(text: string): string {
  const visible = text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
  // Not after a letter or digit: that is an address for mail, which no host reads as a mention.
  // Bitbucket writes accounts as `@{…}`.
  return visible.replace(/(?<![A-Za-z0-9])@(?=[\p{L}\p{N}_{-])/gu, '@ ')
}
