import { useState } from 'preact/hooks'
import type { CreatedKey, Key, Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { CheckField } from '../../components/fields.tsx'
import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { paths } from '../../lib/router.ts'
import { isAdmin, people } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { CreatedKeyDialog } from './created-key.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key.tsx'
import { RotateDialog } from './rotate-key.tsx'

type Doing = { what: 'create' } | { what: 'show'; key: CreatedKey } | { what: 'rotate' | 'revoke'; key: Key } | null

export function Keys({ project }: { project: Project }) {
  const { projectId } = project
  const keys = useRequest(() => people.listKeys(projectId), [projectId])
  const [doing, setDoing] = useState<Doing>(null)
  const [showsRevoked, setShowsRevoked] = useState(false)
  const renew = () => void keys.reload()
  const close = () => setDoing(null)
  const show = (key: CreatedKey) => {
    setDoing({ what: 'show', key })
    renew()
  }
  return (
    <Page
      title="API keys"
      actions={
        isAdmin.value && (
          <button type="button" class="primary" onClick={() => setDoing({ what: 'create' })}>
            Create key
          </button>
        )
      }
      lead={
        <p class="id-line">
          <span class="faint">Project ID</span> <code>{projectId}</code> <CopyButton text={projectId} what="the project ID" />
        </p>
      }
    >
      <Loaded answer={keys} rows={4}>
        {({ keys: all }) => {
          const revoked = all.filter((key) => key.revokedAt !== null).length
          const rows = showsRevoked ? all : all.filter((key) => key.revokedAt === null)
          return (
            <>
              {rows.length === 0 ? (
                <Empty title="No keys yet">
                  <p>
                    A secret key lets a program start jobs and read views. Keep it on your servers. A site key lets the script on
                    your pages count views. It’s public.
                  </p>
                  {isAdmin.value ? (
                    <button type="button" class="primary" onClick={() => setDoing({ what: 'create' })}>
                      Create your first key
                    </button>
                  ) : (
                    <p class="faint">Ask an admin to create one.</p>
                  )}
                </Empty>
              ) : (
                <KeyTable
                  keys={rows}
                  onRotate={(key) => setDoing({ what: 'rotate', key })}
                  onRevoke={(key) => setDoing({ what: 'revoke', key })}
                />
              )}
              {revoked > 0 && (
                <CheckField label={`Show revoked keys (${revoked})`} checked={showsRevoked} onChange={setShowsRevoked} />
              )}
            </>
          )
        }}
      </Loaded>
      <p class="faint">
        The <Link to={paths.audit(projectId)}>audit log</Link> shows who created and revoked keys.
      </p>
      {doing?.what === 'create' && <NewKeyDialog project={project} onClose={close} onCreated={show} />}
      {doing?.what === 'show' && <CreatedKeyDialog project={project} created={doing.key} onClose={close} />}
      {doing?.what === 'rotate' && <RotateDialog project={project} old={doing.key} onClose={close} onCreated={show} />}
      {doing?.what === 'revoke' && (
        <Confirm
          title={`Revoke “${doing.key.name}”?`}
          verb="Revoke key"
          onClose={close}
          onConfirm={async () => {
            await people.revokeKey(projectId, doing.key.id)
            announce(`Key ${doing.key.name} revoked.`)
            renew()
          }}
        >
          <p>
            Programs that use <code>{`${doing.key.prefix}…${doing.key.lastFour}`}</code> lose access immediately. You can’t undo
            this. To replace a key without downtime, rotate it.
          </p>
        </Confirm>
      )}
    </Page>
  )
}
