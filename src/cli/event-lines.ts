import type { JobEventBody } from '../api/schemas/job-events.ts'

/** A line on a wide screen; `--json` has the whole text. */
const TEXT_CHARACTERS_MAX = 160

/** One line for people: how long after the start, and what happened. */
export function toLine(event: JobEventBody, startedAt: number): string {
  return `${toElapsed(Date.parse(event.at) - startedAt).padStart(9)}  ${describe(event)}`
}

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 7 min`. */
export function toElapsed(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function describe(event: JobEventBody): string {
  switch (event.kind) {
    case 'message':
      return `message: ${toShort(event.data.prompt)}`
    case 'step':
      return describeStep(event.data)
    case 'tool':
      return toShort(`tool ${event.data.name} ${event.data.arguments}`)
    case 'text':
      return toShort(event.data.text)
    case 'warning':
      return `warning: ${toShort(event.data.message)}`
    case 'check':
      return `check: ${event.data.problems} ${event.data.problems === 1 ? 'problem' : 'problems'}, ${event.data.added} added, ${event.data.fixed} fixed`
    case 'usage':
      return describeUsage(event.data)
    case 'status':
      return describeStatus(event.data)
    case 'pull-request':
      return `pull request ${event.data.change}: ${event.data.link}`
    default:
      return (event as { kind: string }).kind
  }
}

type DataOf<Kind extends JobEventBody['kind']> = Extract<JobEventBody, { kind: Kind }>['data']

function describeStep({ name, state, ms }: DataOf<'step'>): string {
  if (state === 'started') return `${name} …`
  return state === 'done' ? `${name} done in ${toElapsed(ms ?? 0)}` : `${name} was already done`
}

function describeUsage({ turns, inputTokens, outputTokens, costUsd }: DataOf<'usage'>): string {
  const tokens = inputTokens + outputTokens > 0 ? `, ${inputTokens} tokens in, ${outputTokens} out` : ''
  return `used ${turns} ${turns === 1 ? 'turn' : 'turns'}${tokens}${costUsd > 0 ? `, $${costUsd.toFixed(4)}` : ''}`
}

function describeStatus({ status, failure }: DataOf<'status'>): string {
  const reason = failure ? `: ${[failure.message, failure.hint].filter(Boolean).join(' ')}` : ''
  return toShort(`job is ${status}${reason}`)
}

/** Texts come from agents and repositories: a control character in them could move the cursor or worse. */
function toShort(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const line = text.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length > TEXT_CHARACTERS_MAX ? `${characters.slice(0, TEXT_CHARACTERS_MAX - 1).join('')}…` : line
}
