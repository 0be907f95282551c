import type { PageRule } from '../page-rules.ts'
import { withField } from './front-matter-fields.ts'

export function setField(name: string, value: string | number | boolean): PageRule {
  return (page) => {
    const written = withField(page, name, value)
    if (written === null)
      return { page, changes: [], left: [{ what: `its front matter has a ${name} that cannot be replaced with certainty` }] }
    return { page: written, changes: written === page ? [] : [`${name} set`] }
  }
}
