// How many ordinary instructions become the right change: messages as people write them to a colleague, on documentation that nobody
// wrote for this. docs/benchmark.md has the method, and the figures of sets that nothing was tuned to.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Instruction, Verdict } from './instructions/instruction.ts'
import { judge } from './instructions/judge.ts'
import { readBenchSite } from './instructions/sites.ts'
import { work } from './instructions/work.ts'

const SETS = join(import.meta.dirname, 'instructions')

export async function run(words: string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({
    args: words,
    options: { id: { type: 'string', multiple: true }, why: { type: 'boolean', default: false } },
  })
  const counts: Record<Verdict, number> = { right: 0, wrong: 0, refused: 0, damaged: 0 }
  const instructions = readSets().filter(({ id }) => !values.id || values.id.includes(id))
  let inScope = 0
  let rightInScope = 0
  for (const instruction of instructions) {
    const site = readBenchSite(instruction.site)
    const { files, summaries } = await work(site, [instruction.instruction, ...(instruction.followUps ?? [])])
    const { verdict, why } = judge(instruction, site, files)
    counts[verdict] += 1
    if (instruction.expect !== 'refusal') {
      inScope += 1
      if (verdict === 'right') rightInScope += 1
    }
    console.log(`${instruction.id.padEnd(5)} ${instruction.site.padEnd(9)} ${verdict.padEnd(8)} ${why}`)
    if (values.why && verdict !== 'right') console.log(`\n${instruction.instruction}\n\n${summaries.join('\n\n')}\n`)
  }
  const { refused, wrong, damaged } = counts
  const share = Math.round((1000 * rightInScope) / Math.max(inScope, 1)) / 1000
  return { instructions: instructions.length, right_share: share, refused, wrong, damaged }
}

function readSets(): Instruction[] {
  const names = readdirSync(SETS).filter((name) => /^set-\d+\.json$/.test(name))
  return names.flatMap((name) => JSON.parse(readFileSync(join(SETS, name), 'utf8')) as Instruction[])
}
