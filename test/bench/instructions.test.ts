import { readFileSync, readdirSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Expected, Instruction } from '../../bench/instructions/instruction.ts'
import { judge } from '../../bench/instructions/judge.ts'
import { readBenchSite } from '../../bench/instructions/sites.ts'

const SITE = { 'docs/a.md': 'The Web editor.\n`Web editor`\n', 'docs/b.md': 'The Web editor.\n', 'README.md': 'Web editor' }
const EXPECTED: Expected = {
  touches: ['docs/*.md'],
  has: [['docs/*.md', 'The Studio.', 2]],
  lacks: [['docs/*.md', 'The Web editor.']],
  keeps: [['docs/*.md', '`Web editor`']],
}
const renamed = (text: string) => text.replace('The Web editor.', 'The Studio.')
const RIGHT = { ...SITE, 'docs/a.md': renamed(SITE['docs/a.md']), 'docs/b.md': renamed(SITE['docs/b.md']) }
const verdict = (after: Record<string, string>, expect: Instruction['expect'] = EXPECTED) =>
  judge({ id: '1', site: 'x', instruction: '', expect }, SITE, after).verdict

describe('the judge of instructions', () => {
  it.each([
    ['right', 'all that was asked for', RIGHT],
    ['wrong', 'half of it', { ...SITE, 'docs/a.md': RIGHT['docs/a.md'] }],
    ['refused', 'nothing', SITE],
    ['damaged', 'a file that nobody meant', { ...RIGHT, 'README.md': 'Studio' }],
    ['damaged', 'a text that has to stay', { ...RIGHT, 'docs/a.md': 'The Studio.\n`Studio`\n' }],
    ['damaged', 'a file that is gone', { 'docs/a.md': RIGHT['docs/a.md'], 'docs/b.md': RIGHT['docs/b.md'] }],
  ])('says %s of a site with %s changed', (expected, _, after) => {
    expect(verdict(after)).toBe(expected)
  })

  it('wants an instruction refused that is none for this agent', () => {
    expect(verdict(SITE, 'refusal')).toBe('right')
    expect(verdict(RIGHT, 'refusal')).toBe('damaged')
  })
})

const SETS = join(import.meta.dirname, '..', '..', 'bench', 'instructions')
const INSTRUCTIONS = readdirSync(SETS)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(SETS, name), 'utf8')) as Instruction[])

describe('the sets of instructions', () => {
  it('have one instruction to an id', () => {
    expect(new Set(INSTRUCTIONS.map(({ id }) => id)).size).toBe(INSTRUCTIONS.length)
  })

  it('expect something of the site as it is: an untouched one is judged as refused, and what has to go is there', () => {
    const sites = new Map([...new Set(INSTRUCTIONS.map(({ site }) => site))].map((name) => [name, readBenchSite(name)]))
    const idle = INSTRUCTIONS.filter((instruction) => {
      const site = sites.get(instruction.site)!
      if (instruction.expect === 'refusal') return false
      const { keeps = [], lacks = [] } = instruction.expect
      const isThere = ([glob, text]: [string, string]) =>
        Object.entries(site).some(([path, content]) => matchesGlob(path, glob) && content.includes(text))
      return judge(instruction, site, site).verdict !== 'refused' || ![...keeps, ...lacks].every(isThere)
    })
    expect(idle.map(({ id }) => id)).toEqual([])
  })
})
