import { scanPage } from '../../read/scan-page.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

/** `![](` with some space in it. */
const OPENING_CHARACTERS_MAX = 100

/** Gives an image without alternative text one from its file name, when the name consists of words. */
export const addAltTexts: PageRule = (page, { path }) => {
  const lines = page.split('\n')
  const left: { line: number; what: string }[] = []
  const inserts = new Map<number, { at: number; text: string }[]>()
  let added = 0
  for (const { alt, at, kind, target, line } of scanPage(path, page).images) {
    if (alt !== null && alt.trim() !== '') continue
    // An empty attribute in HTML says that the image is decoration; only in Markdown it is the usual way to forget the text.
    if (kind !== 'inline' && alt !== null) continue
    const text = altFrom(target)
    const source = lines[at.line - 1] ?? ''
    const opening = /!\[\s*(\]\(\s*<?)$/u.exec(source.slice(Math.max(0, at.start - OPENING_CHARACTERS_MAX), at.start))
    if (kind !== 'inline' || text === null || !opening) {
      left.push({ line, what: `no alternative text for \`${target}\`, and its name does not give one` })
      continue
    }
    const ofLine = inserts.get(at.line) ?? []
    ofLine.push({ at: at.start - opening[1]!.length, text })
    inserts.set(at.line, ofLine)
    added += 1
  }
  for (const [line, texts] of inserts) lines[line - 1] = withInserts(lines[line - 1] ?? '', texts)
  const changes = added === 0 ? [] : [`alternative text of ${plural(added, 'image')}, made from the file name`]
  return { page: lines.join('\n'), changes, left }
}

/** Writes each text in place of the white space between its brackets. */
function withInserts(line: string, inserts: readonly { at: number; text: string }[]): string {
  const parts: string[] = []
  let position = 0
  for (const { at, text } of inserts.toSorted((a, b) => a.at - b.at)) {
    parts.push(line.slice(position, at).trimEnd(), text)
    position = at
  }
  return parts.join('') + line.slice(position)
}

/** "setup-screen.png" → "Setup screen"; null for numbers, dates, hashes and names such as "image1". */
function altFrom(target: string): string | null {
  const name = (target.split(/[?#]/u)[0] ?? '').split('/').at(-1) ?? ''
  const words = name
    .replace(/\.[a-z0-9]+$/iu, '')
    .replace(/@\dx$/u, '')
    .split(/[-_\s]+|%20|(?<=[a-z])(?=[A-Z])/u)
    .filter((word) => word !== '')
  const isWordy = words.length > 0 && words.every((word) => /^[a-z]{2,}$/iu.test(word) || /^v?\d{1,2}$/u.test(word))
  const isGeneric = /^(?:image|img|screenshot|screen|shot|picture|photo|figure|untitled|pasted|file|asset)s?(?:\W?\d+)?$/iu.test(
    words.join(' '),
  )
  if (!isWordy || isGeneric || words.every((word) => /\d/u.test(word))) return null
  const text = words.map((word) => (/^[A-Z]{2,}$/u.test(word) ? word : word.toLowerCase())).join(' ')
  return text[0]?.toUpperCase() + text.slice(1)
}
