/** What a text is, as far as its form tells. */
export type TextKind = 'word' | 'version' | 'year' | 'number' | 'address' | 'marks'

const VERSION = /^v?\d+(?:\.(?:\d+|x|\*))+(?:[-+.][\w.]+)?$|^v\d+$|^\d+\.x$/iu
const NUMBER = /^[$€£¥]?\d[\d,.]*(?:\s?(?:%|[kMG]?B|ms|s|LTS|\+))?$/iu
const ADDRESS =
  /^(?:https?:\/\/|mailto:|www\.)\S+$|^(?:[\p{L}\p{N}-]+\.)+(?:com|org|net|io|dev|app|ai|co|sh|so|page|site|cloud|xyz|example|test|gov|edu|info|me|us|uk|de|fr|eu)(?:\/\S*)?$/iu

export function kindOfText(text: string): TextKind {
  const trimmed = text.trim()
  if (ADDRESS.test(trimmed)) return 'address'
  if (/^(?:19|20)\d\d$/u.test(trimmed)) return 'year'
  if (VERSION.test(trimmed) || /^v?\d+(?:\.\d+)* LTS$/iu.test(trimmed)) return 'version'
  if (NUMBER.test(trimmed)) return 'number'
  return /[\p{L}\p{N}]/u.test(trimmed) ? 'word' : 'marks'
}

/** True when one text may take the place of the other: a word never becomes a number, nor an address a word. */
export function areOfOneKind(from: string, to: string): boolean {
  if (to === '') return true
  const [old, fresh] = [kindOfText(from), kindOfText(to)]
  const isNumeric = (kind: TextKind) => kind === 'version' || kind === 'year' || kind === 'number'
  return old === fresh || (isNumeric(old) && isNumeric(fresh))
}
