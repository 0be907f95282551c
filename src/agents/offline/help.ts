import type { Command } from './reading.ts'

/** What the agent can do and what to set for everything else, for the person whose instruction it did not understand. */
export function writeHelp(commands: readonly Command[]): string {
  const examples = commands.flatMap((command) => command.examples.slice(0, 1)).map((example) => `- ${example}`)
  return [
    'This project uses the offline agent: it needs no model and no key, and it carries out only what it understands with certainty. It understands, for example:',
    [...examples, '- Undo that; only in guides/; also in code blocks; do the same for "another term"'].join('\n'),
    'For instructions that need a writer, configure a model: set `DOCWRIGHT_MODEL` (for example `anthropic/MODEL` or `openai/MODEL`) and `ANTHROPIC_API_KEY` or `OPENAI_API_KEY` on the service, then give this project the agent `model`: `docwright project set ID --agent model`.',
  ].join('\n\n')
}
