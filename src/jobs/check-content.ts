import type { ComparedTrees } from '../git/compare-trees.ts'
import type { Git } from '../git/git.ts'
import type { Mirror } from '../git/mirror.ts'
import { pathFault } from '../git/policy-fault.ts'
import { listPaths, readChanges, readTexts } from '../git/read-changes.ts'
import { type Allowed, type PolicySite, isJudgedByText, judgeChange } from '../policy/judge-change.ts'
import { siteTraits } from '../policy/site-traits.ts'
import type { ProjectSettings } from '../projects/settings.ts'

/** What the settings of a project let its agents change besides the documentation. */
export function allowedBy({ allowCiFiles, allowCode }: ProjectSettings): Allowed {
  return { ciFiles: allowCiFiles, code: allowCode }
}

/** Trees and commits that a change is between. */
export interface ChangeTrees {
  /** Where the job's branch left its base. */
  base: string
  /** What the agent started from: the same commit, or one of the job's own. */
  parent: string
  /** The tree of that, and what the agent made of it. */
  tree: string
  compared: ComparedTrees
}

/** Judges what a change is, file by file: content, a parsed edit of the site's configuration, or code. Throws a `Fault`. */
export async function checkContent(
  git: Git,
  mirror: Pick<Mirror, 'gitDir' | 'needBlobs'>,
  { base, parent, tree, compared }: ChangeTrees,
  allowed: Allowed,
  signal: AbortSignal,
): Promise<void> {
  const { gitDir } = mirror
  const needBlobs = (ids: string[]) => mirror.needBlobs(ids, signal)
  const changes = await readChanges(git, gitDir, compared, needBlobs, isJudgedByText, signal)
  const readOne = async (path: string) => {
    for await (const { text } of readTexts(git, gitDir, tree, (one) => one === path, signal)) return text
    return null
  }
  const site: PolicySite = {
    traits: await siteTraits(await listPaths(git, gitDir, tree, signal), readOne),
    // What the job itself removed may come back: "undo that" is an instruction like any other.
    otherPages: async function* () {
      yield* readTexts(git, gitDir, tree, isJudgedByText, signal)
      if (base !== parent) yield* readTexts(git, gitDir, base, isJudgedByText, signal)
    },
  }
  const refused = await judgeChange(changes, allowed, site)
  if (refused) throw pathFault(refused.code, refused.path, refused.problem, refused.hint)
}
