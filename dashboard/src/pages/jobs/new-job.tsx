import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { Dialog } from '../../components/dialog.tsx'
import { CheckField, TextField } from '../../components/fields.tsx'
import { PromptBox } from '../../components/prompt-box.tsx'
import { Problem } from '../../components/states.tsx'
import { examplesFor } from '../../lib/examples.ts'
import { firstLine } from '../../lib/format.ts'
import { navigate, paths } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

const AGENTS: Record<string, string> = {
  auto: 'Clear instructions are carried out at once and cost nothing. Everything else goes to a model, if the project has one.',
  offline: 'The offline agent needs no model. It carries out what it understands with certainty, and says what it does not.',
  model: 'A model works on it, within the budgets of the project and the service.',
  acp: 'The agent of the service works on it.',
}

interface NewJobProps {
  project: Project
  /** What "Fix this" proposes; a person may change it first. */
  prompt?: string
  title?: string
  /** The page that the job is for. */
  page?: string
  onClose: () => void
}

export function NewJobDialog({ project, prompt: proposed = '', title: heading = 'New job', page, onClose }: NewJobProps) {
  const [prompt, setPrompt] = useState(proposed)
  const [ref, setRef] = useState('')
  const [title, setTitle] = useState('')
  const [model, setModel] = useState('')
  const [isDraft, setDraft] = useState(false)
  // One key for as long as the dialog is open: a second click, or a try after a lost answer, does not make a second job.
  const [idempotencyKey] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join(''),
  )
  const create = useAction(async () => {
    const job = await projectClient(project.projectId).createJob(
      {
        prompt,
        ...(ref ? { ref } : {}),
        ...(title ? { title } : {}),
        ...(model.trim() ? { model: model.trim() } : {}),
        ...(isDraft ? { draft: true } : {}),
        ...(page === undefined ? {} : { page }),
      },
      `${idempotencyKey}-${digest(JSON.stringify([prompt, ref, title, model, isDraft]))}`,
    )
    onClose()
    navigate(paths.job(project.projectId, job.id))
  })
  return (
    <Dialog title={heading} onClose={onClose} isSticky>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run()
        }}
      >
        <PromptBox
          label="What should the agent do?"
          hint={AGENTS[project.agent] ?? AGENTS['acp']}
          rows={6}
          autofocus
          value={prompt}
          onInput={setPrompt}
        />
        {proposed === '' && (
          <div class="examples" role="group" aria-label="Examples">
            {examplesFor(project.agent).map((example) => (
              <button key={example} type="button" class="example" onClick={() => setPrompt(example)}>
                {firstLine(example)}
              </button>
            ))}
          </div>
        )}
        <details>
          <summary>Options</summary>
          <div class="stack">
            <TextField label="Branch to change" placeholder={project.ref} value={ref} onInput={setRef} />
            <TextField label="Title of the pull request" maxLength={200} value={title} onInput={setTitle} />
            {project.agent !== 'offline' && (
              <TextField
                label="Model"
                placeholder={project.settings.model ?? 'that of the service'}
                hint="One that the settings of the project allow."
                value={model}
                onInput={setModel}
              />
            )}
            <CheckField label="Open the pull request as a draft" checked={isDraft} onChange={setDraft} />
          </div>
        </details>
        <Problem error={create.problem} />
        <div class="actions">
          <span class="faint">Ctrl + Enter starts it</span>
          <button class="primary" disabled={create.isBusy || prompt.trim() === ''}>
            {create.isBusy ? 'Starting …' : 'Start the job'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Another text is another request: the same key with another body would be refused. It need not be secret, only different. */
function digest(text: string): string {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) | 0
  return (hash >>> 0).toString(36)
}
