import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { Dialog } from '../../components/dialog.tsx'
import { CheckField, TextField } from '../../components/fields.tsx'
import { PromptBox } from '../../components/prompt-box.tsx'
import { Problem } from '../../components/states.tsx'
import { examplesFor } from '../../lib/examples.ts'
import { firstLine } from '../../lib/format.ts'
import { type Proposal, toPrompt } from '../../lib/proposals.ts'
import { navigate, paths } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useAction } from '../../lib/use-request.ts'

const AGENTS: Record<string, string> = {
  auto: 'Clear instructions run at once and cost nothing. Everything else goes to a model, if the project has one.',
  offline: 'The offline agent needs no model. It does what it understands with certainty and tells you what it doesn’t.',
  model: 'A model works on it, within the project’s budgets.',
  acp: 'The server’s agent works on it.',
}

interface NewJobProps {
  project: Project
  /** What "Fix this" proposes; a person may change it first. */
  proposal?: Proposal
  onClose: () => void
}

export function NewJobDialog({ project, proposal, onClose }: NewJobProps) {
  const draft = useDraft(`job.${project.projectId}.${proposal?.page ?? ''}`, proposal?.instruction ?? '')
  const [options, setOptions] = useState<Options>({ ref: '', title: '', model: '', isDraft: false })
  // One key for as long as the dialog is open: a second click, or a try after a lost answer, does not make a second job.
  const [idempotencyKey] = useState(() =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join(''),
  )
  const create = useAction(async () => {
    const { ref, title, model, isDraft } = options
    const job = await projectClient(project.projectId).createJob(
      {
        prompt: toPrompt(draft.text, proposal?.evidence ?? null),
        ...(ref ? { ref } : {}),
        ...(title ? { title } : {}),
        ...(model.trim() ? { model: model.trim() } : {}),
        ...(isDraft ? { draft: true } : {}),
        ...(proposal ? { page: proposal.page } : {}),
      },
      `${idempotencyKey}-${digest(JSON.stringify([draft.text, options]))}`,
    )
    draft.drop()
    onClose()
    navigate(paths.job(project.projectId, job.id))
  })
  const suggestions = proposal ? proposal.alternatives : examplesFor(project.agent)
  return (
    <Dialog title={proposal?.title ?? 'New job'} onClose={onClose} isSticky>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run()
        }}
      >
        {proposal?.notice && <p class="notice">{proposal.notice}</p>}
        <PromptBox
          label="What should the agent do?"
          hint={AGENTS[project.agent] ?? AGENTS['acp']}
          rows={proposal ? 4 : 6}
          autofocus
          value={draft.text}
          onInput={draft.setText}
        />
        {suggestions.length > 0 && (
          <div class="examples" role="group" aria-label="Examples">
            {suggestions.map((example) => (
              <button key={example} type="button" class="example" onClick={() => draft.setText(example)}>
                {firstLine(example)}
              </button>
            ))}
          </div>
        )}
        {proposal && (
          <details>
            <summary>Evidence</summary>
            <p class="break">{proposal.evidence.replace(/^> /, '')}</p>
            <p class="faint">The agent gets it below your instruction.</p>
          </details>
        )}
        <JobOptions project={project} options={options} onChange={setOptions} />
        <Problem error={create.problem} />
        <div class="actions">
          <span class="faint">Ctrl + Enter</span>
          <button class="primary" disabled={create.isBusy || draft.text.trim() === ''}>
            {create.isBusy ? 'Starting…' : 'Start job'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface Options {
  ref: string
  title: string
  model: string
  isDraft: boolean
}

interface JobOptionsProps {
  project: Project
  options: Options
  onChange: (options: Options) => void
}

function JobOptions({ project, options, onChange }: JobOptionsProps) {
  const set = (name: 'ref' | 'title' | 'model') => (value: string) => onChange({ ...options, [name]: value })
  return (
    <details>
      <summary>Options</summary>
      <div class="stack">
        <TextField label="Target branch" placeholder={project.ref} value={options.ref} onInput={set('ref')} />
        <TextField label="Pull request title" maxLength={200} value={options.title} onInput={set('title')} />
        {project.agent !== 'offline' && (
          <TextField
            label="Model"
            placeholder={project.settings.model ?? 'The server’s default'}
            hint="One that the project’s settings allow."
            value={options.model}
            onInput={set('model')}
          />
        )}
        <CheckField
          label="Open the pull request as a draft"
          checked={options.isDraft}
          onChange={(isDraft) => onChange({ ...options, isDraft })}
        />
      </div>
    </details>
  )
}

/** Another text is another request: the same key with another body would be refused. It need not be secret, only different. */
function digest(text: string): string {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) | 0
  return (hash >>> 0).toString(36)
}
