import type { Job } from '../../../../client/index.ts'
import { Problem } from '../../components/states.tsx'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

interface ChoicesProps {
  projectId: string
  job: Job
  onSent: () => void
}

/** What the instruction may have meant; a click says which. */
export function Choices({ projectId, job: { id, choices = [], status }, onSent }: ChoicesProps) {
  const send = useAction(async (choice: string) => {
    await projectClient(projectId).sendMessage(id, choice)
    onSent()
  })
  if (choices.length === 0 || !canWrite.value || status === 'archived') return null
  return (
    <fieldset class="choices card" disabled={send.isBusy}>
      <legend>Which one do you mean?</legend>
      {choices.map((choice) => (
        <button key={choice} type="button" onClick={() => void send.run(choice)}>
          {choice}
        </button>
      ))}
      <Problem error={send.problem} />
    </fieldset>
  )
}
