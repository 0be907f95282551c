import type { Command } from './reading.ts'

/** What the agent can do and what to set for everything else, for the person whose instruction it did not understand. */
export function writeHelp(commands: readonly Command[]): string {
  const examples = commands.flatMap((command) => command.examples.slice(0, 1)).map((example) => `- ${example}`)
  return [
    'This project uses the offline agent: it needs no model and no key, and it carries out only what it understands with certainty. It understands, for example:',
    [...examples, '- Undo that; only in guides/; also in code blocks; do the same for "another term"'].join('\n'),
    'Instructions that need a writer need an agent with a model. This version does not have one yet.',
  ].join('\n\n')
}
