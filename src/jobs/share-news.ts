import { type Channel, openChannel } from '../database/channel.ts'
import type { JobSignal } from './job-signal.ts'

const CHANNEL = 'docwright_jobs'

/** Job ids in one message: PostgreSQL takes 8,000 bytes, and an id has 30. */
const IDS_PER_MESSAGE = 200

/**
 * Tells all nodes on the same PostgreSQL which jobs changed, so that a new job starts and a cancelled one stops at once, whichever node
 * has it. New events of a job aren't sent: an agent writes many, and whoever watches them looks every second.
 */
export async function shareNews(signal: JobSignal, databaseUrl: string): Promise<Pick<Channel, 'close'>> {
  let channel: Channel | null = null
  const changed = new Set<string>()
  const send = () => {
    const ids = [...changed]
    changed.clear()
    for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) channel?.publish(ids.slice(at, at + IDS_PER_MESSAGE).join(' '))
  }
  const take = signal.connect(({ what, jobId }) => {
    if (what !== 'changed') return
    // What one turn of the event loop changes goes out together.
    if (changed.size === 0) setImmediate(send)
    changed.add(jobId)
  })
  channel = await openChannel(databaseUrl, CHANNEL, (message) => {
    for (const jobId of message.split(' ')) take({ what: 'changed', jobId })
  })
  return channel
}
