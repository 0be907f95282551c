import type { LogFormat, ParsedLine } from './log-format.ts'
import { parseClf } from './parse-clf.ts'

/** The number of the request, router, server and duration: `12 "docs@docker" "http://10.0.0.5:80" 8ms`. */
const TAIL = / \d+ "[^"]*" "[^"]*" \d+ms$/

/** Traefik's default access log (doc.traefik.io/traefik/observability/access-logs, "Common Log Format"). */
export const traefikCommon: LogFormat = { name: 'traefik-common', parse }

function parse(line: string): ParsedLine {
  return line.endsWith('ms') && TAIL.test(line) ? parseClf(line, 0, 'agent') : 'not-in-format'
}
