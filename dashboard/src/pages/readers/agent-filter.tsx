import { SelectField } from '../../components/fields.tsx'
import { setQuery } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { type Question, datesOf } from './question.ts'

/** The most that one answer holds; agents with the most views come first. */
const AGENTS_MAX = 250

/** One of the AI agents that read in the period. The address keeps it. */
export function AgentFilter(question: Question) {
  const { project, range, agentFilter } = question
  const { data } = useRequest(async () => {
    const { agents } = await projectClient(project.projectId).getAgents({ ...datesOf(question), class: 'ai', limit: AGENTS_MAX })
    return agents.flatMap(({ agent }) => agent ?? [])
  }, [project.projectId, range.dateFrom, range.dateTo])
  const names = new Set([...(agentFilter === '' ? [] : [agentFilter]), ...(data ?? [])])
  return (
    <SelectField
      label="Agent"
      value={agentFilter}
      options={[['', 'All'] as const, ...[...names].sort().map((name) => [name, name] as const)]}
      // An agent is AI: whoever chooses one means its views, whatever was chosen before.
      onChange={(agent) => setQuery({ agent, class: null, offset: null })}
    />
  )
}
