import type { Key } from '../../../../client/index.ts'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { now } from '../../lib/now.ts'
import { isAdmin } from '../../lib/session.ts'

/** A key that ends so soon needs somebody's attention. */
const SOON_MS = 14 * 86_400_000

interface KeyTableProps {
  keys: Key[]
  onRotate: (key: Key) => void
  onRevoke: (key: Key) => void
}

export function KeyTable({ keys, onRotate, onRevoke }: KeyTableProps) {
  return (
    <Table
      caption="Keys"
      columns={[
        { name: 'Name' },
        { name: 'Key' },
        { name: 'Scopes', isWide: true },
        { name: 'Expires' },
        { name: 'Last used', isWide: true },
        { name: 'Created', isExtra: true },
        ...(isAdmin.value ? [{ name: 'Actions', isBare: true }] : []),
      ]}
    >
      {keys.map((key) => (
        <tr key={key.id} class={key.revokedAt ? 'gone' : undefined}>
          <th scope="row">
            {key.name} <span class="badge quiet">{key.kind === 'site' ? 'Site' : 'Secret'}</span>
          </th>
          <td>
            <code>{`${key.prefix}…${key.lastFour}`}</code>
          </td>
          <td class="wide-only">{key.kind === 'site' ? 'Add views' : key.scopes.join(', ')}</td>
          <td>
            <Expiry of={key} />
          </td>
          <td class="wide-only">{key.lastUsedAt ? <Time at={key.lastUsedAt} /> : <span class="faint">Never</span>}</td>
          <td class="extra">
            <Time at={key.createdAt} />
            <div class="faint">{key.createdBy}</div>
          </td>
          {isAdmin.value && (
            <td class="row-actions">
              {key.revokedAt === null && (
                <>
                  <button type="button" class="small" aria-label={`Rotate ${key.name}`} onClick={() => onRotate(key)}>
                    Rotate
                  </button>
                  <button type="button" class="small" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                    Revoke
                  </button>
                </>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Expiry({ of: { revokedAt, expiresAt } }: { of: Key }) {
  if (revokedAt)
    return (
      <span class="badge quiet" title={formatDateTime(revokedAt)}>
        Revoked
      </span>
    )
  if (!expiresAt) return <span class="faint">Never</span>
  const left = Date.parse(expiresAt) - now.value
  const look = left <= 0 ? 'badge bad' : left < SOON_MS ? 'badge warn' : 'badge quiet'
  return (
    <span class={look} title={formatDateTime(expiresAt)}>
      {left <= 0 ? 'Expired' : formatRelative(expiresAt, now.value)}
    </span>
  )
}
