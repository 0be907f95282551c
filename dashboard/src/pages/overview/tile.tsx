import type { ComponentChildren } from 'preact'
import { Loaded } from '../../components/states.tsx'
import type { Answer } from '../../lib/use-request.ts'

interface TileProps<Result> {
  title: string
  answer: Answer<Result>
  more?: ComponentChildren
  isEmpty: (data: Result) => boolean
  empty: string
  children: (data: Result) => ComponentChildren
}

export function Tile<Result>({ title, answer, more, isEmpty, empty, children }: TileProps<Result>) {
  return (
    <section class="tile card">
      <div class="section-head">
        <h2>{title}</h2>
        {more}
      </div>
      <Loaded answer={answer} rows={3}>
        {(data) => (isEmpty(data) ? <p class="faint">{empty}</p> : children(data))}
      </Loaded>
    </section>
  )
}
