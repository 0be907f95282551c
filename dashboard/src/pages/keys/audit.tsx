import type { AuditEntry } from '../../../../client/index.ts'
import { Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import type { Answer } from '../../lib/use-request.ts'

/** Who did what in the project, newest first. */
export function Audit({ answer }: { answer: Answer<{ entries: AuditEntry[] }> }) {
  return (
    <Loaded answer={answer} rows={3}>
      {({ entries }) =>
        entries.length === 0 ? (
          <p class="faint">Nothing yet.</p>
        ) : (
          <Table
            caption="What happened in this project"
            columns={[{ name: 'When' }, { name: 'Who' }, { name: 'What' }, { name: 'To what', isWide: true }]}
          >
            {entries.map((entry, index) => (
              <tr key={index}>
                <td>
                  <Time at={entry.at} />
                </td>
                <td>{entry.actor}</td>
                <td>{entry.action}</td>
                <td class="break wide-only">{entry.detail}</td>
              </tr>
            ))}
          </Table>
        )
      }
    </Loaded>
  )
}
