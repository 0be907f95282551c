// How many requests a second one core judges, with and without the classifier's memory.
import crawlers from 'crawler-user-agents'
import UserAgent from 'user-agents'
import { classify } from '../src/analytics/classify/classify.ts'
import { createClassifier } from '../src/analytics/classify/classifier.ts'
import type { Request } from '../src/analytics/classify/request.ts'

/** Half people, half robots: about the mix that documentation sees. */
const BROWSERS_MAX = 2000
const SECONDS_MIN = 3
const HEADERS: Record<string, string>[] = [
  {},
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { accept: 'text/markdown, text/html, */*' },
]

export function run(): Record<string, number> {
  const requests = collectRequests()
  const classifier = createClassifier()
  const rows = [
    { run: 'uncached', perSecond: measure(requests, (request) => classify(request).class) },
    { run: 'cached', perSecond: measure(requests, (request) => classifier.classify(request).class) },
  ]
  console.log(`${requests.length} requests, ${new Set(requests.map((request) => request.userAgent)).size} user agents, one core`)
  for (const { run, perSecond } of rows)
    console.log(`${run.padEnd(10)}${Math.round(perSecond).toLocaleString('en').padStart(12)} a second`)
  return { per_second_uncached: Math.round(rows[0]!.perSecond), per_second_cached: Math.round(rows[1]!.perSecond) }
}

function collectRequests(): Request[] {
  const robots = crawlers.flatMap((crawler) => crawler.instances)
  const browsers = Array.from({ length: BROWSERS_MAX }, () => new UserAgent().toString())
  return [...robots, ...browsers].map((userAgent, index) => ({
    method: 'GET',
    status: 200,
    address: `/guide/page-${index % 97}`,
    userAgent,
    headers: HEADERS[index % HEADERS.length]!,
  }))
}

/**
 * Whole passes over the requests, after one that warms up, until enough time went by. Counted in processor time, so that other
 * programs on the machine do not count against the classifier.
 */
function measure(requests: Request[], judge: (request: Request) => string): number {
  for (const request of requests) judge(request)
  const start = process.cpuUsage()
  let passes = 0
  let people = 0
  let seconds = 0
  while (seconds < SECONDS_MIN) {
    for (const request of requests) if (judge(request) === 'human') people++
    passes++
    const { user, system } = process.cpuUsage(start)
    seconds = (user + system) / 1e6
  }
  // Used, so that the engine cannot leave the work out.
  if (people === 0) throw new Error('nobody was called a person')
  return (passes * requests.length) / seconds
}
