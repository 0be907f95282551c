import type { JobEvent } from '../../../../client/index.ts'

/** What a run does, in words for those who wait for it, and the steps of the service that belong to each. */
const STAGES = [
  ['Get the repository', ['mirror']],
  ['Edit pages', ['agent']],
  ['Check', ['policy', 'commit']],
  ['Push', ['push']],
  ['Pull request', ['pull-request']],
] as const

type StageState = 'done' | 'now' | 'next'

/** How far a run is. */
export function Stepper({ events }: { events: JobEvent[] }) {
  const states = stagesOf(events)
  return (
    <ol class="stepper" aria-label="Progress">
      {STAGES.map(([name], index) => (
        <li key={name} class={states[index]} aria-current={states[index] === 'now' ? 'step' : undefined}>
          {name}
          {states[index] === 'done' && <span class="hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}

/** Of the last run: what came before the last instruction belongs to another one. */
export function stagesOf(events: JobEvent[]): StageState[] {
  const start = events.findLastIndex(({ kind }) => kind === 'message')
  const done = new Set<string>()
  for (const { kind, data } of events.slice(start + 1)) if (kind === 'step' && data.state !== 'started') done.add(data.name)
  const reached = STAGES.findIndex(([, steps]) => !steps.every((step) => done.has(step)))
  const now = reached === -1 ? STAGES.length : reached
  return STAGES.map((_, index) => (index < now ? 'done' : index === now ? 'now' : 'next'))
}
