import type { z } from 'zod'
import type { AgentTask } from '../../agent.ts'
import type { ConfinedFiles } from '../../files/confined-files.ts'

/** What a tool can reach: the files of the workspace, and what the pipeline offers. No network, no programs, no settings. */
export interface ToolContext {
  files: ConfinedFiles
  /** The same files for changes by rule: they do not count against the number of files that a model may rewrite. */
  wideFiles: ConfinedFiles
  task: Pick<AgentTask, 'directory' | 'facts' | 'check' | 'signal' | 'emit'>
}

/** Something that the model can do. It throws a `Refusal` for what it does not do. */
export interface Tool<Input = never> {
  /** For the model: what it does, and when to use it. */
  description: string
  input: z.ZodType<Input>
  run(input: Input, context: ToolContext): Promise<string>
}

/** Lets the type of the input follow from its schema. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}

/** Keeps an answer of a tool at a size that a model can take in; what is cut is said. */
export function listLines(lines: readonly string[], max: number, what: string): string {
  const shown = lines.slice(0, max)
  if (lines.length > max) shown.push(`… and ${lines.length - max} more ${what}. Ask for something narrower to see them.`)
  return shown.join('\n')
}
