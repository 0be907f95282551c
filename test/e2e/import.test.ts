import { execFile, spawn } from 'node:child_process'
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Installation, createInstallation } from '../support/docwright-process.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'

const COMMAND = new URL('../../bin/docwright.mjs', import.meta.url).pathname
const REAL_LOG = new URL('../fixtures/apache-combined-10k.log', import.meta.url).pathname

let installation: Installation
let repository: TestRepository
let projectId: string
let env: Record<string, string>

beforeAll(() => {
  installation = createInstallation({ DOCWRIGHT_LOG: 'warn' })
  repository = createRepository({ 'guide.md': 'Hello\n' })
  env = { PATH: process.env['PATH']!, DOCWRIGHT_DATA: join(installation.folder, 'data'), DOCWRIGHT_LOG: 'warn' }
})
afterAll(async () => {
  await installation.remove()
  repository.remove()
})
beforeEach(async () => {
  projectId = (await installation.json(['project', 'create', 'Docs', '--repository', repository.path])).projectId
})

const importFiles = (...words: string[]) => installation.json(['views', 'import', '--project', projectId, ...words])
const totals = async () => (await installation.json(['views', 'export', '--project', projectId])).totals
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Why a line is no view, by its words alone: no code in common with what is tested. */
function reasonOf(method: string, status: number, path: string): string | null {
  if (method !== 'GET') return 'method'
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) return 'status'
  if (status >= 400) return 'error'
  const file = path.split(/[?#]/)[0]!.split('/').at(-1)!
  const ending = file.includes('.') ? file.split('.').at(-1)!.toLowerCase() : ''
  const isAsset =
    /^(css|js|mjs|map|json|xml|rss|atom|png|jpe?g|gif|svg|ico|webp|woff2?|ttf|mp4|webm|mp3|zip|gz|tgz|tar|bz2|xz|exe|msi|jar|deb|rpm|iso|mov|m4v|tiff?|gem|eot|otf|bmp|img|pkg|apk)$/.test(
      ending,
    )
  return isAsset || file === 'robots.txt' ? 'asset' : null
}

describe('docwright views import', () => {
  it('counts of a real log what a count of its words gives; every other line has its reason', async () => {
    const lines = readFileSync(REAL_LOG, 'utf8').trimEnd().split('\n')
    const expected: Record<string, number> = {}
    const refused = { 'path-too-long': 0, 'control-characters': 0 }
    const days = new Set<string>()
    const fetched = new Set<string>()
    let pages = 0
    for (const line of lines) {
      const words = line.split(' ')
      days.add(words[3]!.slice(1, 12))
      const file = [words[0], words[6], words[3]!.slice(0, 15), line.split('"')[5]].join(' ')
      const isFurther = words[8] === '206' && fetched.has(file)
      if (words[8]!.startsWith('20')) fetched.add(file)
      const reason = reasonOf(words[5]!.slice(1), Number(words[8]), words[6]!) ?? (isFurther ? 'status' : null)
      const [path] = words[6]!.split('?')
      if (path!.length > 512) refused['path-too-long']++
      else if (/%[01][0-9a-f]/i.test(path!)) refused['control-characters']++
      else if (reason === null) pages++
      else expected[reason] = (expected[reason] ?? 0) + 1
    }
    const report = await importFiles(REAL_LOG)
    expect(report).toMatchObject({ lines: 10_000, blank: 0, refused, unreadable: {}, excluded: expected })
    expect(report.logs).toEqual([{ name: REAL_LOG, format: 'combined', lines: 10_000 }])
    expect(report.days).toEqual({ first: '2015-05-17', last: '2015-05-20', count: days.size })
    // What is left are pages: people, AI, and those whose client is the reason that they do not count.
    const byClient = sum(report.excluded) - sum(expected)
    expect(report.human + report.ai + byClient).toBe(pages)
    expect(byClient).toBeGreaterThan(0)
    expect(await totals()).toEqual({ human: report.human, ai: report.ai, total: report.human + report.ai })
  })

  it('counts nothing when one of the logs has no format that is known', async () => {
    const { code, stderr } = await installation.run(['views', 'import', '--project', projectId, REAL_LOG, COMMAND])
    expect(code).toBe(1)
    expect(stderr).toContain(`The format of ${COMMAND} is not clear`)
    expect(await totals()).toMatchObject({ total: 0 })
  })

  it('reads a pipe that has a name, such as a shell makes of a command', async () => {
    const script = 'node "$0" views import --project "$1" --json <(cat "$2") "$2"'
    const output = await new Promise<string>((resolve, reject) =>
      execFile('bash', ['-c', script, COMMAND, projectId, REAL_LOG], { env }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      ),
    )
    const report = JSON.parse(output)
    expect(report).toMatchObject({ lines: 10_000, logs: [{ format: 'combined', lines: 10_000 }] })
    expect(await totals()).toMatchObject({ human: report.human, ai: report.ai })
  })

  it('reads several files, gzip and standard input, each once, while a service runs on the folder', async () => {
    const service = await installation.serve()
    const lines = readFileSync(REAL_LOG, 'utf8').trimEnd().split('\n')
    const [one, two] = [join(installation.folder, 'one.log'), join(installation.folder, 'two.log.gz')]
    writeFileSync(one, `${lines.slice(0, 4000).join('\n')}\n`)
    writeFileSync(two, gzipSync(`${lines.slice(4000, 7000).join('\n')}\n`))
    const dry = await importFiles('--dry-run', one, two)
    expect(dry).toMatchObject({ dryRun: true, lines: 7000 })
    expect(await totals()).toMatchObject({ total: 0 })
    expect(await importFiles(one, two)).toMatchObject({ lines: 7000, human: dry.human, ai: dry.ai })
    const rest = await new Promise<string>((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [COMMAND, 'views', 'import', '--project', projectId, '--json', '-'],
        { env },
        (error, out) => (error ? reject(error) : resolve(out)),
      )
      child.stdin!.end(`${lines.slice(7000).join('\n')}\n`)
    })
    expect(JSON.parse(rest)).toMatchObject({ lines: 3000, logs: [{ name: 'standard input', format: 'combined' }] })
    expect(await importFiles(one, two, one)).toMatchObject({ lines: 0 })
    expect((await totals()).total).toBe(dry.human + dry.ai + JSON.parse(rest).human + JSON.parse(rest).ai)
    expect(await service.end('SIGTERM')).toBe(0)
  })

  it('reads a format that is described as in a configuration, shows what it finds, and keeps it for the project', async () => {
    const log = join(installation.folder, 'own.log')
    const lines = readFileSync(REAL_LOG, 'utf8').split('\n').slice(0, 50)
    const own = lines.map((line) => line.replace(/^(\S+) - - \[([^\]]*)\] /, '$2 | $1 | '))
    writeFileSync(log, own.join('\n'))
    const pattern = '$time_local | $remote_addr | "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'
    const words = ['--log-format', pattern]
    const tried = await importFiles('--dry-run', ...words, log)
    expect(tried).toMatchObject({ lines: 50, unreadable: {} })
    expect(tried.tried[0]).toMatchObject({ line: own[0], read: { ip: '83.149.9.216', method: 'GET', status: 200 } })
    const { stdout } = await installation.run(['views', 'import', '--project', projectId, '--dry-run', ...words, log])
    expect(stdout).toMatch(/^ {2}userAgent +Mozilla\/5\.0/m)
    const unknown = await installation.run(['views', 'import', '--project', projectId, log]).catch((error: Error) => error)
    expect(String((unknown as { stderr?: string }).stderr)).toContain('--log-format')
    expect(await importFiles(...words, log)).toMatchObject({ lines: 50, human: tried.human, ai: tried.ai })
    expect((await installation.json(['project', 'get', projectId])).settings).toMatchObject({ logFormat: pattern })
    // From now on it is known, and others are as well.
    writeFileSync(log, `${own.slice(0, 25).join('\n').replaceAll('/', '/x')}\n`.replaceAll('17/xMay/x', '17/May/'))
    expect(await importFiles(log, REAL_LOG)).toMatchObject({ logs: [{ format: 'own' }, { format: 'combined' }] })
  })

  it('prints a report for people, and no progress bar where nobody watches', async () => {
    const { stdout, stderr } = await installation.run(['views', 'import', '--project', projectId, REAL_LOG])
    expect(stdout).toMatch(/log +10,000 +lines of .*apache-combined-10k\.log \(combined\)/)
    expect(stdout).toMatch(/views +[\d,]+ +people/)
    expect(stdout).toMatch(/excluded +[\d,]+ +asset/)
    expect(stdout).toMatch(
      /days +4 +from 2015-05-17 to 2015-05-20\nCounted [\d,]+ views\.\nSee them: \S+\/readers\?from=2015-05-17&to=2015-05-20\n$/,
    )
    expect(stderr).toBe('')
    expect((await installation.run(['views', 'import', '--project', projectId, REAL_LOG])).stdout).toContain('Nothing new.')
  })

  it.each([
    [['views', 'import', '--project', 'prj_x', REAL_LOG], 'no project prj_x'],
    [['views', 'import', '--project', 'PROJECT', '/nowhere.log'], '/nowhere.log cannot be opened'],
    [['views', 'import', '--project', 'PROJECT', '/tmp'], 'is a folder'],
    [['views', 'import', '--project', 'PROJECT', COMMAND], 'format of'],
    [['views', 'import', '--project', 'PROJECT', '--format', 'other', REAL_LOG], 'Allowed choices are auto'],
    [['views', 'import', '--project', 'PROJECT', '-', '-'], 'only once'],
    [['views', 'follow', '--project', 'PROJECT', '/tmp'], 'is a folder'],
    [['views', 'follow', '--project', 'PROJECT', '/dev/null'], 'is not a file'],
  ])('%j exits with 1 and says why', async (words, message) => {
    const { code, stderr } = await installation.run(words.map((word) => (word === 'PROJECT' ? projectId : word)))
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('docwright views follow', () => {
  it('counts what is written, through rotation and a restart, and ends cleanly on SIGINT', async () => {
    const log = join(installation.folder, `${projectId}.log`)
    const lines = createLines()
    const follow = () => {
      const child = spawn(process.execPath, [COMMAND, 'views', 'follow', '--project', projectId, '--json', log], { env })
      let stdout = ''
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
      const ended = new Promise<{ code: number | null; report: any }>((resolve) =>
        child.once('close', (code) => resolve({ code, report: stdout === '' ? null : JSON.parse(stdout) })),
      )
      return (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
    }
    const untilTotal = (total: number) => expect.poll(totals, { timeout: 30_000 }).toMatchObject({ total })
    const first = follow()
    writeFileSync(log, lines(20))
    await untilTotal(20)
    renameSync(log, `${log}.1`)
    writeFileSync(log, lines(5))
    appendFileSync(`${log}.1`, lines(1))
    await untilTotal(26)
    expect(await first('SIGINT')).toMatchObject({ code: 0, report: { human: 26 } })
    appendFileSync(log, lines(4))
    const second = follow()
    await untilTotal(30)
    await second('SIGKILL')
    const third = follow()
    appendFileSync(log, lines(2))
    await untilTotal(32)
    expect(await third('SIGTERM')).toMatchObject({ code: 0, report: { human: 2 } })
  })
})

/** Lines of a reader, no two the same. */
function createLines(): (count: number) => string {
  let next = 0
  return (count) =>
    Array.from({ length: count }, () => {
      next++
      return `198.51.100.7 - - [10/Jan/2026:10:05:03 +0000] "GET /${next} HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n`
    }).join('')
}

describe('docwright drain secret', () => {
  it('prints what to paste, the same each time, until another is asked for', async () => {
    const secretOf = (...words: string[]) => installation.json(['drain', 'secret', '--project', projectId, ...words])
    const first = await secretOf('vercel')
    expect(first).toMatchObject({ vendor: 'vercel', secret: expect.stringMatching(/^dwd_[0-9A-Za-z]{39}$/) })
    expect(first.url).toMatch(new RegExp(`/v1/analytics/${projectId}/drains/vercel$`))
    expect(await secretOf('vercel')).toEqual(first)
    expect((await secretOf('netlify')).secret).not.toBe(first.secret)
    const second = await secretOf('vercel', '--new')
    expect(second.secret).not.toBe(first.secret)
    expect(await secretOf('vercel')).toEqual(second)
    const { stdout } = await installation.run(['drain', 'secret', '--project', projectId, 'cloudflare'])
    expect(stdout).toContain('header_Authorization=Bearer%20dwd_')
    const listed = await installation.run(['key', 'list', '--project', projectId])
    expect(listed.stdout).toContain('vercel drain')
    expect(listed.stdout).not.toContain(second.secret)
    // Another server secret cannot derive them, and says so by making a new one.
    const other = await installation.json(['drain', 'secret', '--project', projectId, 'vercel'], {
      DOCWRIGHT_SECRET: 'x'.repeat(24),
    })
    expect(other.secret).not.toBe(second.secret)
    expect((await installation.run(['drain', 'secret', '--project', projectId, 'other'])).code).toBe(1)
    expect((await installation.run(['project', 'list'], { DOCWRIGHT_SECRET: 'short' })).stderr).toContain(
      'DOCWRIGHT_SECRET must have',
    )
  })
})

describe('docwright key create --kind site', () => {
  it('takes origins, and refuses what is none', async () => {
    const create = (...words: string[]) => installation.run(['key', 'create', '--project', projectId, '--json', ...words])
    expect(
      (await create('--kind', 'site', '--origin', 'https://docs.example.com/', '--origin', 'http://localhost:3000')).code,
    ).toBe(0)
    const { keys } = await installation.json(['key', 'list', '--project', projectId])
    expect(keys[0].origins).toEqual(['https://docs.example.com', 'http://localhost:3000'])
    expect((await create('--kind', 'site', '--origin', 'docs.example.com')).stderr).toContain('must be an origin')
    expect((await create('--kind', 'site', '--origin', 'https://docs.example.com/x')).stderr).toContain('must be an origin')
    expect((await create('--origin', 'https://docs.example.com')).stderr).toContain('only site keys')
  })
})
