import { useState } from 'preact/hooks'
import type { CreatedKey, Key, Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { CheckField } from '../../components/fields.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { isAdmin, people } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Audit } from './audit.tsx'
import { CreatedKeyDialog } from './created-key.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key.tsx'
import { RotateDialog } from './rotate-key.tsx'

type Doing = { what: 'create' } | { what: 'show'; key: CreatedKey } | { what: 'rotate' | 'revoke'; key: Key } | null

export function Keys({ project }: { project: Project }) {
  const { projectId } = project
  const keys = useRequest(() => people.listKeys(projectId), [projectId])
  const audit = useRequest(() => people.listAudit(projectId, 50), [projectId])
  const [doing, setDoing] = useState<Doing>(null)
  const [showsRevoked, setShowsRevoked] = useState(false)
  const renew = () => void Promise.all([keys.reload(), audit.reload()])
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
            New key
          </button>
        )
      }
      lead={
        <p class="id-line">
          <span class="faint">Project id</span> <code>{projectId}</code> <CopyButton text={projectId} what="the project id" />
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
                <Empty title="No key yet">
                  <p>
                    An admin key lets a program start jobs and read views; it belongs on a server. A site key lets the script on
                    your pages count views; it is public.
                  </p>
                  {isAdmin.value ? (
                    <button type="button" class="primary" onClick={() => setDoing({ what: 'create' })}>
                      Create the first key
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
      <Section title="What happened">
        <Audit answer={audit} />
      </Section>
      {doing?.what === 'create' && <NewKeyDialog project={project} onClose={close} onCreated={show} />}
      {doing?.what === 'show' && <CreatedKeyDialog project={project} created={doing.key} onClose={close} />}
      {doing?.what === 'rotate' && <RotateDialog project={project} old={doing.key} onClose={close} onCreated={show} />}
      {doing?.what === 'revoke' && (
        <Confirm
          title={`Revoke “${doing.key.name}”?`}
          verb="Revoke"
          onClose={close}
          onConfirm={async () => {
            await people.revokeKey(projectId, doing.key.id)
            announce(`The key ${doing.key.name} is revoked.`)
            renew()
          }}
        >
          <p>
            Whatever uses <code>{`${doing.key.prefix}…${doing.key.lastFour}`}</code> is refused from the next request on. You
            can't undo this. To replace a key without a gap, rotate it.
          </p>
        </Confirm>
      )}
    </Page>
  )
}
