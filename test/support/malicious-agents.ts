import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { MaliciousCase } from './malicious-lab.ts'

const put = (directory: string, path: string, content: string, mode = 0o644) => {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), content, { mode })
}

const writes = (path: string, code: string, content = 'x'): MaliciousCase => ({
  name: `an agent that writes ${path}`,
  agent: (directory) => put(directory, path, content),
  refused: [code],
})

/** What an agent that was talked into it, or a program that it ran, could leave in its folder. */
export const AGENT_CASES: MaliciousCase[] = [
  {
    name: 'an agent that makes a repository of its folder, with settings and hooks',
    agent: (directory, lab) => {
      put(directory, '.git/HEAD', 'ref: refs/heads/main\n')
      put(directory, '.git/config', `[core]\n\tfsmonitor = ${lab.trapProgram}\n[filter "x"]\n\tclean = ${lab.trapProgram}\n`)
      for (const hook of ['pre-commit', 'post-checkout', 'reference-transaction', 'post-index-change'])
        put(directory, `.git/hooks/${hook}`, `#!/bin/sh\n${lab.trap}\n`, 0o755)
      put(directory, '.git/info/attributes', '* filter=x\n')
      put(directory, '.git/objects/info/alternates', `${lab.victim}\n`)
    },
  },
  {
    name: 'an agent that makes its folder part of another repository',
    agent: (directory, lab) => put(directory, '.git', `gitdir: ${lab.victim}\n`),
  },
  {
    name: 'an agent that puts a repository beside its folder',
    agent: (directory, lab) => put(join(directory, '..'), '.git/config', `[core]\n\tfsmonitor = ${lab.trapProgram}\n`),
  },
  // The content of files does not matter here, only where they are.
  writes('docs/.git/config', 'policy_git_file'),
  writes('docs/.GiT/hooks/x', 'policy_git_file'),
  writes('git~1/config', 'policy_git_file'),
  writes('.gitattributes', 'policy_git_file', '*.md filter=x\n'),
  writes('docs/.gitattributes', 'policy_git_file', '*.md filter=x\n'),
  writes('.gitmodules', 'policy_git_file'),
  writes('.gitignore', 'policy_git_file'),
  writes('.github/workflows/x.yml', 'policy_ci_file'),
  writes('.GitHub/Workflows/x.yml', 'policy_ci_file'),
  writes('.github/CODEOWNERS', 'policy_ci_file'),
  writes('.gitlab-ci.yml', 'policy_ci_file'),
  writes('.circleci/config.yml', 'policy_ci_file'),
  writes('Jenkinsfile', 'policy_ci_file'),
  writes('.forgejo/workflows/x.yaml', 'policy_ci_file'),
  writes('bitbucket-pipelines.yml', 'policy_ci_file'),
  writes('.husky/pre-commit', 'policy_ci_file'),
  writes('.vscode/tasks.json', 'policy_ci_file'),
  writes('notes.md', 'policy_secret', ['AWS: AKIA', 'Z7QK4XJ2W9RT5BNM\n'].join('')),
  writes(
    'key.pem',
    'policy_secret',
    ['-----BEGIN RSA PRIVATE', ' KEY-----\nMIIEowIBAAKCAQEAx7Zr9q2LkT0VbN4sWc8uHyJpQeDf3gK6mA1tRzXoYhUiPlBv\n'].join(''),
  ),
  {
    name: 'an agent that makes a program',
    agent: (directory) => put(directory, 'run.sh', '#!/bin/sh\n', 0o755),
    refused: ['policy_executable'],
  },
  {
    name: 'an agent that makes a page a program',
    agent: (directory) => chmodSync(join(directory, 'page.md'), 0o755),
    refused: ['policy_executable'],
  },
  {
    name: 'an agent that links to a file elsewhere',
    agent: (directory, lab) => symlinkSync(join(lab.victim, 'secret.txt'), join(directory, 'a.md')),
    refused: ['policy_symlink'],
  },
  {
    name: 'an agent that puts a link in the place of a page',
    agent: (directory, lab) => {
      rmSync(join(directory, 'page.md'))
      symlinkSync(join(lab.victim, 'secret.txt'), join(directory, 'page.md'))
    },
    refused: ['policy_symlink'],
  },
  {
    name: 'an agent that links to a folder elsewhere',
    agent: (directory, lab) => symlinkSync(lab.victim, join(directory, 'docs')),
    refused: ['policy_symlink'],
  },
  {
    name: 'an agent that puts a link in the place of its folder',
    agent: (directory, lab) => {
      rmSync(directory, { recursive: true })
      symlinkSync(lab.victim, directory)
    },
    refused: ['policy_symlink'],
  },
  {
    name: 'an agent that links hard to a file elsewhere',
    agent: (directory, lab) => linkSync(join(lab.victim, 'secret.txt'), join(directory, 'a.md')),
    refused: ['policy_hard_link'],
  },
  {
    name: 'an agent that leaves a pipe',
    agent: (directory) => execFileSync('sh', ['-c', 'mkfifo "$0"', join(directory, 'a.md')]),
    refused: ['policy_special_file'],
  },
  {
    name: 'an agent that leaves a socket',
    agent: async (directory) => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(join(directory, 'socket'), resolve))
      server.unref()
    },
    refused: ['policy_special_file'],
  },
  {
    name: 'an agent that leaves a device',
    agent: (directory) => {
      // Only root may make one; everyone else gets a pipe.
      execFileSync('sh', ['-c', 'mknod "$0" c 1 5 2>/dev/null || mkfifo "$0"', join(directory, 'zero.md')])
    },
    refused: ['policy_special_file'],
  },
  {
    name: 'an agent that writes a gigabyte',
    agent: (directory) => {
      put(directory, 'huge.md', '')
      truncateSync(join(directory, 'huge.md'), 1024 ** 3)
    },
    refused: ['policy_too_large'],
  },
  {
    name: 'an agent that writes 12 MB in pieces',
    agent: (directory) => {
      for (let place = 0; place < 24; place++) put(directory, `part-${place}.md`, String(place % 10).repeat(512 * 1024))
    },
    refused: ['policy_too_large'],
  },
  {
    name: 'an agent that writes thousands of files',
    agent: (directory) => {
      mkdirSync(join(directory, 'many'))
      for (let place = 0; place < 2000; place++) writeFileSync(join(directory, `many/${place}.md`), 'x')
    },
    refused: ['policy_too_many_files'],
  },
  {
    name: 'an agent that nests folders beyond every limit',
    agent: (directory) => {
      // Twice as long as a path can be, step by step from the inside.
      const nest = `const { mkdirSync } = require('fs')\nfor (let level = 0; level < 800; level++) mkdirSync('deeperdeep'), process.chdir('deeperdeep')`
      execFileSync(process.execPath, ['-e', nest], { cwd: directory })
    },
    refused: ['policy_path'],
  },
  {
    name: 'an agent that closes its folders',
    agent: (directory) => {
      put(directory, 'closed/a.md', 'x')
      chmodSync(join(directory, 'closed'), 0)
    },
    // Nothing is closed to root, who publishes what is in it.
    refused: ['policy_unreadable', 'nothing'],
    adds: ['closed/a.md'],
  },
  {
    name: 'an agent that copies a secret of the machine',
    agent: (directory) => {
      const id = '4'.repeat(40)
      const text = readFileSync(join(directory, 'image.png'), 'utf8').replace(/[0-9a-f]{40}/, id)
      put(directory, 'stolen.md', text)
    },
    adds: ['stolen.md'],
  },
  {
    name: 'an agent that leaves a bare repository among the pages',
    agent: (directory, lab) => {
      put(directory, 'bare/HEAD', 'ref: refs/heads/main\n')
      put(directory, 'bare/config', `[core]\n\tfsmonitor = ${lab.trapProgram}\n\tbare = false\n\tworktree = ..\n`)
      put(directory, 'bare/refs/x', '')
      put(directory, 'bare/objects/x', '')
    },
    adds: ['bare/HEAD', 'bare/config', 'bare/objects/x', 'bare/refs/x'],
  },
  {
    name: 'an agent that names files like arguments of git',
    agent: (directory) => {
      put(directory, '--upload-pack=x.md', 'x')
      appendFileSync(join(directory, 'page.md'), '$(touch x)\n')
    },
    adds: ['--upload-pack=x.md'],
  },
]
