// An agent program that does what its first argument says, over the Agent Client Protocol: for tests of who confines it.
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, type RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { SWAP_SCRIPT } from './swap-folders.ts'

const [behaviour = 'edit', ...more] = process.argv.slice(2)

/** Tries something and says how it ended. */
function attempt(name: string, act: () => unknown): string {
  try {
    return `${name}: did it (${String(act()).slice(0, 60)})`
  } catch (error) {
    return `${name}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message.split('\n')[0]}`
  }
}

function dial(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3000 })
    socket.on('connect', () => resolve(`${host}:${port}: connected`))
    socket.on('timeout', () => resolve(`${host}:${port}: timeout`))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`${host}:${port}: ${error.code}`))
  })
}

/** As real programs do: over HTTP, with the address and the key of their environment. */
async function askModel(prompt: string): Promise<string> {
  const answer = await fetch(`${process.env['OPENAI_BASE_URL']}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env['OPENAI_API_KEY']}` },
    body: JSON.stringify({ model: 'some-other-model', messages: [{ role: 'user', content: prompt }] }),
  })
  const body = (await answer.json()) as { choices?: { message: { content: string } }[]; error?: { message: string } }
  return body.choices?.[0]?.message.content ?? `refused: ${answer.status} ${body.error?.message}`
}

type Say = (text: string) => Promise<void>
type Ask = (kind: 'edit' | 'execute' | 'fetch', path: string | null) => Promise<boolean>

const sessions = join(process.env['HOME'] ?? '/tmp', 'sessions')

