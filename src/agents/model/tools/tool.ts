import type { z } from 'zod'
import type { AgentTask } from '../../agent.ts'
import type { ConfinedFiles } from '../../files/confined-files.ts'

/** What a tool can reach: the files of the workspace, and what the pipeline offers. No network, no programs, no settings. */
export interface ToolContext {
  files: ConfinedFiles
  /** The same files for changes by rule: they do not count against the number of files that a model may rewrite. */
  wideFiles: ConfinedFiles
  task: Pick<AgentTask, 'directory' | 'facts' | 'mayEdit' | 'check' | 'diff' | 'signal' | 'emit'>
  /** The longest answer that a tool should give: it follows from what the model takes in at once. */
  answerCharactersMax: number
}

/** Something that the model can do. It throws a `Refusal` for what it does not do. */
export interface Tool<Input = never> {
  /** For the model: what it does, and when to use it. */
  description: string
  input: z.ZodType<Input>
  /** Which fields are paths: of files that are there, and others. They may be written in several ways. */
  paths?: { existing?: readonly string[]; places?: readonly string[] }
  run(input: Input, context: ToolContext): Promise<string>
}

/** Lets the type of the input follow from its schema. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as Tool
}

/** A part of a long list, and how to see the rest. */
export function showPage(lines: readonly string[], { from, max, what }: { from: number; max: number; what: string }): string {
  const shown = lines.slice(from - 1, from - 1 + max)
  if (shown.length === 0) return `There are ${lines.length} ${what}, and none from ${from} on.`
  if (shown.length === lines.length) return shown.join('\n')
  const end = from - 1 + shown.length
  const next = end < lines.length ? ` Call again with from: ${end + 1} to see more.` : ''
  return [...shown, `${what} ${from} to ${end} of ${lines.length}.${next}`].join('\n')
}

/** Keeps an answer of a tool at a size that a model can take in; what is cut is said. */
export function listLines(lines: readonly string[], max: number, what: string): string {
  const shown = lines.slice(0, max)
  if (lines.length > max) shown.push(`… and ${lines.length - max} more ${what}. Ask for something narrower to see them.`)
  return shown.join('\n')
}
