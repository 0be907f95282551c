import { type ListedFiles, type SiteSource } from '../../read/load-site.ts'
import type { Site } from '../../read/site.ts'
import { rootOf } from '../../read/site-mounts.ts'
import { type SiteJudgement, UnjudgedCounts } from '../unjudged.ts'
import { type CompiledPages, type CompileOptions, compilePages } from './compile-pages.ts'
import { mdxOutline } from './mdx-source.ts'
import type { MdxFault, MdxPage } from './mdx-thread.ts'

/** A thousand pages take some ten seconds on one core. A job does not wait longer; what is left over is not judged. */
const CHANGED_BUDGET_MS = 10_000

/** True for a page that the generator compiles as MDX. */
export function isMdxPage(site: Site, path: string): boolean {
  if (path.endsWith('.mdx')) return true
  return path.endsWith('.md') && rootOf(site, path)?.compilesMarkdown === true
}

/** All pages of a site that do not compile, and how many could not be judged. */
export async function checkMdx(site: Site, source: SiteSource, options: CompileOptions = {}): Promise<SiteJudgement> {
  const paths = [...site.pages.keys()].filter((path) => isMdxPage(site, path))
  return judge(await compilePages(await readPages(source, paths), options))
}

/** The pages that a change has broken: those that do not compile any more, and new ones that do not compile. */
export async function checkChangedMdx(
  site: Site,
  before: ListedFiles,
  after: ListedFiles,
  options: CompileOptions = {},
): Promise<SiteJudgement> {
  const paths = [...site.pages.keys()].filter((path) => isMdxPage(site, path) && before.ids.get(path) !== after.ids.get(path))
  const old = new Map(
    (
      await readPages(
        before,
        paths.filter((path) => before.ids.has(path)),
      )
    ).map(({ path, text }) => [path, text]),
  )
  const changed = (await readPages(after, paths)).filter(({ path, text }) => {
    const was = old.get(path)
    return was === undefined || mdxOutline(was) !== mdxOutline(text)
  })
  const budget = { budgetMs: CHANGED_BUDGET_MS, ...options }
  const compiled = await compilePages(changed, budget)
  const suspects = [...compiled].flatMap(([path, fault]) => (fault && old.has(path) ? [{ path, text: old.get(path)! }] : []))
  // What did not compile before is no fault of the change.
  for (const [path, fault] of await compilePages(suspects, budget)) if (fault) compiled.set(path, null)
  return judge(compiled)
}

async function readPages(source: Pick<SiteSource, 'read'>, paths: readonly string[]): Promise<MdxPage[]> {
  const pages: MdxPage[] = []
  await source.read(paths, (path, content) => void pages.push({ path, text: content.toString('utf8') }))
  return pages
}

function judge(compiled: CompiledPages): SiteJudgement {
  const unjudged = new UnjudgedCounts()
  for (const fault of compiled.values()) if (fault === undefined) unjudged.add('mdx', 'limit')
  const faults = [...compiled].filter((entry): entry is [string, MdxFault] => Boolean(entry[1]))
  return {
    problems: faults.map(([path, { line, message }]) => ({
      code: 'mdx-invalid',
      path,
      line,
      message: `The page does not compile as MDX: ${message}`,
    })),
    unjudged: unjudged.list(),
  }
}
