import { Fault } from '../../../../lib/fault.ts'
import { type Field, apacheField, goaccessField, nginxField } from './pattern-fields.ts'

/** Longer ones are no formats. Also the limit of the setting. */
const PATTERN_CHARACTERS_MAX = 4_000

/** A pattern as it is worked through: what stands before each field, and behind the last one. */
export interface Pattern {
  parts: readonly PatternPart[]
  end: string
}

export interface PatternPart {
  /** What stands before the field. */
  before: string
  field: Field | null
  /** As it is written in the pattern, for people. */
  written: string
}

/** nginx's whole statement: `log_format main escape=json '…' '…';`. */
const STATEMENT = /^\s*log_format\s+\S+\s+(?:escape=\w+\s+)?(?=['"])/
const APACHE_STATEMENT = /^\s*(?:LogFormat|CustomLog\s+\S+)\s+(?=")/i
const NGINX_FIELD = /\$(?:\{(\w+)\}|(\w+))/g
/** Apache's may have conditions (`%!200{Referer}i`) and say of which of several requests they are (`%>s`). */
const PERCENT_FIELD = /%[!\d,]*[<>]?(?:\{([^{}]*)\})?(\^?[a-zA-Z^~%])/g
const IS_APACHE = /%[!\d,]*[<>]s|%[!\d,]*[<>]?\{[^{}]*\}|%l/

/**
 * Reads a pattern as it stands in somebody's configuration, in the words of GoAccess (`%h %^[%d:%t %^] "%r" %s`), of nginx
 * (`$remote_addr - …`) or of Apache (`%h %l %u %t "%r" %>s`); also with the statement around it.
 */
export function readPattern(given: string): Pattern {
  if (given.length > PATTERN_CHARACTERS_MAX) throw wrong(`is longer than ${PATTERN_CHARACTERS_MAX} characters`)
  const text = withoutStatement(given)
  const isNginx = /\$(?:\{\w+\}|[a-z]\w*)/.test(text)
  const toField = isNginx ? nginxField : IS_APACHE.test(text) ? null : goaccessField
  const parts: PatternPart[] = []
  let at = 0
  for (const match of text.matchAll(isNginx ? NGINX_FIELD : PERCENT_FIELD)) {
    const [written, braced, plain] = match
    if (written === '%%' || written === '%~') continue
    const field = isNginx ? nginxField(braced ?? plain!) : toField ? toField(plain!) : apacheField(braced, plain!)
    const before = text.slice(at, match.index).replaceAll('%%', '%').replaceAll('%~', ' ')
    const last = parts.at(-1)
    at = match.index + written.length
    // Nothing tells where one ends and the next begins: `%U%q` and `$uri$is_args$args` are read as one.
    if (before === '' && last) parts[parts.length - 1] = { ...last, field: last.field ?? field, written: last.written + written }
    else parts.push({ before, field, written })
  }
  const pattern = { parts: parts.map(asZone), end: text.slice(at) }
  checkPattern(pattern.parts)
  return pattern
}

/** A pasted statement, without its keyword, quotes and semicolon; quotes that a shell or a configuration escaped are quotes. */
function withoutStatement(given: string): string {
  const statement = STATEMENT.exec(given) ?? APACHE_STATEMENT.exec(given)
  if (!statement) return given.trim().replaceAll('\\"', '"')
  const quoted = [...given.slice(statement[0].length).matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
  const isApache = !statement[0].includes('log_format')
  return (isApache ? quoted.slice(0, 1) : quoted).map(([, one, two]) => (one ?? two!).replaceAll(/\\(["'])/g, '$1')).join('')
}

function asZone(part: PatternPart, index: number, parts: readonly PatternPart[]): PatternPart {
  const isZone = part.written === '%^' && part.before === ' ' && parts[index - 1]?.field === 'clock'
  return isZone ? { ...part, field: 'zone' } : part
}

function checkPattern(parts: readonly PatternPart[]): void {
  const has = (field: Field) => parts.some((part) => part.field === field)
  if (!has('request') && !has('target')) throw wrong('names no request (`$request`, `%r`)')
  if (!has('time') && !(has('date') && has('clock'))) throw wrong('names no time (`$time_local`, `%t`)')
}

function wrong(what: string): Fault {
  return new Fault({
    code: 'log_pattern_invalid',
    message: `The log format ${what}.`,
    hint: 'Paste the format from the configuration of nginx, Apache or GoAccess, and try it with --dry-run. See docs/log-formats.md.',
  })
}
