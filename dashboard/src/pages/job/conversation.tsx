import { useState } from 'preact/hooks'
import type { Job, Message } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { PromptBox } from '../../components/prompt-box.tsx'
import { Prose } from '../../components/prose.tsx'
import { Problem } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { canWrite, projectClient } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

export function Conversation({ messages, isActive }: { messages: Message[]; isActive: boolean }) {
  return (
    <ol class="conversation">
      {messages.map((message) => (
        <li key={message.id}>
          <div class="said">
            <div class="said-text">{message.prompt}</div>
            <div class="faint">
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
                {message.state === 'cancelled'
                  ? 'Not answered: the job was stopped.'
                  : isActive
                    ? 'The agent is at work …'
                    : 'Waits.'}
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
  const [prompt, setPrompt] = useState('')
  const send = useAction(async (text: string) => {
    await projectClient(projectId).sendMessage(job.id, text)
    if (text === prompt) setPrompt('')
    announce('The message is sent.')
    onSent()
  })
  if (!canWrite.value) return <p class="faint">A viewer cannot send messages.</p>
  if (job.status === 'archived') return <p class="faint">An archived job takes no messages. Unarchive it first.</p>
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send.run(prompt)
      }}
    >
      <Choices choices={job.choices ?? []} isBusy={send.isBusy} onChoose={(choice) => void send.run(choice)} />
      <PromptBox
        label="Follow-up"
        hint={job.status === 'active' ? 'The agent reads it at the end of its turn.' : 'It goes on with the same pull request.'}
        rows={3}
        value={prompt}
        onInput={setPrompt}
      />
      <Problem error={send.problem} />
      <div class="actions">
        <button class="primary" disabled={send.isBusy || prompt.trim() === ''}>
          {send.isBusy ? 'Sending …' : 'Send'}
        </button>
      </div>
    </form>
  )
}

interface ChoicesProps {
  choices: string[]
  isBusy: boolean
  onChoose: (choice: string) => void
}

/** What the instruction may have meant; a click says which. */
function Choices({ choices, isBusy, onChoose }: ChoicesProps) {
  if (choices.length === 0) return null
  return (
    <fieldset class="choices" disabled={isBusy}>
      <legend>Which one do you mean?</legend>
      {choices.map((choice) => (
        <button key={choice} type="button" onClick={() => onChoose(choice)}>
          {choice}
        </button>
      ))}
    </fieldset>
  )
}
