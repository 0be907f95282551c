import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface GitRepositories {
  /** Holds one bare repository for each path. */
  readonly root: string
  /** Runs git on a repository and returns what it printed. */
  git(path: string, ...words: string[]): string
  /** The commit of a branch; null when there is none. */
  commitOf(path: string, branch: string): string | null
  /** Makes the server refuse pushes with this text. */
  refusePushes(path: string, text: string): void
  remove(): void
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

/** Makes bare repositories with one page on the branch `main`. */
export function createGitRepositories(...paths: string[]): GitRepositories {
  const root = mkdtempSync(join(tmpdir(), 'docwright-git-http-'))
  const env = { ...process.env, ...IDENTITY }
  const git = (path: string, ...words: string[]) =>
    execFileSync('git', ['--git-dir', join(root, `${path}.git`), ...words], {
      env,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim()
  for (const path of paths) {
    const folder = join(root, `${path}.git`)
    mkdirSync(folder, { recursive: true })
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', folder], { env })
    const page = join(root, 'page')
    writeFileSync(page, '# Welcome\n')
    const blob = git(path, 'hash-object', '-w', page)
    const tree = execFileSync('git', ['--git-dir', folder, 'mktree'], {
      env,
      input: `100644 blob ${blob}\tindex.md\n`,
      encoding: 'utf8',
    }).trim()
    git(path, 'update-ref', 'refs/heads/main', git(path, 'commit-tree', '-m', 'First page', tree))
  }
  return {
    root,
    git,
    commitOf: (path, branch) => {
      try {
        return git(path, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
      } catch {
        return null
      }
    },
    refusePushes: (path, text) => {
      const hook = join(root, `${path}.git`, 'hooks', 'pre-receive')
      mkdirSync(join(hook, '..'), { recursive: true })
      writeFileSync(hook, `#!/bin/sh\ncat <<'END' >&2\n${text}\nEND\nexit 1\n`, { mode: 0o755 })
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export type GitAccess = 'none' | 'read' | 'write'

export interface GitHttpOptions {
  repositories: GitRepositories
  access(username: string, password: string): GitAccess
  /** Answers in place of git, for servers in trouble; null lets git answer. */
  interrupt?(request: IncomingMessage): { status: number; body?: string; headers?: Record<string, string> } | null
}

/** Serves git over HTTP, as the code hosts do: through git's own program for that, behind a token. */
export async function serveGit(options: GitHttpOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const trouble = options.interrupt?.(request) ?? null
  if (trouble) {
    response.writeHead(trouble.status, { 'content-type': 'text/plain', ...trouble.headers }).end(trouble.body ?? '')
    return
  }
  const [, encoded = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s)
  const access = options.access(username, password)
  if (access === 'none') {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    return
  }
  const isPush = url.pathname.endsWith('/git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack'
  if (isPush && access !== 'write') {
    response.writeHead(403, { 'content-type': 'text/plain' }).end('Permission denied')
    return
  }
  await runBackend(options.repositories.root, url, username, request, response)
}

async function runBackend(
  root: string,
  url: URL,
  user: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      ...IDENTITY,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: user,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  // A client that was killed sends no end; git would wait for it for ever.
  request.once('aborted', () => child.stdin.end())
  child.stdin.on('error', () => undefined)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => child.once('close', resolve))
  const output = Buffer.concat(chunks)
  const end = output.indexOf('\r\n\r\n')
  const headers = output
    .subarray(0, end)
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.split(/:\s*/, 2) as [string, string])
  const status = Number(headers.find(([name]) => name.toLowerCase() === 'status')?.[1]?.slice(0, 3) ?? 200)
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'status')))
  response.end(output.subarray(end + 4))
}

export interface LocalServer {
  url: string
  close(): Promise<void>
}

/** On a free port of this machine. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(599).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export async function startGitHttpServer(options: GitHttpOptions): Promise<LocalServer> {
  return listen((request, response) => serveGit(options, request, response))
}

/** The argument lists of all processes that name a text at this moment; empty where the system does not tell. */
export function argumentListsWith(text: string): string[] {
  const read = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(read)
    .filter((line) => line.includes(text))
}
