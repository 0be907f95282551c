import { useState } from 'preact/hooks'
import type { CreatedKey, Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyBlock } from '../../components/copy.tsx'
import { Problem } from '../../components/states.tsx'
import { scriptTag } from '../../lib/script-tag.ts'
import { isAdmin, people, projectClient } from '../../lib/session.ts'
import { useAction, useRequest } from '../../lib/use-request.ts'

/** How often the first view is looked for: whoever has just pasted the tag looks at this page. */
const POLL_MS = 3000

/** How to get the first view, and a word as soon as it is there. */
export function SourceHelp({ project, onFirstView }: { project: Project; onFirstView: () => void }) {
  useRequest(
    async () => {
      const { totals } = await projectClient(project.projectId).getViews({ limit: 1 })
      if (totals.total === 0) return
      announce('The first view is here.')
      onFirstView()
    },
    [project.projectId],
    POLL_MS,
  )
  const [siteKey, setSiteKey] = useState<CreatedKey | null>(null)
  const create = useAction(async () =>
    setSiteKey(await people.createKey(project.projectId, { kind: 'site', name: 'Script on the pages' })),
  )
  return (
    <>
      <p>To count people, add this tag to your pages. It sets no cookies and stores nothing in the browser.</p>
      <CopyBlock label="Script tag" what="the script tag" text={scriptTag(siteKey?.key ?? 'YOUR_SITE_KEY')} />
      {!siteKey && isAdmin.value && (
        <button type="button" disabled={create.isBusy} onClick={() => void create.run()}>
          Create site key
        </button>
      )}
      <Problem error={create.problem} />
      <p>To count AI, which doesn’t run scripts, import your web server’s log:</p>
      <CopyBlock
        label="Command"
        what="the command"
        text={`npx docwright views import --project ${project.projectId} /var/log/nginx/access.log*`}
      />
      <p class="waiting" role="status">
        Waiting for the first view…
      </p>
    </>
  )
}
