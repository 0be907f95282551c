import type { Job, Message } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { PromptBox } from '../../components/prompt-box.tsx'
import { Prose } from '../../components/prose.tsx'
import { Problem } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { nameAsker } from '../../lib/format.ts'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useAction } from '../../lib/use-request.ts'

export function Conversation({ messages, isActive }: { messages: Message[]; isActive: boolean }) {
  return (
    <ol class="conversation">
      {messages.map((message) => (
        <li key={message.id}>
          <div class="said">
            <div class="said-text">{message.prompt}</div>
            <div class="faint">
              {message.askedBy && <>{nameAsker(message.askedBy)} · </>}
              <Time at={message.createdAt} both />
            </div>
          </div>
          {message.summary ? (
            <div class="answered">
              <Prose text={message.summary} />
              {message.finishedAt && (
                <div class="faint">
                  <Time at={message.finishedAt} both />
                </div>
              )}
            </div>
          ) : (
            message.state !== 'done' && (
              <p class="faint answered">
                {message.state === 'cancelled' ? 'Not answered: the job was canceled.' : isActive ? 'Working…' : 'Waiting.'}
              </p>
            )
          )}
        </li>
      ))}
    </ol>
  )
}

interface FollowUpProps {
  projectId: string
  job: Job
  onSent: () => void
}

export function FollowUp({ projectId, job, onSent }: FollowUpProps) {
  const { text: prompt, setText: setPrompt, drop } = useDraft(`follow-up.${job.id}`)
  const send = useAction(async () => {
    await projectClient(projectId).sendMessage(job.id, prompt)
    drop()
    announce('Message sent.')
    onSent()
  })
  if (!canWrite.value) return <p class="faint">Viewers can’t send messages.</p>
  if (job.status === 'archived') return <p class="faint">Archived jobs don’t take messages. Unarchive the job first.</p>
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send.run()
      }}
    >
      <PromptBox label="Follow-up" hint={followUpHint(job)} rows={3} value={prompt} onInput={setPrompt} />
      <Problem error={send.problem} />
      <div class="actions">
        <button class="primary" disabled={send.isBusy || prompt.trim() === ''}>
          {send.isBusy ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  )
}

function followUpHint({ status, state, prLink }: Job): string {
  if (status === 'active') return 'The agent reads it when it finishes its turn.'
  if (prLink === null) return 'Opens a pull request if it changes files.'
  return state === 'merged' || state === 'closed' ? 'Opens a new pull request.' : 'Updates the open pull request.'
}
