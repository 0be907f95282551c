import type { PageRule } from '../page-rules.ts'
import { readFields, splitFrontMatter, withField } from './front-matter-fields.ts'

/** Ends one-line texts of a field with a full stop, unless they end with a mark already. */
export function endWithFullStop(name: string): PageRule {
  return (page) => {
    const { matter } = splitFrontMatter(page)
    const value = matter === null ? undefined : readFields(matter)?.get(name)
    if (typeof value !== 'string' || value.trim() === '' || /[.!?…。！？:;]["'”’)\]]?$/u.test(value.trim()))
      return { page, changes: [] }
    const line = new RegExp(`^${name}:[ \t]*(?<value>.*?)[ \t]*$`, 'mu').exec(matter!)
    const written = line?.groups?.['value'] ?? ''
    const at = page.indexOf('\n') + 1 + (line?.index ?? 0)
    const end = at + (line?.[0].trimEnd().length ?? 0)
    // In place, so that the quotes of the value stay as they are.
    const quote = /^(["']).*\1$/u.exec(written)?.[1]
    if (line && quote !== undefined)
      return { page: `${page.slice(0, end - 1)}.${page.slice(end - 1)}`, changes: [`${name} ends with a full stop`] }
    if (line && written === value)
      return { page: `${page.slice(0, end)}.${page.slice(end)}`, changes: [`${name} ends with a full stop`] }
    const rewritten = withField(page, name, `${value.trim()}.`)
    return rewritten === null
      ? { page, changes: [], left: [{ what: `its ${name} goes over several lines` }] }
      : { page: rewritten, changes: [`${name} ends with a full stop`] }
  }
}
