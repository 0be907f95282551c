import { asTyped } from './as-typed.ts'

/** Prints for people, or the same as JSON for programs. */
export function print(isJson: boolean, value: unknown, text: string | (() => string)): void {
  const words = isJson ? JSON.stringify(value) : asTyped(typeof text === 'string' ? text : text())
  process.stdout.write(`${words}\n`)
}

/** Columns as wide as their widest cell. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  '))
    .join('\n')
}

export function toDateTime(time: number | null): string {
  return time === null ? '-' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
