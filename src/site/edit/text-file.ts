import { isUtf8 } from 'node:buffer'

/** A text as the commands see it, with what is needed to write it back byte for byte. */
export interface TextFile {
  /** Without a byte order mark; with `\n` only, unless the file mixes its line endings. */
  text: string
  hasByteOrderMark: boolean
  hasWindowsLineEndings: boolean
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Reads UTF-8. Null for binary content and for every other encoding, which would not survive being written back. */
export function decodeText(bytes: Buffer): TextFile | null {
  if (!isUtf8(bytes)) return null
  const raw = bytes.toString('utf8')
  if (raw.includes('\0')) return null
  const hasByteOrderMark = raw.startsWith(BYTE_ORDER_MARK)
  const text = hasByteOrderMark ? raw.slice(1) : raw
  // A file that mixes both endings keeps them: turning all of them into one kind would touch lines that nobody asked about.
  const hasWindowsLineEndings = text.includes('\r\n') && !/(?<!\r)\n/u.test(text) && !/\r(?!\n)/u.test(text)
  return { text: hasWindowsLineEndings ? text.replaceAll('\r\n', '\n') : text, hasByteOrderMark, hasWindowsLineEndings }
}

export function encodeText(file: TextFile): Buffer {
  const text = file.hasWindowsLineEndings ? file.text.replaceAll('\n', '\r\n') : file.text
  return Buffer.from(file.hasByteOrderMark ? BYTE_ORDER_MARK + text : text, 'utf8')
}
