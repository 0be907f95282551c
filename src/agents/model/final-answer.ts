/** What is told to a model whose answer is not the end. */
export const CALL_AS_TEXT =
  'You wrote a call of a tool into your answer, so nothing was carried out. Call the tool itself, with its arguments, and write nothing around it.'
export const NOTHING_CHANGED =
  'No file has changed so far, but your answer says that something was done. If there is work to do, do it with the tools now. If there is none, answer that nothing was changed, and why.'

/** How models write calls when they do not know how to make them, or when a server does not recognise them. */
const WRITTEN_CALL =
  /<\/?(?:tool_call|function_call|function_calls|invoke|tool_use)\b|<function=|<\|(?:tool_call|python_tag|tool_calls_section_begin)|\[TOOL_CALLS\]|"(?:name|tool|function)"\s*:\s*"([a-z_]+)"\s*,\s*"(?:arguments|parameters|input|args)"\s*:/u

/** What says that something was done, and what says that it was not. */
const CLAIM =
  /\b(?:updated|changed|renamed|added|removed|replaced|fixed|moved|created|deleted|edited|rewrote|rewritten|corrected|wrote|merged|inserted)\b/iu
const DENIAL = /\b(?:nothing|no (?:files?|pages?|changes?)|not|cannot|unchanged|already)\b|n['’]t\b/iu

/** Whether an answer is a call of one of the tools, written as text. */
export function isWrittenCall(answer: string, toolNames: ReadonlySet<string>): boolean {
  const found = WRITTEN_CALL.exec(answer)
  return found !== null && (found[1] === undefined || toolNames.has(found[1]))
}

/** Whether an answer says that something was done. */
export function claimsChanges(answer: string): boolean {
  return CLAIM.test(answer) && !DENIAL.test(answer)
}

/** The answer of a run that changed nothing, for people: they must not take it for a success. */
export function withoutChanges(summary: string): string {
  return claimsChanges(summary)
    ? `No file was changed. The model's answer, which doesn't fit that:\n\n${quoted(summary)}`
    : summary
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}
