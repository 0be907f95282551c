import { hasHostInFront } from './ip-address.ts'
import type { LogFormat } from './log-format.ts'
import { parseClf } from './parse-clf.ts'

/** `common` of Apache: no user agent, so that nothing in it tells people and programs apart. */
export const common: LogFormat = {
  name: 'common',
  parse: (line) => (hasHostInFront(line) ? 'not-in-format' : parseClf(line, 0, 'none')),
}
