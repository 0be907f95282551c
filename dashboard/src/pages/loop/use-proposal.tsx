import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import type { Proposal } from '../../lib/proposals.ts'
import { NewJobDialog } from '../jobs/new-job.tsx'

/** The dialog that a "Fix this" opens. */
export function useProposal(project: Project): { open: (proposal: Proposal) => void; dialog: ComponentChildren } {
  const [proposal, setProposal] = useState<Proposal | null>(null)
  return {
    open: setProposal,
    dialog: proposal && <NewJobDialog project={project} proposal={proposal} onClose={() => setProposal(null)} />,
  }
}
