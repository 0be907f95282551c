import { z } from 'zod'
import type { ConfinedFiles } from '../../files/confined-files.ts'
import { Refusal } from '../../files/refusal.ts'
import { hiddenCharacters } from '../../prompt/hidden-characters.ts'
import type { Tool } from './tool.ts'

/** Names that models have learnt from other tools, and ours for the same. One that a tool has itself is left alone. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    file_path: 'path',
    filePath: 'path',
    filename: 'path',
    file: 'path',
    old_string: 'old',
    old_str: 'old',
    oldText: 'old',
    new_string: 'new',
    new_str: 'new',
    newText: 'new',
    replace_all: 'isEverywhere',
    file_text: 'content',
    contents: 'content',
    pattern: 'text',
    query: 'text',
    directory: 'folder',
    glob: 'include',
    offset: 'from',
    limit: 'lines',
    dry_run: 'dryRun',
  }),
)

/** The endings that pages have; a model often leaves them out, because addresses have none. */
const ENDINGS = ['.md', '.mdx', '/index.md', '/index.mdx']

/** What a call asks for, as the tool wants it. Throws a `Refusal` that says what is wrong. */
export async function readArguments(tool: Tool, given: unknown, files: ConfinedFiles): Promise<never> {
  const parsed = tool.input.safeParse(withOwnNames(tool, given))
  if (!parsed.success) throw new Refusal(`The call was not carried out: ${z.prettifyError(parsed.error).slice(0, 1000)}`)
  refuseHidden(parsed.data)
  return (await withPaths(parsed.data, tool, files)) as never
}

/** Fields under the names that the tool has for them. */
export function withOwnNames({ input }: Pick<Tool, 'input'>, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !(input instanceof z.ZodObject)) return given
  const names = new Set(Object.keys(input.shape))
  const renamed = Object.entries(given).map(([name, value]): [string, unknown] => {
    const own = ALIASES.get(name)
    return !names.has(name) && own !== undefined && names.has(own) && !Object.hasOwn(given, own) ? [own, value] : [name, value]
  })
  return Object.fromEntries(renamed)
}

/** Nothing that a reviewer cannot see gets onto a page: neither by a slip of the model nor by a page that speaks through it. */
function refuseHidden(value: unknown): void {
  if (typeof value === 'string') {
    const [first] = hiddenCharacters(value)
    if (!first) return
    const code = value.codePointAt(first.start)!.toString(16).toUpperCase().padStart(4, '0')
    throw new Refusal(`The call was not carried out: it has an invisible character (U+${code}). Write it without.`)
  }
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) refuseHidden(one)
}

/** Paths as the repository has them: `./a`, `/a` and `a` are the same, and a page is found without its ending. */
async function withPaths(input: Record<string, unknown>, tool: Tool, files: ConfinedFiles): Promise<Record<string, unknown>> {
  const { existing = [], places = [] } = tool.paths ?? {}
  const changed: Record<string, unknown> = { ...input }
  for (const name of [...existing, ...places]) {
    const value = input[name]
    if (typeof value !== 'string') continue
    const path = plainPath(value)
    changed[name] = existing.includes(name) ? await withEnding(path, files) : path
  }
  return changed
}

function plainPath(written: string): string {
  const plain = written.trim().replace(/^(?:\.?\/)+/u, '')
  return plain.replaceAll(/\/{2,}/gu, '/')
}

async function withEnding(path: string, files: ConfinedFiles): Promise<string> {
  const isThere = (one: string) => files.has(one).catch(() => false)
  if (path === '' || /\.\w{1,5}$/u.test(path) || (await isThere(path))) return path
  for (const ending of ENDINGS) if (await isThere(path.replace(/\/$/u, '') + ending)) return path.replace(/\/$/u, '') + ending
  return path
}
