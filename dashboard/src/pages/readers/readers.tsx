import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { TextField } from '../../components/fields.tsx'
import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { readRange } from '../../lib/range.ts'
import { query, setQuery, withQuery } from '../../lib/router.ts'
import { ClassField, readWho } from '../loop/class-field.tsx'
import { AgentFilter } from './agent-filter.tsx'
import { AgentTable } from './agent-table.tsx'
import { ExclusionTable } from './exclusion-table.tsx'
import { Overview } from './overview.tsx'
import { PageTable } from './page-table.tsx'
import type { Question } from './question.ts'
import { ReferrerTable } from './referrer-table.tsx'
import { VisitorTable } from './visitor-table.tsx'

const TABS = [
  ['pages', 'Pages', PageTable],
  ['agents', 'Agents', AgentTable],
  ['referrers', 'Referrers', ReferrerTable],
  ['visitors', 'Visitors', VisitorTable],
  ['left-out', 'Left out', ExclusionTable],
] as const

export function Readers({ project }: { project: Project }) {
  const asked = query.value
  // Read once, so that everything on the page is about the same days, also at midnight.
  const [now] = useState(() => Date.now())
  const range = readRange(asked, now)
  // Until the answer says otherwise: nearly every project has views, and its tables need not wait for the chart.
  const [hasViews, setHasViews] = useState(true)
  const classFilter = readWho()
  const question: Question = {
    project,
    range,
    pathFilter: asked.get('path') ?? '',
    classFilter,
    agentFilter: asked.get('agent') ?? '',
  }
  const [tab, , Table] = TABS.find(([name]) => name === asked.get('tab')) ?? TABS[0]
  return (
    <Page title="Readers">
      <div class="toolbar">
        <RangePicker range={range} />
        <ClassField />
        <AgentFilter {...question} />
        <PathFilter value={question.pathFilter} />
      </div>
      <Overview {...question} onLoaded={setHasViews} />
      {hasViews && (
        <>
          <nav class="tabs" aria-label="Tables">
            {TABS.map(([name, text]) => (
              <Link key={name} to={withQuery({ tab: name, sort: null, offset: null })} current={name === tab}>
                {text}
              </Link>
            ))}
          </nav>
          {question.agentFilter !== '' && tab !== 'pages' && (
            <p class="faint">This table is about all agents: only pages and the chart are kept by agent.</p>
          )}
          <Table key={JSON.stringify([tab, { ...question, project: project.projectId }])} {...question} />
        </>
      )}
    </Page>
  )
}

function PathFilter({ value }: { value: string }) {
  const [text, setText] = useState(value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setQuery({ path: text.trim(), offset: null })
      }}
    >
      <TextField
        label="Path"
        type="search"
        placeholder="/guides/*"
        value={text}
        onInput={(next) => {
          setText(next)
          // The cross of a search field empties it and tells nobody to submit.
          if (next === '') setQuery({ path: null, offset: null })
        }}
      />
    </form>
  )
}
