import { createWorkspace } from '../../git/workspace.ts'
import type { Usage } from '../job.ts'
import type { Run } from '../pipeline.ts'
import { listMessages } from '../store.ts'
import type { Sources } from './sync-mirror.ts'

export interface Work {
  /** The files as the agent left them; equal to the tree it started from when it changed nothing. */
  tree: string
  model: string
  title: string
  summary: string
  usage: Usage
}

/** Lets the agent edit a copy of the files. */
export async function runAgent({ deps, job, message, mirror, folder, signal }: Run, sources: Sources): Promise<Work> {
  const agent = deps.agentFor(job)
  const earlier = (await listMessages(deps.database, job.id)).filter((other) => other.seq < message.seq && other.state === 'done')
  const history = earlier.map(({ prompt, summary }) => ({ prompt, summary: summary ?? '' }))
  const workspace = await createWorkspace(deps.git, mirror, folder, sources.parent, signal)
  try {
    const { summary, title, usage } = await agent.run({ directory: workspace.directory, prompt: message.prompt, history, signal })
    return { tree: await workspace.writeTree(), model: agent.model, title, summary, usage }
  } finally {
    await workspace.remove()
  }
}
