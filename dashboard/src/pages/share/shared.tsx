import { useEffect, useState } from 'preact/hooks'
import { DocwrightError, type OpenedShare, type Project } from '../../../../client/index.ts'
import { TextField } from '../../components/fields.tsx'
import { Front } from '../../components/front.tsx'
import { Problem, Skeleton } from '../../components/states.tsx'
import { people, visitorPass } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'
import { Readers } from '../readers/readers.tsx'

/** Behind a share link: the readers of one project, to look at. The token stays behind the `#`, so that a bookmark works. */
export function Shared() {
  const [token] = useState(() => location.hash.slice(1))
  const [opened, setOpened] = useState<OpenedShare | null>(null)
  const open = useAction(async (password?: string) => {
    const found = await people.openShare(token || '-', password)
    visitorPass.value = found.pass
    setOpened(found)
  })
  useEffect(() => void open.run(), [])
  if (opened) {
    const { timeZone, ...project } = opened.project
    return (
      <div class="shared">
        <header>
          <p class="brand">
            <span class="mark" aria-hidden="true" />
            {opened.project.name}
          </p>
        </header>
        <main id="content" tabIndex={-1}>
          {/* Who only looks needs nothing else of a project. */}
          <Readers project={{ ...project, settings: { views: { timeZone } } } as Project} />
        </main>
      </div>
    )
  }
  if (open.problem instanceof DocwrightError && open.problem.problem.code === 'share_password')
    return <PasswordForm isFirst={!open.problem.problem.detail.includes('wrong')} open={open} />
  if (open.problem instanceof DocwrightError && open.problem.problem.status === 404)
    return (
      <Front title="This link no longer works">
        <p>It was revoked, or isn’t complete. Ask whoever sent it for a new one.</p>
      </Front>
    )
  return (
    <main class="narrow">
      <h1 class="hidden">Shared readers</h1>
      {open.problem ? <Problem error={open.problem} onRetry={() => void open.run()} /> : <Skeleton rows={4} />}
    </main>
  )
}

interface PasswordFormProps {
  isFirst: boolean
  open: { run(password?: string): Promise<boolean>; isBusy: boolean; problem: unknown }
}

function PasswordForm({ isFirst, open }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  return (
    <Front title="This page has a password">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void open.run(password)
        }}
      >
        <TextField
          label="Password"
          type="password"
          autocomplete="off"
          required
          autofocus
          value={password}
          onInput={setPassword}
        />
        {!isFirst && <Problem error={open.problem} />}
        <button class="primary wide" disabled={open.isBusy}>
          {open.isBusy ? 'One moment…' : 'Open'}
        </button>
      </form>
    </Front>
  )
}
