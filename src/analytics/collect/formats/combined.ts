import { hasHostInFront } from './ip-address.ts'
import type { LogFormat } from './log-format.ts'
import { parseClf } from './parse-clf.ts'
import { createCombinedScanner } from './scan/scan-combined.ts'

/** The default of nginx, and `combined` of Apache (httpd.apache.org/docs/2.4/logs.html). Further fields may follow. */
export const combined: LogFormat = {
  name: 'combined',
  parse: (line) => (hasHostInFront(line) ? 'not-in-format' : parseClf(line, 0, 'agent')),
  createScanner: createCombinedScanner,
}