const BEHAVIOURS: Record<string, (prompt: string, cwd: string, say: Say, ask: Ask) => Promise<void>> = {
  edit: async (_, cwd, say) => {
    const page = join(cwd, 'docs/a.md')
    writeFileSync(page, readFileSync(page, 'utf8').replace('workspace', 'project'))
    await say('Rename workspace to project\n\nChanged `docs/a.md`.')
  },
  permissions: async (_, cwd, say, ask) => {
    const answers = [
      ['inside', await ask('edit', join(cwd, 'docs/a.md'))],
      ['outside', await ask('edit', '/etc/passwd')],
      ['up', await ask('edit', `${cwd}/../secret`)],
      ['nameless', await ask('edit', null)],
      ['execute', await ask('execute', null)],
      ['fetch', await ask('fetch', null)],
    ]
    await say(`Ask first\n\n${answers.map(([name, is]) => `${name}=${is}`).join(' ')}`)
  },
  escape: async (_, cwd, say) => {
    symlinkSync('/etc', join(cwd, 'docs/etc'))
    const lines = [
      attempt('read the password file', () => readFileSync('/etc/shadow', 'utf8')),
      attempt('read the secret', () => readFileSync(`/${more[0]}`, 'utf8')),
      attempt('write through ..', () => writeFileSync(join(cwd, '../escaped'), 'x')),
      attempt('write through a link', () => writeFileSync(join(cwd, 'docs/etc/escaped'), 'x')),
      attempt('write into the system', () => writeFileSync('/usr/bin/escaped', 'x')),
      attempt('open a disk', () => openSync('/dev/sda', 'r')),
      attempt('open memory', () => openSync('/dev/mem', 'r')),
      attempt('change the kernel', () => openSync('/proc/sys/kernel/core_pattern', 'r+')),
      attempt('change a limit', () => openSync('/proc/sys/vm/overcommit_memory', 'r+')),
      attempt('read the memory of the kernel', () => readFileSync('/proc/kallsyms', 'utf8').slice(0, 20) || openSync('', 'r')),
      attempt('restart the machine', () => openSync('/proc/sysrq-trigger', 'r+')),
      attempt('look for private keys', () => readdirSync('/etc/ssl/private').length),
      attempt('look at the machine', () => readdirSync('/sys').length),
      attempt('make a device', () => execFileSync('mknod', [join(cwd, 'docs/device'), 'b', '8', '0'], { stdio: 'pipe' })),
      attempt('mount', () => execFileSync('mount', ['-t', 'tmpfs', 'none', '/mnt'], { stdio: 'pipe' })),
      attempt('new namespace', () => execFileSync('unshare', ['-U', 'true'], { stdio: 'pipe' })),
      attempt('other processes', () => {
        const count = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length
        if (count > 10) return count
        throw new Error(`only ${count < 10 ? 'its own' : count}`)
      }),
      attempt('secrets in the environment', () => {
        const found = Object.entries(process.env).filter(([, value]) => /canary/.test(value ?? ''))
        if (found.length > 0) return found.join()
        throw new Error('none')
      }),
    ]
    await say(`Try to escape\n\n${lines.join('\n')}`)
  },
  look: async (_, __, say) => {
    const [folder = '/'] = more
    const names = readdirSync(folder, { recursive: true })
    const line = attempt('write', () => writeFileSync(join(folder, 'data/new'), 'x'))
    await say(`Look\n\n${names.join(' ')}\n${line}`)
  },
  network: async (_, __, say) => {
    const [port = '1'] = more
    const lines = [
      await dial('127.0.0.1', Number(port)),
      await dial('192.0.2.1', 80),
      await dial('169.254.169.254', 80),
      await dial('::1', Number(port)),
    ]
    await say(`Try the network\n\n${lines.join('\n')}`)
  },
  'huge-file': async (_, cwd, say) => {
    const chunk = Buffer.alloc(1024 * 1024)
    const file = openSync(join(cwd, 'docs/huge.md'), 'w')
    const line = attempt('write a gigabyte', () => {
      for (let written = 0; written < 1024; written++) writeSync(file, chunk)
    })
    closeSync(file)
    await say(`Write much\n\n${line}`)
  },
  'many-files': async (_, cwd) => {
    for (let index = 0; ; index++) {
      appendFileSync(join(cwd, `docs/file-${index}.md`), 'x'.repeat(1000))
      if (index % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    }
  },
  'fork-bomb': async () => {
    for (;;) {
      spawn('sleep', ['60'], { stdio: 'ignore', detached: true }).on('error', () => undefined)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  },
  'much-memory': async () => {
    const held: Buffer[] = []
    for (;;) {
      held.push(Buffer.alloc(10_000_000, 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  },
  /** Leaves a process behind that goes on after the answer, with nothing that ties it to this one. */
  swap: async (_, cwd, say) => {
    const [target = '/', mark = ''] = more
    if (!existsSync(join(cwd, '.git'))) {
      mkdirSync(join(cwd, '.git'))
      symlinkSync(target, join(cwd, '.git/link'))
    }
    const stays = spawn(process.execPath, ['-e', SWAP_SCRIPT.swap, mark, cwd], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    await new Promise((resolve) => stays.stdout.once('data', resolve))
    stays.unref()
    await say('Swap folders\n\nDone.')
  },
  /** From a thread that is not the first one, whose children the kernel lists apart. */
  'fork-from-thread': async () => {
    const code = `
      const { spawn } = require('node:child_process')
      setInterval(() => spawn('sleep', ['60'], { stdio: 'ignore', detached: true }).on('error', () => undefined), 1)`
    const thread = new Worker(code, { eval: true })
    await new Promise((resolve) => thread.once('exit', resolve))
  },
  /** Memory that no process has: files without a name, kept open. Node cannot make them. */
  memfds: async () => {
    const code = `
import os, time
held = []
while True:
    held.append(os.memfd_create('x'))
    os.write(held[-1], b'x' * 10_000_000)
    time.sleep(0.01)`
    spawn('python3', ['-c', code], { stdio: 'ignore' })
    await new Promise(() => undefined)
  },
  threads: async () => {
    const code = 'import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(60,)).start()'
    spawn('python3', ['-c', code], { stdio: 'ignore' })
    await new Promise(() => undefined)
  },
  'files-in-memory': async (_, __, say) => {
    const chunk = Buffer.alloc(1024 * 1024, 1)
    const fill = (path: string) =>
      attempt(path, () => {
        const file = openSync(path, 'w')
        for (let written = 0; written < 300; written++) writeSync(file, chunk)
      })
    await say(`Fill memory\n\n${['/dev/shm/x', '/dev/x', '/tmp/x', '/run/x', '/x', '/etc/x'].map(fill).join('\n')}`)
  },
  'files-in-memory-kept': async (prompt, cwd, _, ask) => {
    await BEHAVIOURS['files-in-memory']!(prompt, cwd, async () => undefined, ask)
    await new Promise(() => undefined)
  },
  chatter: async (_, __, say) => {
    for (;;) await say('blah '.repeat(10_000))
  },
  hang: () => new Promise(() => undefined),
  crash: async () => {
    console.error('something broke inside')
    process.exit(3)
  },
  recall: async (prompt, _, say) => {
    const before = existsSync(sessions)
      ? readFileSync(sessions, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
    appendFileSync(sessions, `${JSON.stringify(prompt.slice(0, 2000))}\n`)
    await say(
      `Recall\n\nprompts before: ${before.length}; begins: ${prompt.slice(0, 40).replaceAll('\n', ' ')}; told: ${/You answered/.test(prompt)}`,
    )
  },
  /** Asks the model again and again, and writes down each of its answers, until it says that this was all. */
  lines: async (prompt, cwd, say) => {
    for (;;) {
      const page = readFileSync(join(cwd, 'docs/a.md'), 'utf8')
      const text = await askModel(`${prompt}\n\nThe page:\n${page}`)
      if (text === 'done') return say('Write the lines\n\nWrote all lines.')
      appendFileSync(join(cwd, 'docs/a.md'), `${text}\n`)
    }
  },
  /** Asks the model over HTTP, as real programs do, and does what it says. */
  model: async (prompt, cwd, say) => {
    const text = await askModel(prompt)
    if (text === 'again') return BEHAVIOURS['model']!(prompt, cwd, say, async () => false)
    appendFileSync(join(cwd, 'docs/a.md'), `\n${text}\n`)
    await say(`Ask the model\n\n${text}`)
  },
}

const cwds = new Map<string, string>()
agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: behaviour === 'wrong-version' ? 99 : PROTOCOL_VERSION,
    agentCapabilities: { loadSession: behaviour === 'recall' && more[0] !== 'forgetful' },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (behaviour === 'slow') return new Promise(() => undefined)
    const id = `session-${process.pid}-${Math.random().toString(36).slice(2)}`
    cwds.set(id, params.cwd)
    return { sessionId: id }
  })
  .onRequest(methods.agent.session.load, ({ params }) => {
    if (more[0] === 'broken') throw new Error('no such session')
    cwds.set(params.sessionId, params.cwd)
    return {}
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params
    const prompt = params.prompt.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    const say: Say = (text) =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      })
    let calls = 0
    const ask: Ask = async (kind, path) => {
      const toolCallId = `call-${calls++}`
      const locations = path === null ? [] : [{ path }]
      const { outcome }: RequestPermissionResponse = await client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId, title: `${kind} ${path ?? ''}`, kind, locations },
        options: [
          { optionId: 'yes-for-ever', name: 'Always', kind: 'allow_always' },
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      })
      return outcome.outcome === 'selected' && outcome.optionId === 'yes'
    }
    if (behaviour === 'refuse') return { stopReason: 'refusal' as const }
    await BEHAVIOURS[behaviour]!(prompt, cwds.get(sessionId) ?? process.cwd(), say, ask)
    return { stopReason: 'end_turn' as const }
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  )
