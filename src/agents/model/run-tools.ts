import type { ModelMessage } from 'ai'
import { Fault } from '../../lib/fault.ts'
import { Refusal } from '../files/refusal.ts'
import type { ModelAnswer, ToolCall } from './call-model.ts'
import { callDigest } from './loop-detector.ts'
import { readArguments } from './tools/arguments.ts'
import type { ToolContext } from './tools/tool.ts'
import { TOOLS } from './tools/tools.ts'

export interface ToolAnswers {
  messages: ModelMessage[]
  digests: string[]
  /** True when there were calls and none of them was carried out. */
  isFruitless: boolean
  /** A limit that a call went over: the run ends with it. */
  fault: Fault | null
}

/** Carries out the calls of a turn one after the other. What goes wrong is told to the model, which mostly knows what to do then. */
export async function runTools({ calls }: ModelAnswer, context: ToolContext, callsMax: number): Promise<ToolAnswers> {
  if (calls.length === 0) return { messages: [], digests: [], isFruitless: false, fault: null }
  const answers: { call: ToolCall; text: string; isDone: boolean }[] = []
  let fault: Fault | null = null
  for (const [index, call] of calls.entries()) {
    context.task.signal.throwIfAborted()
    try {
      if (fault) throw fault
      if (index >= callsMax)
        throw new Refusal(`Not carried out: one turn takes ${callsMax} calls. Make this one in the next turn.`)
      context.task.emit?.({ kind: 'tool', data: { name: call.name, arguments: describeInput(call.input) } })
      answers.push({ call, text: await runTool(call, context), isDone: true })
    } catch (error) {
      if (error instanceof Fault) fault = error
      else if (!(error instanceof Refusal)) throw error
      answers.push({ call, text: error.message, isDone: false })
    }
  }
  const content = answers.map(({ call: { id, name }, text }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: 'text' as const, value: text },
  }))
  return {
    messages: [{ role: 'tool', content }],
    digests: answers.map(({ call: { name, input }, text }) => callDigest(name, input, text)),
    isFruitless: answers.every(({ isDone }) => !isDone),
    fault,
  }
}

/** Texts of pages, which a person sees in the diff. */
const LONG_FIELDS: ReadonlySet<string> = new Set([
  'old',
  'new',
  'content',
  'old_string',
  'new_string',
  'old_str',
  'new_str',
  'file_text',
  'contents',
])

/** The fields of a call that tell a person what it is about: mostly paths. The model may have written anything. */
function describeInput(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  return Object.entries(input)
    .filter(([name, value]) => !LONG_FIELDS.has(name) && typeof value === 'string' && value !== '')
    .map(([, value]) => String(value))
    .join(' ')
}

async function runTool({ name, input, problem }: ToolCall, context: ToolContext): Promise<string> {
  const tool = TOOLS.get(name)
  if (!tool) throw new Refusal(`There is no tool "${name.slice(0, 100)}". The tools are ${[...TOOLS.keys()].join(', ')}.`)
  if (problem !== null) throw new Refusal(`The call could not be read and was not carried out. ${problem}`)
  const answer = await tool.run(await readArguments(tool, input, context.files), context)
  const max = context.answerCharactersMax
  return answer.length > max ? `${answer.slice(0, max)}\n… The answer was cut here. Ask for less at once.` : answer
}
