import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createRepository } from '../support/repository.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'docwright-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocksOf = (page: string) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!)
const blocks = [...blocksOf('README.md'), ...blocksOf('docs/start.md')]

/** A machine with Node, npm and git may lack curl: then a small stand-in takes its place. */
function searchPath(): string {
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return path
  } catch {
    writeFileSync(
      join(folder, 'curl'),
      `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, '../support/curl.ts')}' "$@"\n`,
    )
    chmodSync(join(folder, 'curl'), 0o755)
    return `${folder}:${path}`
  }
}

describe('the README and the first page of the guide', () => {
  it('have commands that work when they are pasted, from npm start on', async () => {
    expect(blocks[0]).toBe('npm start\n')
    const PATH = searchPath()
    const data = join(folder, 'data')
    const service = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { PATH, HOME: folder, PORT: '0', DOCWRIGHT_DATA: data, DOCWRIGHT_LOG: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    // With main checked out, as a clone has it.
    const repository = createRepository({
      'guide.md': '# Guide\n\nAn old word.\n',
    })
    copyFileSync(join(ROOT, 'test/fixtures/apache-combined-10k.log'), join(folder, 'access.log'))
    try {
      const printed = await readUntil(service.stdout, /^ {2}curl .*$/m)
      const [, url, projectId, key] = /listening on (\S+)[\s\S]*Project id: (\S+)[\s\S]*Admin key: +(\S+)/.exec(printed)!
      const pasted = /^ {2}(curl -sS -X POST .*)$/m.exec(printed)![1]!
      const script = ['set -euo pipefail', pasted, ...blocks.filter((block) => !/^npm (start|test)|^export /.test(block))]
        .join('\n')
        .replaceAll('/path/to/your/clone', repository.path)
      const env = {
        PATH: `${join(ROOT, 'node_modules/.bin')}:${PATH}`,
        HOME: folder,
        DOCWRIGHT_DATA: data,
        DOCWRIGHT_URL: url,
        PROJECT_ID: projectId,
        DOCWRIGHT_KEY: key,
      }
      // In another folder than the checkout, so that nothing the commands write ends up there.
      const { stdout } = await promisify(execFile)('bash', ['-c', script.replaceAll('npx docwright', 'docwright')], {
        cwd: folder,
        env,
      })
      expect(stdout).toContain('"status":"completed"')
      expect(stdout).toContain('**Understood:** Replace')
      expect(stdout).toContain('"accepted":2')
      expect(stdout).toContain('{"path":"/docs/introduction","human":1,"ai":1,"total":2}')
      expect(stdout).toMatch(/Pull request pr_\w+ is merged/)
      expect(readFileSync(join(repository.path, 'guide.md'), 'utf8')).toContain('new word')
      expect(stdout).toContain('No problems found.')
    } finally {
      process.kill(-service.pid!, 'SIGTERM')
      await new Promise((resolve) => service.once('close', resolve))
      repository.remove()
    }
  })
})

async function readUntil(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const line of createInterface({ input: stream })) {
    text += `${line}\n`
    if (pattern.test(text)) return text
  }
  throw new Error(`the output ended before ${pattern}: ${text}`)
}
