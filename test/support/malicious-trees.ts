import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawEntry, type RawObject, idOf, rawBlob, rawTree, zeroBlob } from './git-objects.ts'
import type { MaliciousCase, MaliciousLab } from './malicious-lab.ts'

const page = rawBlob('# Page\n')
const pageEntry: RawEntry = { mode: '100644', name: 'page.md', id: idOf(page) }

/** A tree with the page and one more entry. */
const withEntry =
  (entry: Omit<RawEntry, 'id'> & { id?: string }, ...objects: RawObject[]) =>
  (lab: MaliciousLab) => {
    const last = objects.at(-1) ?? page
    const entries = [{ ...entry, id: entry.id ?? idOf(last) }, pageEntry]
    entries.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
    return lab.pushTree([page, ...objects, rawTree(entries)])
  }

const REFUSED = ['repository_unsafe']

const dotGit = (name: string | Buffer): MaliciousCase => ({
  name: `a folder named ${JSON.stringify(name.toString())}`,
  repository: (lab) => {
    const config = rawBlob(`[core]\n\tfsmonitor = ${lab.trapProgram}\n`)
    return withEntry({ mode: '40000', name }, config, rawTree([{ mode: '100644', name: 'config', id: idOf(config) }]))(lab)
  },
  refused: REFUSED,
})

const badName = (name: string | Buffer, refused?: string[]): MaliciousCase => ({
  name: `a file named ${JSON.stringify(name.toString()).slice(0, 60)}`,
  repository: withEntry({ mode: '100644', name }),
  ...(refused ? { refused } : {}),
})

/** Ten folders that hold ten folders, nine times over, in ten objects. */
async function bomb(lab: MaliciousLab): Promise<string> {
  const objects: RawObject[] = [page]
  let entry = { mode: '100644', id: idOf(page) }
  for (let level = 0; level < 9; level++) {
    const tree = rawTree(Array.from({ length: 10 }, (_, place) => ({ ...entry, name: `d${place}` })))
    objects.push(tree)
    entry = { mode: '40000', id: idOf(tree) }
  }
  return lab.pushTree(objects)
}

function nested(levels: number): RawObject[] {
  const objects: RawObject[] = [page]
  let entry: RawEntry = pageEntry
  for (let level = 0; level < levels; level++) {
    const tree = rawTree([entry])
    objects.push(tree)
    entry = { mode: '40000', name: 'd', id: idOf(tree) }
  }
  return objects
}

/** What is named like an image or a program is not even fetched; what is named like a page is read once, to know its size. */
const zeros = (name: string, megabytes: number) => async (lab: MaliciousLab) => {
  const { object, id } = await zeroBlob(megabytes * 1024 * 1024)
  return lab.pushTree([page, object, rawTree([{ mode: '100644', name, id }, pageEntry])])
}

const link = (target: string) => rawBlob(target)

