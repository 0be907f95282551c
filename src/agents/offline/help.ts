import type { Command } from './reading.ts'

/** What the agent can do, for the person whose instruction it did not understand. */
export function writeHelp(commands: readonly Command[]): string {
  const examples = commands.flatMap((command) => command.examples.slice(0, 1)).map((example) => `- ${example}`)
  return [
    'The offline agent needs no model and no key, and carries out only what it understands with certainty. It understands, for example:',
    [...examples, '- Undo that; only in guides/; also in code blocks; do the same for "another term"'].join('\n'),
  ].join('\n\n')
}
