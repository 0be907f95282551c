import { matchesGlob } from 'node:path'
import type { Files } from '../docs-jobs/clean-site.ts'
import type { Expected, Instruction, Verdict } from './instruction.ts'

/** Judges what an instruction made of a site, and says why. */
export function judge({ expect }: Instruction, before: Files, after: Files): { verdict: Verdict; why: string } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path])
  if (expect === 'refusal') {
    const [first] = changed
    return first === undefined ? { verdict: 'right', why: '' } : { verdict: 'damaged', why: `${first} was changed` }
  }
  const damage = damageIn(expect, before, after, changed)
  if (damage !== null) return { verdict: 'damaged', why: damage }
  if (changed.length === 0) return { verdict: 'refused', why: '' }
  const missing = missingIn(expect, after)
  return missing === null ? { verdict: 'right', why: '' } : { verdict: 'wrong', why: missing }
}

function damageIn({ touches, keeps = [] }: Expected, before: Files, after: Files, changed: string[]): string | null {
  const outside = changed.find((path) => !touches.some((glob) => matchesGlob(path, glob)))
  if (outside !== undefined) return `${outside} was changed`
  for (const [glob, text] of keeps) {
    const [was, is] = [count(before, glob, text), count(after, glob, text)]
    if (was !== is) return `${JSON.stringify(text)} is in ${glob} ${is} times, and was ${was} times`
  }
  return null
}

function missingIn({ has = [], lacks = [], exists = [], gone = [] }: Expected, after: Files): string | null {
  for (const [glob, text, wanted] of has) {
    const found = count(after, glob, text)
    if (wanted === undefined ? found === 0 : found !== wanted)
      return `${JSON.stringify(text)} is in ${glob} ${found} times instead of ${wanted ?? 'at least once'}`
  }
  for (const [glob, text] of lacks) {
    if (count(after, glob, text) > 0) return `${JSON.stringify(text)} is still in ${glob}`
  }
  const absent = exists.find((path) => after[path] === undefined)
  if (absent !== undefined) return `${absent} does not exist`
  const present = gone.find((path) => after[path] !== undefined)
  return present === undefined ? null : `${present} still exists`
}

function count(files: Files, glob: string, text: string): number {
  let found = 0
  for (const [path, content] of Object.entries(files)) if (matchesGlob(path, glob)) found += content.split(text).length - 1
  return found
}