/** Trees that git's own commands would not make. */
export const TREE_CASES: MaliciousCase[] = [
  ...['.git', '.GIT', '.Git', 'git~1', 'GIT~1', '.g\u200cit', '.git ', '.git.', '.git::$INDEX_ALLOCATION', '.git\\hooks'].map(
    dotGit,
  ),
  ...['..', '.', '', 'a/b.md', '../../victim/secret.txt', '/etc/passwd', '..\\..\\victim'].map((name) => badName(name, REFUSED)),
  badName('x'.repeat(300)),
  badName('y'.repeat(5000), REFUSED),
  badName(Buffer.from([0x66, 0xff, 0xfe, 0x2e, 0x6d, 0x64])),
  badName('line\nend\u001b[31m.md'),
  badName('con'),
  badName('aux.md'),
  badName('-rf.md'),
  badName(':(exclude)page.md'),
  badName('$(touch x).md'),
  {
    name: 'a link to a file elsewhere',
    repository: (lab) => withEntry({ mode: '120000', name: 'link.md' }, link(join(lab.victim, 'secret.txt')))(lab),
  },
  {
    name: 'a link to a folder elsewhere, and an agent that writes through it',
    repository: (lab) => withEntry({ mode: '120000', name: 'out' }, link(lab.victim))(lab),
    agent: async (directory) => {
      const { mkdirSync } = await import('node:fs')
      mkdirSync(join(directory, 'out'), { recursive: true })
      writeFileSync(join(directory, 'out/planted.md'), 'planted')
    },
    refused: ['policy_symlink'],
  },
  {
    name: 'a link and a folder of the same name',
    repository: (lab) => {
      const target = link(lab.victim)
      const inner = rawTree([{ ...pageEntry, name: 'planted.md' }])
      const entries = [{ mode: '120000', name: 'a', id: idOf(target) }, { mode: '40000', name: 'a', id: idOf(inner) }, pageEntry]
      return lab.pushTree([page, target, inner, rawTree(entries)])
    },
    refused: REFUSED,
  },
  {
    name: 'the same file twice',
    repository: (lab) => lab.pushTree([page, rawTree([pageEntry, pageEntry])]),
    refused: REFUSED,
  },
  {
    name: 'submodules on this machine and next door',
    repository: (lab) => {
      const modules = rawBlob(
        `[submodule "a"]\n\tpath = a\n\turl = file://${lab.victim}\n[submodule "b"]\n\tpath = b\n\turl = ../victim\n\tupdate = checkout\n`,
      )
      const gitlink = { mode: '160000', id: '3'.repeat(40) }
      const entries = [
        { mode: '100644', name: '.gitmodules', id: idOf(modules) },
        { ...gitlink, name: 'a' },
        { ...gitlink, name: 'b' },
        pageEntry,
      ]
      return lab.pushTree([page, modules, rawTree(entries)])
    },
  },
  {
    name: 'a submodule whose address is an option',
    repository: (lab) =>
      withEntry({ mode: '100644', name: '.gitmodules' }, rawBlob('[submodule "a"]\n\tpath = a\n\turl = -u./trap.sh\n'))(lab),
  },
  {
    name: 'a submodule named like a way out',
    repository: (lab) =>
      withEntry(
        { mode: '100644', name: '.gitmodules' },
        rawBlob('[submodule "../../hooks"]\n\tpath = a\n\turl = file:///x\n'),
      )(lab),
  },
  {
    name: '.gitmodules that is a link',
    repository: (lab) => withEntry({ mode: '120000', name: '.gitmodules' }, link(join(lab.victim, 'secret.txt')))(lab),
    refused: REFUSED,
  },
  {
    name: 'names that differ in case only',
    repository: (lab) => {
      const entries = ['PAGE.md', 'Page.md', 'page.md'].map((name) => ({ ...pageEntry, name }))
      return lab.pushTree([page, rawTree(entries)])
    },
  },
  {
    name: 'modes that no system has',
    repository: withEntry({ mode: '140777', name: 'a.md' }),
  },
  { name: 'a billion files in ten folders', repository: bomb, refused: ['repository_too_large'] },
  {
    name: '60,000 files',
    repository: (lab) =>
      lab.pushTree([
        page,
        rawTree(Array.from({ length: 60_000 }, (_, place) => ({ ...pageEntry, name: `p${100_000 + place}.md` }))),
      ]),
    refused: ['repository_too_large'],
  },
  { name: 'a gigabyte of zeros in a small pack', repository: zeros('huge.bin', 1024) },
  { name: 'a page of 200 MB of zeros', repository: zeros('huge.md', 200) },
  { name: 'folders 10,000 deep', repository: (lab) => lab.pushTree(nested(10_000)), refused: REFUSED },
  {
    name: 'a commit message of 20 MB',
    repository: (lab) => lab.pushTree([page, rawTree([pageEntry])], 'x'.repeat(20 * 1024 * 1024)),
  },
  {
    name: 'an author with a line end and a program',
    repository: async (lab) => {
      const tree = rawTree([pageEntry])
      const body = Buffer.from(`tree ${idOf(tree)}\nauthor $(${lab.trap})\u0000x <a@b\n1 +0000\n\nx`)
      await lab.push([page, tree, { type: 'commit', body }])
    },
    refused: REFUSED,
  },
  {
    name: 'attributes without end',
    repository: withEntry({ mode: '100644', name: '.gitattributes' }, rawBlob(`* ${'a'.repeat(5000)}\n`.repeat(100))),
  },
  {
    name: 'settings of Git LFS that lead elsewhere',
    repository: (lab) => {
      const config = rawBlob(`[lfs]\n\turl = ${lab.networkUrl}\n\tcustomtransfer.x.path = ${lab.trapProgram}\n`)
      const attributes = rawBlob('*.md filter=lfs diff=lfs merge=lfs -text\n')
      const entries = [
        { mode: '100644', name: '.gitattributes', id: idOf(attributes) },
        { mode: '100644', name: '.lfsconfig', id: idOf(config) },
        pageEntry,
      ]
      return lab.pushTree([page, config, attributes, rawTree(entries)])
    },
  },
  {
    name: 'an object that is cut short',
    repository: async (lab) => {
      const id = await lab.remote(['rev-parse', 'main:page.md'])
      const { chmodSync, truncateSync } = await import('node:fs')
      const file = join(lab.gitDir, 'objects', id.slice(0, 2), id.slice(2))
      chmodSync(file, 0o600)
      truncateSync(file, 5)
    },
    refused: ['repository_damaged', 'repository_unreachable', 'repository_unsafe'],
  },
  {
    name: 'a folder for objects that is elsewhere',
    repository: (lab) => symlinkSync(lab.victim, join(lab.gitDir, 'objects', 'zz')),
  },
]
