import type { Installation, Serving } from '../../test/support/docwright-process.ts'
import type { Kind } from './kinds/kind.ts'

/** A model may think for a while; an agent that is not done by then has failed. */
const JOB_MINUTES_MAX = 35

export interface JobRunner {
  installation: Installation
  service: Serving
  repository: string
  agent: string
}

export interface Usage {
  seconds: number
  tokens: number
  cost: number
}

export interface Ran extends Usage {
  /** The branch of the pull request; null when the agent changed nothing. */
  branch: string | null
  /** Why a job failed. */
  note: string
}

/** Posts the job over HTTP to a project of its own, and waits for its end. */
export async function runJob({ installation, service, repository, agent }: JobRunner, kind: Kind, ref: string): Promise<Ran> {
  const words = ['project', 'create', kind.name, '--repository', repository, '--ref', ref, '--agent', agent]
  const { projectId } = (await installation.json(words)) as { projectId: string }
  const { key } = (await installation.json(['key', 'create', '--project', projectId])) as { key: string }
  const ask = async (path: string, json?: object) => {
    const answer = await fetch(`${service.url}/v2/agent/${projectId}/${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: json ? JSON.stringify(json) : null,
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Job
  }
  const start = performance.now()
  let job = await ask('job', { prompt: kind.prompt })
  while (job.status === 'active' && performance.now() - start < JOB_MINUTES_MAX * 60_000)
    job = await ask(`job/${job.id}?wait=60&include=usage,failure`)
  return {
    branch: job.prLink === null ? null : `docwright/${job.id}`,
    note: job.status === 'completed' ? '' : (job.failure?.message ?? job.status),
    seconds: (performance.now() - start) / 1000,
    tokens: (job.usage?.inputTokens ?? 0) + (job.usage?.outputTokens ?? 0),
    cost: job.usage?.costUsd ?? 0,
  }
}

interface Job {
  id: string
  status: string
  prLink: string | null
  failure?: { message: string } | null
  usage?: { inputTokens: number; outputTokens: number; costUsd: number } | null
}
