import { describe, expect, it } from 'vitest'
import { generateSite } from '../../bench/docs-jobs/clean-site.ts'
import type { Case } from '../../bench/docs-jobs/kinds/kind.ts'
import { KINDS } from '../../bench/docs-jobs/kinds/kinds.ts'
import { score } from '../../bench/docs-jobs/score.ts'
import { checkSite } from '../../src/site/check/check-site.ts'
import { siteFromTexts } from '../../src/site/read/site-from-texts.ts'
import { createRandom } from '../support/random.ts'

const site = (product: string, seed = 7) => generateSite({ seed, pages: 80, product })
const clean = site('Signal')

function make(name: string): Case {
  const kind = KINDS.find((one) => one.name === name)!
  return kind.make({ clean, random: createRandom(7, name), faults: 12, withProduct: (product) => site(product) })
}

describe('the site of the benchmark', () => {
  it('has nothing wrong with it, and is the same at every call', () => {
    expect(checkSite(siteFromTexts(clean))).toEqual([])
    expect(site('Signal')).toEqual(clean)
    expect(site('Signal', 8)).not.toEqual(clean)
  })
})

describe.each(KINDS.map(({ name }) => name))('the score for %s', (name) => {
  const made = make(name)

  it('is full for the answer itself', () => {
    const { faults, fixed, attempted, collateralLines, newProblems } = score(made, made.answer)
    expect(faults).toBeGreaterThanOrEqual(10)
    expect({ fixed, attempted, collateralLines, newProblems }).toEqual({
      fixed: faults,
      attempted: faults,
      collateralLines: 0,
      newProblems: 0,
    })
  })

  it('is nothing for an agent that changes nothing', () => {
    expect(score(made, made.faulty)).toMatchObject({ fixed: 0, attempted: 0, collateralLines: 0, newProblems: 0 })
  })

  it('counts a line that should have stayed, and one that came for no reason', () => {
    const page = 'changelog.mdx'
    const text = made.answer[page]!
    const changed = { ...made.answer, [page]: `${text.replace('Fixed a delay', 'Repaired a delay')}One more line.\n` }
    expect(score(made, changed)).toMatchObject({ fixed: score(made, made.answer).faults, collateralLines: 2 })
  })
})

describe('the score', () => {
  const faulty = { 'a.md': '# A\n\n[b](c.md#x) and text\n\nlast\n', 'b.md': '# B\n\n## X\n' }
  const answer = { ...faulty, 'a.md': '# A\n\n[b](b.md#x) and text\n\nlast\n' }
  const after = (page: string) => score({ faulty, answer }, { ...faulty, 'a.md': page })

  it('takes another way to write the same link', () => {
    expect(after('# A\n\n[b](./b.md#x) and text\n\nlast\n')).toMatchObject({ faults: 1, fixed: 1, collateralLines: 0 })
  })

  it('tells a wrong repair from one that was not tried', () => {
    expect(after('# A\n\n[b](b.md) and text\n\nlast\n')).toMatchObject({ fixed: 0, attempted: 1, collateralLines: 0 })
  })

  it('counts what was changed beside a fault', () => {
    expect(after('# A\n\n[b](b.md#x) and text\nmore\n\nlast!\n')).toMatchObject({ fixed: 1, attempted: 1, collateralLines: 2 })
  })

  it('counts a problem that the agent brought in', () => {
    expect(after('# A\n\n[b](b.md#x) and text\n\n[last](gone.md)\n')).toMatchObject({ newProblems: 1, collateralLines: 1 })
  })

  it('counts every line of a page that is gone', () => {
    expect(score({ faulty, answer }, { 'a.md': answer['a.md'] })).toMatchObject({ fixed: 1, collateralLines: 4 })
  })
})
