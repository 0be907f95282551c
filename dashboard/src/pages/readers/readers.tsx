import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { TextField } from '../../components/fields.tsx'
import { Filters } from '../../components/filters.tsx'
import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { RangePicker } from '../../components/range-picker.tsx'
import { wallNow } from '../../lib/now.ts'
import { readRange } from '../../lib/range.ts'
import { query, setQuery, withQuery } from '../../lib/router.ts'
import { canWrite, user, visitorPass } from '../../lib/session.ts'
import { ClassField, readWho } from '../loop/class-field.tsx'
import { AgentFilter } from './agent-filter.tsx'
import { AgentTable } from './agent-table.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { ExclusionTable } from './exclusion-table.tsx'
import { Headline } from './headline.tsx'
import { OperatorTable } from './operator-table.tsx'
import { PageTable } from './page-table.tsx'
import { type Question, withAgentRange } from './question.ts'
import { NotesButton } from './notes.tsx'
import { Realtime } from './realtime.tsx'
import { ReferrerTable } from './referrer-table.tsx'
import { ShareButton } from './share-dialog.tsx'
import { VisitorTable } from './visitor-table.tsx'

const TABS = [
  ['pages', 'Pages', PageTable],
  ['agents', 'AI agents', AgentTable],
  ['operators', 'AI companies', OperatorTable],
  ['referrers', 'Referrers', ReferrerTable],
  ['breakdown', 'Breakdown', BreakdownTable],
  ['visitors', 'Visitors', VisitorTable],
  ['left-out', 'Excluded traffic', ExclusionTable],
] as const

export function Readers({ project }: { project: Project }) {
  const asked = query.value
  // Until the answer says otherwise: nearly every project has views, and its tables need not wait for the chart.
  const [hasViews, setHasViews] = useState(true)
  const agentFilter = asked.get('agent') ?? ''
  const question: Question = {
    project,
    range: withAgentRange(readRange(asked, wallNow(project)), agentFilter),
    pathFilter: asked.get('path') ?? '',
    classFilter: readWho(),
    agentFilter,
  }
  const [tab, , Table] = TABS.find(([name]) => name === asked.get('tab')) ?? TABS[0]
  // What the tables depend on; the minute of the day is not part of it.
  const { range, project: _, ...filters } = question
  const key = JSON.stringify([tab, project.projectId, range.dateFrom, range.dateTo, filters])
  return (
    <Page
      title="Readers"
      lead={
        <p class="faint">
          Who reads {visitorPass.value === null ? 'your documentation' : project.name}: people and AI, page by page.
        </p>
      }
      actions={
        user.value && (
          <>
            {canWrite.value && <NotesButton project={project} />}
            <ShareButton projectId={project.projectId} />
          </>
        )
      }
    >
      <Filters first={<RangePicker range={question.range} />} names={['class', 'agent', 'path']}>
        <ClassField />
        <AgentFilter {...question} />
        <PathFilter key={question.pathFilter} value={question.pathFilter} />
      </Filters>
      <Headline {...question} now={wallNow(project)} onLoaded={setHasViews} />
      {hasViews && (
        <>
          <Realtime project={project} />
          <nav class="tabs" aria-label="Tables">
            {TABS.map(([name, text]) => (
              <Link key={name} to={withQuery({ tab: name, sort: null, offset: null })} current={name === tab}>
                {text}
              </Link>
            ))}
          </nav>
          {question.agentFilter !== '' && tab !== 'pages' && (
            <p class="faint">This table covers all agents. Only pages and the chart can be filtered by agent.</p>
          )}
          <Table key={key} {...question} />
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
        label="Page"
        type="search"
        placeholder="/guides/*"
        value={text}
        onInput={(next) => {
          setText(next)
          // The cross of a search field empties it without submitting it.
          if (next === '') setQuery({ path: null, offset: null })
        }}
      />
    </form>
  )
}
