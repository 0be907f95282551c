// Runs the cases and prints a line of JSON for each, so that a test can have them run by another user of the machine.
import { AGENT_CASES } from './malicious-agents.ts'
import { runCase } from './malicious-lab.ts'
import { SETTINGS_CASES } from './malicious-settings.ts'
import { TREE_CASES } from './malicious-trees.ts'

const only = process.argv[2]
for (const one of [...SETTINGS_CASES, ...TREE_CASES, ...AGENT_CASES])
  if (!only || one.name.includes(only)) process.stdout.write(`${JSON.stringify(await runCase(one))}\n`)
