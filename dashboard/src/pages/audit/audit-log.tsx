import type { AuditEntry, Project } from '../../../../client/index.ts'
import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { paths } from '../../lib/router.ts'
import { people } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** The most that the service answers with. */
const ENTRIES_MAX = 200

/** What was done, behind the name of who did it. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['key.create', 'created the key'],
  ['key.rotate', 'rotated the key'],
  ['key.revoke', 'revoked the key'],
  ['project.create', 'created the project'],
  ['project.update', 'changed the settings'],
  ['pull-request.merge', 'merged the pull request'],
  ['pull-request.close', 'closed the pull request'],
  ['pull-request.ready', 'marked a pull request as ready'],
  ['secret.set', 'set the secret'],
  ['secret.delete', 'removed the secret'],
  ['share.create', 'created the share link'],
  ['share.revoke', 'revoked the share link'],
])

/** Who did what in the project, newest first. */
export function AuditLog({ project: { projectId } }: { project: Project }) {
  const audit = useRequest(async () => {
    const [{ entries }, { keys }] = await Promise.all([people.listAudit(projectId, ENTRIES_MAX), people.listKeys(projectId)])
    return { entries, names: new Map(keys.map(({ id, name }) => [id, `“${name}”`])) }
  }, [projectId])
  return (
    <Page
      title="Audit log"
      above={<Link to={paths.settings(projectId)}>Settings</Link>}
      lead={<p class="faint">Changes to keys, secrets, settings and pull requests, newest first.</p>}
    >
      <Loaded answer={audit} rows={8}>
        {({ entries, names }) =>
          entries.length === 0 ? (
            <Empty title="No activity yet">
              <p>What people and keys change in this project is listed here.</p>
            </Empty>
          ) : (
            <Table caption="Audit log" columns={[{ name: 'Activity' }, { name: 'When', isNumber: true }]}>
              {entries.map((entry, index) => (
                <Row key={index} entry={entry} name={nameOf(entry, names)} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Keys by their names; ids of other things mean nothing to a reader. */
function nameOf({ detail }: AuditEntry, names: ReadonlyMap<string, string>): string {
  return names.get(detail) ?? (/^[a-z]+_[0-9A-Z]{26}$/.test(detail) ? '' : detail)
}

function Row({ entry: { at, actor, action }, name }: { entry: AuditEntry; name: string }) {
  return (
    <tr>
      <th scope="row" class="break">
        <strong>{actor}</strong> {ACTIONS.get(action) ?? action} {name}
      </th>
      <td class="number nowrap">
        <Time at={at} />
      </td>
    </tr>
  )
}
