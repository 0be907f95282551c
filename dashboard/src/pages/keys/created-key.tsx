import type { CreatedKey, Project } from '../../../../client/index.ts'
import { CopyBlock } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { scriptTag } from '../../lib/script-tag.ts'

/** The only time that anyone sees the key. */
export function CreatedKeyDialog({ project, created, onClose }: { project: Project; created: CreatedKey; onClose: () => void }) {
  return (
    <Dialog title={`Key “${created.name}” created`} onClose={onClose} isSticky isOnce>
      {created.kind === 'site' ? (
        <>
          <p>Add this tag to every page. The key in it is public: it can only add views.</p>
          <CopyBlock label="Script tag" what="the script tag" text={scriptTag(created.key)} />
        </>
      ) : (
        <>
          <p class="notice">Copy the key now. You won’t see it again: Docwright keeps only a hash.</p>
          <CopyBlock label="Key" what="the key" text={created.key} />
          <CopyBlock label="Try it" what="the curl line" text={curlLine(project, created)} />
        </>
      )}
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  )
}

/** Something that the key may do. */
function curlLine({ projectId }: Project, { key, scopes }: CreatedKey): string {
  if (scopes.includes('read')) return `curl -H "Authorization: Bearer ${key}" ${location.origin}/v1/analytics/${projectId}/views`
  return `curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"path":"/"}' ${location.origin}/v1/analytics/${projectId}/events`
}
