import type { EditableSite } from '../editable-site.ts'

export const BOXES = ['note', 'tip', 'info', 'warning', 'caution', 'danger', 'important'] as const

/** A text set apart from the rest, as a note or a warning. */
export type Box = (typeof BOXES)[number]

/** How a site writes them. */
interface BoxStyle {
  /** What shows that a page uses it. */
  sign: RegExp
  /** Names that the style has; another one is written as the nearest of them. */
  names: Partial<Record<Box, string>>
  write(name: string, text: string): string
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gmu, '    ')
const quoted = (text: string) => text.replaceAll(/^/gmu, '> ').replaceAll(/ +$/gmu, '')

const STYLES: readonly BoxStyle[] = [
  {
    sign: /^\s*<(?:Note|Warning|Tip|Info|Danger)>/gmu,
    names: {
      note: 'Note',
      tip: 'Tip',
      info: 'Info',
      warning: 'Warning',
      danger: 'Danger',
      caution: 'Warning',
      important: 'Warning',
    },
    write: (name, text) => (text.includes('\n') ? `<${name}>\n${text}\n</${name}>` : `<${name}>${text}</${name}>`),
  },
  {
    sign: /^\s*<Callout\b/gmu,
    names: {
      note: 'info',
      tip: 'default',
      info: 'info',
      warning: 'warning',
      danger: 'error',
      caution: 'warning',
      important: 'important',
    },
    write: (name, text) => `<Callout type="${name}">\n${text}\n</Callout>`,
  },
  {
    // VitePress has a space behind the marks and no note.
    sign: /^\s*::: (?:tip|info|warning|danger)/gmu,
    names: {
      note: 'info',
      tip: 'tip',
      info: 'info',
      warning: 'warning',
      danger: 'danger',
      caution: 'warning',
      important: 'warning',
    },
    write: (name, text) => `::: ${name}\n${text}\n:::`,
  },
  {
    sign: /^\s*:::(?:note|tip|info|warning|danger|caution)/gmu,
    names: {
      note: 'note',
      tip: 'tip',
      info: 'info',
      warning: 'warning',
      danger: 'danger',
      caution: 'caution',
      important: 'warning',
    },
    write: (name, text) => `:::${name}\n\n${text}\n\n:::`,
  },
  {
    sign: /^\s*!!! (?:note|tip|info|warning|danger|example)/gmu,
    names: {
      note: 'note',
      tip: 'tip',
      info: 'info',
      warning: 'warning',
      danger: 'danger',
      caution: 'warning',
      important: 'warning',
    },
    write: (name, text) => `!!! ${name}\n\n${indented(text)}`,
  },
  {
    sign: /^\s*> \[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gmu,
    names: {
      note: 'NOTE',
      tip: 'TIP',
      info: 'NOTE',
      warning: 'WARNING',
      danger: 'CAUTION',
      caution: 'CAUTION',
      important: 'IMPORTANT',
    },
    write: (name, text) => `> [!${name}]\n${quoted(text)}`,
  },
]

/** Where no page of a site shows how it writes them. */
const PLAIN: BoxStyle = {
  sign: /$^/u,
  names: {
    note: 'Note',
    tip: 'Tip',
    info: 'Info',
    warning: 'Warning',
    caution: 'Caution',
    danger: 'Danger',
    important: 'Important',
  },
  write: (name, text) => quoted(`**${name}:** ${text}`),
}

/** Writes a box in the way that most pages around it have, else most pages of the site. */
export function writeBox(site: EditableSite, path: string, box: Box, text: string): string {
  const ending = path.slice(path.lastIndexOf('.'))
  const pages = site.pages().filter((page) => page.endsWith(ending))
  const counted = STYLES.map((style) => ({
    style,
    uses: pages.reduce((sum, page) => sum + (site.text(page).match(style.sign)?.length ?? 0), 0),
  }))
  const best = counted.reduce((most, one) => (one.uses > most.uses ? one : most))
  const style = best.uses > 0 ? best.style : PLAIN
  return style.write(style.names[box] ?? box, text)
}
