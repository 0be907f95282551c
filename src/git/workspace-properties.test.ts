import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LabFile, createGitLab, labSignal } from '../../test/support/git-lab.ts'
import { createMemoryWorkspace } from './memory-workspace.ts'

const name = fc.constantFrom('a', 'b', 'c', 'ä', 'x y')
const ending = fc.constantFrom('', '.md', '.png', '.txt')
const path = fc
  .tuple(fc.array(name, { maxLength: 2 }), name, ending)
  .map(([folders, file, end]) => [...folders, file + end].join('/'))
const content = fc.oneof(
  fc.constantFrom('', 'one\n', 'one\r\ntwo\r\n', '$Id$\n'),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
)
const file = fc.record({ mode: fc.constantFrom('100644', '100644', '100755', '120000', '160000'), content })
const attributes = fc.constantFrom('', '* text=auto eol=crlf ident\n', '*.md working-tree-encoding=UTF-16 filter=x\n')
const edit = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, content }),
  fc.record({ kind: fc.constant('remove' as const), path }),
)

type Model = Map<string, { mode: string; content: string }>

/** No path of a tree is a folder of another one. */
function withoutConflicts(files: [string, { mode: string; content: string }][]): Model {
  const model: Model = new Map()
  for (const [path, entry] of files) {
    const isFree = [...model.keys()].every((other) => other !== path && !within(other, path) && !within(path, other))
    if (isFree) model.set(path, entry)
  }
  return model
}

const within = (path: string, folder: string) => path.startsWith(`${folder}/`)
const isShown = (mode: string) => mode.startsWith('100')

/** Does the edit to the folder, and the same to the model; an edit that the file system refuses is none. */
function apply(directory: string, model: Model, { kind, path, content }: { kind: string; path: string; content?: string }): void {
  const disk = join(directory, path)
  if (kind === 'remove') {
    if (!isShown(model.get(path)?.mode ?? '') || !lstatSync(disk, { throwIfNoEntry: false })?.isFile()) return
    rmSync(disk)
    model.delete(path)
    return
  }
  try {
    mkdirSync(dirname(disk), { recursive: true })
    writeFileSync(disk, Buffer.from(content!, 'latin1'))
  } catch {
    return
  }
  // A link or a submodule that was not there to be seen gives way, as it does to git.
  for (const other of model.keys()) if (within(other, path) || within(path, other)) model.delete(other)
  const before = model.get(path)
  model.set(path, { mode: before && isShown(before.mode) ? before.mode : '100644', content: content! })
}

describe('any edits on any tree', () => {
  it('give a tree that differs in exactly the edited paths, whether they were made in a folder or in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(path, file), { minLength: 1, maxLength: 12 }),
        attributes,
        fc.array(edit, { maxLength: 8 }),
        async (files, rules, edits) => {
          const before = withoutConflicts([['.gitattributes', { mode: '100644', content: rules }], ...files])
          const lab = await createGitLab()
          try {
            const tree: Record<string, LabFile> = {}
            for (const [where, { mode, content }] of before)
              tree[where] =
                mode === '160000' ? { mode, id: '1'.repeat(40) } : { mode, content: Buffer.from(content || '.', 'latin1') }
            for (const [where, entry] of before) before.set(where, { ...entry, content: entry.content || '.' })
            await lab.commit(tree)
            const { mirror, workspace, parent } = await lab.openWorkspace()
            const untouched = await workspace.writeTree()
            const after: Model = new Map(before)
            for (const one of edits) apply(workspace.directory, after, one)
            const expected = [...new Set([...before.keys(), ...after.keys()])].filter((where) => {
              const [old, now] = [before.get(where), after.get(where)]
              return old?.mode !== now?.mode || old?.content !== now?.content
            })
            const written = await workspace.writeTree()
            expect(await lab.changed(mirror.gitDir, parent, written)).toEqual(expected.sort())

            const memory = await createMemoryWorkspace(lab.git, mirror, join(lab.folder, 'memory'), parent, labSignal())
            const bytesOf = (where: string) => (after.has(where) ? Buffer.from(after.get(where)!.content, 'latin1') : null)
            memory.write(expected.map((where) => ({ path: where, bytes: bytesOf(where) })))
            expect(await memory.writeTree()).toBe(written)
            expect((await memory.look()).ids).toEqual((await workspace.look()).ids)
            await memory.restore(untouched)
            expect(await memory.writeTree()).toBe(untouched)
            await memory.restore(written)
            expect(await memory.writeTree()).toBe(written)
          } finally {
            lab.remove()
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)
})
