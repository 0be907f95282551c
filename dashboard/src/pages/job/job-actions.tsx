import { useState } from 'preact/hooks'
import type { Job } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Problem } from '../../components/states.tsx'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

export function JobActions({ projectId, job, onDone }: { projectId: string; job: Job; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const client = projectClient(projectId)
  const act = useAction(async (what: 'archiveJob' | 'unarchiveJob') => {
    await client[what](job.id)
    onDone()
    if (what === 'archiveJob') announce('Job archived.', () => void act.run('unarchiveJob'))
  })
  if (!canWrite.value) return null
  return (
    <>
      {job.status === 'active' && (
        <button type="button" onClick={() => setAsking(true)}>
          Cancel job
        </button>
      )}
      {/* An active one would be stopped by it, which can't be undone. */}
      {job.status !== 'active' && (
        <button
          type="button"
          disabled={act.isBusy}
          onClick={() => void act.run(job.status === 'archived' ? 'unarchiveJob' : 'archiveJob')}
        >
          {job.status === 'archived' ? 'Unarchive' : 'Archive'}
        </button>
      )}
      <Problem error={act.problem} />
      {isAsking && (
        <Confirm
          title="Cancel this job?"
          verb="Cancel job"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await client.cancelJob(job.id)
            onDone()
          }}
        >
          <p>The agent stops where it is. Work that it hasn’t pushed is lost.</p>
        </Confirm>
      )}
    </>
  )
}
