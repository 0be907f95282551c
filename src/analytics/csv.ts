/** Rows of a table as CSV (RFC 4180), the header first. Lines end in CR LF. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return toCsvLines([header, ...rows])
}

export type CsvValue = string | number | null

export function toCsvLines(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map((value) => toCsvCell(value)).join(',')}\r\n`).join('')
}

/** A text that a spreadsheet would run as a formula gets a quote in front: paths and user agents are written by strangers. */
export function toCsvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
