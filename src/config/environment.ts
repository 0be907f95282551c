/**
 * The variables of the environment, each read as what it should be. Mistakes are gathered, so that an operator can correct all of
 * them in one go; the value that is returned in their place is never used.
 */
export class Environment {
  readonly #variables: Readonly<Record<string, string | undefined>>
  readonly mistakes: string[] = []

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#variables = variables
  }

  text(name: string): string | null {
    return this.#variables[name]?.trim() || null
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name)
    if (value === null) return fallback
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    this.mistakes.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
    return fallback
  }

  choice<T extends string>(name: string, fallback: T, options: readonly T[]): T {
    const value = this.text(name)
    if (value === null) return fallback
    const found = options.find((option) => option === value)
    if (found) return found
    this.mistakes.push(`${name} must be one of ${options.join(', ')}, not "${value}"`)
    return fallback
  }

  /** Without slashes at the end. The value is never repeated in a mistake: a database URL holds a password. */
  url(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name)
    if (value === null) return null
    const parsed = URL.canParse(value) ? new URL(value) : null
    if (parsed && protocols.includes(parsed.protocol)) return value.replace(/\/+$/, '')
    this.mistakes.push(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    return null
  }

  webUrl(name: string): string | null {
    return this.url(name, ['https:', 'http:'])
  }

  /** What stands between commas. */
  list(name: string): string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim())
    return entries.filter((entry) => entry !== '')
  }
}
