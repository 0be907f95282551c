import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MaliciousCase, MaliciousLab } from './malicious-lab.ts'

const HOOKS = [
  'applypatch-msg',
  'pre-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-rebase',
  'post-checkout',
  'post-merge',
  'pre-push',
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'reference-transaction',
  'push-to-checkout',
  'pre-auto-gc',
  'post-rewrite',
  'fsmonitor-watchman',
  'post-index-change',
]

const attributes = { 'page.md': '# Page\n', '.gitattributes': '* filter=evil diff=evil merge=evil\n' }

/** The repository lacks a file and says where to get it: whoever reads it would run what it says. */
async function loseAFile(lab: MaliciousLab): Promise<void> {
  const id = await lab.remote(['rev-parse', 'main:page.md'])
  renameSync(join(lab.gitDir, 'objects', id.slice(0, 2), id.slice(2)), join(lab.folder, 'lost'))
}

/** Traps in the files of a repository that lies on the same machine: its settings, hooks and stores. */
export const SETTINGS_CASES: MaliciousCase[] = [
  {
    name: 'hooks of all kinds',
    repository: (lab) => HOOKS.forEach((hook) => lab.plant(`hooks/${hook}`, `#!/bin/sh\n${lab.trap}\n`, 0o755)),
  },
  {
    name: 'core.hooksPath',
    repository: (lab) => {
      HOOKS.forEach((hook) => lab.plant(`more/${hook}`, `#!/bin/sh\n${lab.trap}\n`, 0o755))
      lab.config(`[core]\n\thooksPath = ${lab.gitDir}/more`)
    },
  },
  { name: 'core.fsmonitor', repository: (lab) => lab.config(`[core]\n\tfsmonitor = ${lab.trapProgram}`) },
  {
    name: 'filters for reading and writing files',
    repository: async (lab) => {
      await lab.commit(attributes)
      lab.config(
        `[filter "evil"]\n\tclean = ${lab.trapProgram}\n\tsmudge = ${lab.trapProgram}\n\tprocess = ${lab.trapProgram}\n\trequired`,
      )
    },
  },
  {
    name: 'programs that show differences',
    repository: async (lab) => {
      await lab.commit(attributes)
      lab.config(
        `[diff "evil"]\n\ttextconv = ${lab.trapProgram}\n\tcommand = ${lab.trapProgram}\n[diff]\n\texternal = ${lab.trapProgram}`,
      )
    },
  },
  {
    name: 'a merge driver',
    repository: async (lab) => {
      await lab.commit(attributes)
      lab.config(`[merge "evil"]\n\tdriver = ${lab.trap}`)
    },
  },
  {
    name: 'core.sshCommand, core.gitProxy, core.askPass and credential helpers',
    repository: (lab) =>
      lab.config(
        `[core]\n\tsshCommand = ${lab.trap}\n\tgitProxy = ${lab.trapProgram}\n\taskPass = ${lab.trapProgram}\n[credential]\n\thelper = !${lab.trap}`,
      ),
  },
  {
    name: 'pagers, editors and aliases',
    repository: (lab) =>
      lab.config(
        `[core]\n\tpager = ${lab.trap}\n\teditor = ${lab.trap}\n[sequence]\n\teditor = ${lab.trap}\n[alias]\n\tupload-pack = !${lab.trap}\n\treceive-pack = !${lab.trap}\n\tpack-objects = !${lab.trap}`,
      ),
  },
  {
    name: 'signing programs',
    repository: (lab) =>
      lab.config(
        `[gpg]\n\tprogram = ${lab.trapProgram}\n[gpg "ssh"]\n\tprogram = ${lab.trapProgram}\n\tdefaultKeyCommand = ${lab.trap}\n[commit]\n\tgpgSign = true\n[receive]\n\tcertNonceSeed = x`,
      ),
  },
  {
    name: 'objects borrowed from elsewhere',
    repository: (lab) => {
      execFileSync('git', ['init', '--quiet', '--bare', join(lab.folder, 'other.git')])
      lab.plant('objects/info/alternates', `${join(lab.folder, 'other.git/objects')}\n${lab.victim}\n/etc\n`)
      lab.plant('objects/info/http-alternates', `${lab.networkUrl}/objects\n`)
    },
  },
  {
    name: 'core.alternateRefsCommand with borrowed objects',
    repository: (lab) => {
      execFileSync('git', ['init', '--quiet', '--bare', join(lab.folder, 'other.git')])
      lab.plant('objects/info/alternates', `${join(lab.folder, 'other.git/objects')}\n`)
      lab.config(`[core]\n\talternateRefsCommand = ${lab.trap}`)
    },
  },
  {
    name: 'settings included from elsewhere',
    repository: (lab) => {
      writeFileSync(join(lab.folder, 'more.config'), `[core]\n\tfsmonitor = ${lab.trapProgram}\n\tpager = ${lab.trap}\n`)
      lab.config(`[include]\n\tpath = ${lab.folder}/more.config\n[includeIf "gitdir:/"]\n\tpath = ${lab.folder}/more.config`)
    },
  },
  {
    name: 'addresses that are rewritten',
    repository: (lab) =>
      lab.config(
        `[url "${lab.networkUrl}/"]\n\tinsteadOf = file://\n\tpushInsteadOf = file://\n[url "ext::${lab.trap} "]\n\tinsteadOf = /`,
      ),
  },
  {
    name: 'uploadpack.packObjectsHook',
    repository: (lab) => lab.config(`[uploadpack]\n\tpackObjectsHook = ${lab.trapProgram}`),
  },
  {
    name: 'a repository that lacks a file and says by which program to fetch it',
    repository: async (lab) => {
      await loseAFile(lab)
      lab.config(
        `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = ${lab.url}\n\tuploadpack = ${lab.trap};`,
      )
    },
    refused: ['repository_damaged'],
  },
  {
    name: 'a repository that lacks a file and says to fetch it by ext::',
    repository: async (lab) => {
      await loseAFile(lab)
      lab.config(
        `[extensions]\n\tpartialClone = origin\n[protocol]\n\tallow = always\n[remote "origin"]\n\tpromisor = true\n\turl = "ext::${lab.trap}"`,
      )
    },
    refused: ['repository_damaged'],
  },
  {
    name: 'bundles to fetch first',
    repository: (lab) =>
      lab.config(
        `[uploadpack]\n\tadvertiseBundleURIs = true\n[bundle]\n\tversion = 1\n\tmode = all\n[bundle "evil"]\n\turi = ${lab.networkUrl}/x.bundle`,
      ),
  },
  {
    name: 'replaced objects',
    repository: async (lab) => {
      const evil = await lab.remote(['hash-object', '-w', '--stdin'], 'replaced')
      const page = await lab.remote(['rev-parse', 'main:page.md'])
      await lab.remote(['update-ref', `refs/replace/${page}`, evil])
    },
  },
  {
    name: 'grafts and a false end of history',
    repository: async (lab) => {
      const main = await lab.remote(['rev-parse', 'main'])
      lab.plant('info/grafts', `${main} ${'2'.repeat(40)}\n`)
    },
  },
  {
    name: 'sparse checkouts and work trees elsewhere',
    repository: (lab) => {
      lab.plant('info/sparse-checkout', '/nothing\n')
      lab.plant('info/attributes', '* filter=evil\n')
      lab.plant('info/exclude', '*\n')
      lab.config(
        `[core]\n\tsparseCheckout = true\n\tworktree = ${lab.victim}\n\tbare = false\n[filter "evil"]\n\tsmudge = ${lab.trapProgram}`,
      )
    },
  },
  {
    name: 'a push that would check files out',
    repository: (lab) =>
      lab.config(`[core]\n\tbare = false\n\tworktree = ${lab.victim}\n[receive]\n\tdenyCurrentBranch = updateInstead`),
  },
  {
    name: 'a branch that is a link to a file elsewhere',
    repository: (lab) => symlinkSync(join(lab.victim, 'secret.txt'), join(lab.gitDir, 'refs/heads/odd')),
    branch: 'odd',
    refused: ['ref_not_found', 'repository_damaged'],
  },
  {
    name: 'branches with control characters and options for names',
    repository: async (lab) => {
      const main = await lab.remote(['rev-parse', 'main'])
      const names = ['a\u0007b', `--upload-pack=${lab.trap}`, '$(touch x)', '-x', 'a b', '..', 'a..b']
      lab.plant(
        'packed-refs',
        `# pack-refs with: peeled fully-peeled \n${names.map((name) => `${main} refs/heads/${name}\n`).join('')}`,
      )
    },
    refused: ['repository_damaged'],
  },
  {
    name: 'a branch with the name of an option',
    branch: '--upload-pack=touch /tmp/never',
    refused: ['ref_not_found'],
  },
  { name: 'a branch with a line end', branch: 'main\n--upload-pack=x', refused: ['ref_not_found'] },
  {
    name: 'a branch that is a file',
    repository: async (lab) => {
      const page = await lab.remote(['rev-parse', 'main:page.md'])
      lab.plant('refs/heads/main', `${page}\n`)
    },
    refused: ['repository_unsafe'],
  },
  {
    name: 'a branch that is a loop of names',
    repository: (lab) => lab.plant('refs/heads/main', 'ref: refs/heads/main\n'),
    refused: ['ref_not_found'],
  },
  { name: 'the address ext::', url: (lab) => `ext::sh -c ${lab.trap}`, refused: ['repository_unsupported'] },
  {
    name: 'an address that is an option',
    url: (lab) => `--upload-pack=${lab.trap}`,
    refused: ['repository_unsupported'],
  },
  { name: 'an address of another protocol', url: (lab) => `${lab.networkUrl}/docs.git`, refused: ['repository_unsupported'] },
  {
    name: 'an address with a command in it',
    repository: async (lab) => {
      const odd = join(lab.folder, `odd $(${lab.trap.replaceAll('/', '\\057')})';touch x;'`)
      mkdirSync(odd)
      renameSync(lab.gitDir, join(odd, 'remote.git'))
      symlinkSync(join(odd, 'remote.git'), lab.gitDir)
    },
    url: (lab) => pathToFileURL(join(lab.folder, `odd $(${lab.trap.replaceAll('/', '\\057')})';touch x;'`, 'remote.git')).href,
  },
  {
    name: 'settings that git cannot read',
    repository: (lab) => lab.config('[core\nbroken'),
    refused: ['repository_damaged'],
  },
]
