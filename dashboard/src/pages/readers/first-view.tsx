import { useState } from 'preact/hooks'
import type { CreatedKey, Project } from '../../../../client/index.ts'
import { CopyBlock } from '../../components/copy.tsx'
import { Empty, Problem } from '../../components/states.tsx'
import { scriptTag } from '../../lib/script-tag.ts'
import { isAdmin, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

/** How to get the first view. */
export function FirstView({ project }: { project: Project }) {
  const [siteKey, setSiteKey] = useState<CreatedKey | null>(null)
  const create = useAction(async () =>
    setSiteKey(await people.createKey(project.projectId, { kind: 'site', name: 'Script on the pages' })),
  )
  return (
    <Empty title="No views yet">
      <p>Put this tag on your pages to count people. It sets no cookies and stores nothing.</p>
      <CopyBlock label="Script tag" what="the script tag" text={scriptTag(siteKey?.key ?? 'YOUR_SITE_KEY')} />
      {!siteKey && isAdmin.value && (
        <button type="button" class="primary" disabled={create.isBusy} onClick={() => void create.run()}>
          Put a new site key into it
        </button>
      )}
      <Problem error={create.problem} />
      <p>AI runs no scripts. To see it, import the log of your web server, or send views from it:</p>
      <CopyBlock
        label="Command"
        what="the command"
        text={`docwright views import --project ${project.projectId} /var/log/nginx/access.log*`}
      />
    </Empty>
  )
}
