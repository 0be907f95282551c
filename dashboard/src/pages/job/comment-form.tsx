import type { DiffLine, Job, Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { PromptBox } from '../../components/prompt-box.tsx'
import { Problem } from '../../components/states.tsx'
import { commentPrompt } from '../../lib/comment-prompt.ts'
import { projectClient } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'
import { useDraft } from '../../lib/use-draft.ts'

interface CommentFormProps {
  project: Project
  job: Job
  path: string
  line: DiffLine
  onSent: () => void
  onClose: () => void
}

/** A comment on a line is a follow-up that says which line it is about. */
export function CommentForm({ project, job, path, line, onSent, onClose }: CommentFormProps) {
  const number = line.after ?? line.before ?? 0
  const { text, setText, drop } = useDraft(`comment.${job.id}.${path}.${number}`)
  const send = useAction(async () => {
    await projectClient(project.projectId).sendMessage(job.id, commentPrompt(project.agent, path, line, text))
    drop()
    announce('Comment sent to the agent.')
    onClose()
    onSent()
  })
  return (
    <form
      class="stack comment"
      onSubmit={(event) => {
        event.preventDefault()
        void send.run()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <PromptBox
        label={`Comment on line ${number}`}
        hint="The agent reads it with the file and the line, and updates the pull request."
        rows={2}
        autofocus
        value={text}
        onInput={setText}
      />
      <Problem error={send.problem} />
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button class="primary" disabled={send.isBusy || text.trim() === ''}>
          {send.isBusy ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  )
}
