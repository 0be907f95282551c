const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
  ['copy', '©'],
  ['reg', '®'],
])

/** Resolves the character references that occur in targets and headings. An unknown name stays as it is. */
export function unescapeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED.get(String(name)) ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  })
}

/** Resolves backslash escapes and character references, as CommonMark does in targets. */
export function unescapeMarkdown(text: string): string {
  return unescapeEntities(text.includes('\\') ? text.replace(/\\([!-/:-@[-`{-~])/g, '$1') : text)
}
