// Sends three times as many views as the service can store. It may answer 202 and 503 only, keeps what it acknowledged and nothing
// else, stays within its memory, and is as before within seconds.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { runLoad, toRequest } from '../bench/support/http-load.ts'
import { type Serving, createInstallation } from '../test/support/docwright-process.ts'
import { descendantsOf } from '../test/support/program.ts'
import { createRandom } from '../test/support/random.ts'
import { sendArrivals } from './overload/arrivals.ts'

/** From the specification of this run. */
const FACTOR = 3
const MEMORY_MEGABYTES_MAX = 512
const CALM_SECONDS_MAX = 5

const SECONDS = 4
const CAPACITY_SECONDS = 2
/** So many events under way at once keep the service busy and do not fill its queue. */
const CAPACITY_EVENTS = 8_000
const CAPACITY_CONNECTIONS_MAX = 32
/** A lone view that is answered within this time is answered as on a quiet service. */
const CALM_MS = 100

/** What clients send: views one by one, the usual batches, and batches as large as they may be, with long addresses. */
const SHAPES = [
  { name: 'single views', events: 1, pathCharacters: 20 },
  { name: 'batches of 200', events: 200, pathCharacters: 20 },
  { name: 'batches of 1,000 with long addresses', events: 1000, pathCharacters: 400 },
]
const BODIES = 8

interface Round {
  accepted: number
  refused: number
  megabytesMax: number
  calmSeconds: number
  violations: string[]
}

export async function run(options: { rounds: number | null; seed: number }) {
  const random = createRandom(options.seed).next
  const violations: string[] = []
  let megabytesMax = 0
  let calmSecondsMax = 0
  let accepted = 0
  let refused = 0
  const rounds = options.rounds ?? 1
  for (let round = 1; round <= rounds; round++)
    for (const shape of SHAPES) {
      const found = await overloadOnce(shape, random)
      violations.push(...found.violations.map((violation) => `${shape.name}: ${violation}`))
      megabytesMax = Math.max(megabytesMax, found.megabytesMax)
      calmSecondsMax = Math.max(calmSecondsMax, found.calmSeconds)
      accepted += found.accepted
      refused += found.refused
      console.log(
        `${shape.name}: ${found.accepted} requests accepted, ${found.refused} refused, ${found.megabytesMax} MB, calm after ${found.calmSeconds} s`,
      )
    }
  return {
    figures: { rounds, accepted, refused, memory_megabytes_max: megabytesMax, calm_seconds_max: calmSecondsMax },
    violations,
  }
}

async function overloadOnce(shape: (typeof SHAPES)[number], random: () => number): Promise<Round> {
  const installation = createInstallation({ DOCWRIGHT_LOG: 'silent' })
  try {
    const service = await installation.serve()
    const path = `/v1/analytics/${service.projectId}/events`
    const bodies = Array.from({ length: BODIES }, () => toRequest(path, service.key, toBody(shape, random)))
    let sent = 0
    const next = () => bodies[sent++ % bodies.length]!
    const { perSecond } = await runLoad({
      url: service.url,
      connections: Math.min(CAPACITY_CONNECTIONS_MAX, CAPACITY_EVENTS / shape.events),
      seconds: CAPACITY_SECONDS,
      status: 202,
      next,
    })
    const before = await countViews(service)
    const memory = watchMemory(service.pid)
    const statuses = await sendArrivals({ url: service.url, perSecond: perSecond * FACTOR, seconds: SECONDS, next })
    const calmSeconds = await untilCalm(service)
    const megabytesMax = await memory.end()
    const { 202: accepted = 0, 503: refused = 0, ...others } = statuses
    const counted = (await countViews(service)) - before
    const violations = [
      ...Object.entries(others).map(([status, count]) => `${count} requests got ${status === '0' ? 'no answer' : status}`),
      ...(counted === accepted * shape.events + calmSeconds.views
        ? []
        : [`${accepted * shape.events} views were acknowledged and ${counted} counted`]),
      ...(megabytesMax > MEMORY_MEGABYTES_MAX ? [`the service took ${megabytesMax} MB`] : []),
      ...(calmSeconds.seconds > CALM_SECONDS_MAX ? [`it was calm after ${calmSeconds.seconds} s`] : []),
    ]
    return { accepted, refused, megabytesMax, calmSeconds: calmSeconds.seconds, violations }
  } finally {
    await installation.remove()
  }
}

function toBody({ events, pathCharacters }: (typeof SHAPES)[number], random: () => number): string {
  const list = Array.from({ length: events }, () => ({
    path: `/${Math.floor(random() * 2000)}`.padEnd(pathCharacters, '-page'),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ip: `203.0.113.${Math.floor(random() * 250)}`,
  }))
  return JSON.stringify(events === 1 ? list[0] : list)
}

async function countViews({ url, projectId, key }: Serving): Promise<number> {
  const answer = await fetch(`${url}/v1/analytics/${projectId}/views?limit=1`, { headers: { authorization: `Bearer ${key}` } })
  return ((await answer.json()) as { totals: { total: number } }).totals.total
}

/** How long it takes until a lone view is stored as fast as ever, and how many were sent for that. */
async function untilCalm({ url, projectId, key }: Serving): Promise<{ seconds: number; views: number }> {
  const began = performance.now()
  for (let views = 0; ; await delay(20)) {
    const sentAt = performance.now()
    const answer = await fetch(`${url}/v1/analytics/${projectId}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        path: '/calm',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }),
    })
    await answer.arrayBuffer()
    if (answer.status === 202) views++
    const now = performance.now()
    const seconds = Number(((now - began) / 1000).toFixed(2))
    if ((answer.status === 202 && now - sentAt < CALM_MS) || seconds > 6 * CALM_SECONDS_MAX) return { seconds, views }
  }
}

/** The most memory that the service and what it started had at once, looked at ten times a second. */
function watchMemory(pid: number): { end(): Promise<number> } {
  let bytesMax = 0
  const look = () => {
    const kilobytes = [pid, ...descendantsOf(pid)].map((id) => {
      try {
        return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
      } catch {
        return 0
      }
    })
    bytesMax = Math.max(bytesMax, kilobytes.reduce((sum, value) => sum + value, 0) * 1024)
  }
  const timer = setInterval(look, 100)
  return {
    end: async () => {
      look()
      clearInterval(timer)
      return Math.round(bytesMax / 1024 / 1024)
    },
  }
}
