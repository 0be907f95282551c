/** What of a site decides which parts of its pages are run. */
export interface SiteTraits {
  /** Docusaurus, Mintlify and Next.js read `.md` as MDX. */
  hasMdxInMarkdown: boolean
  /** VitePress and VuePress fill in templates also within code in a line. */
  hasVue: boolean
  /** Jekyll, Eleventy and the macros of MkDocs fill in templates also in fenced blocks; Hugo fills in its shortcodes there. */
  templatesInFences: 'all' | 'shortcodes' | 'none'
  /** Its snippets are taken in also within fenced blocks, and indented lines below `!!! note` are a box. */
  hasMkdocs: boolean
  /** MkDocs reads fences in lists and boxes. */
  hasSuperfences: boolean
  hasMdbook: boolean
}

const MDX = /(?:^|\/)(?:docusaurus\.config\.[cm]?[jt]s|(?:docs|mint)\.json|next\.config\.[cm]?[jt]s)$/i
const VUE = /(?:^|\/)\.(?:vitepress|vuepress)\//i
const TEMPLATES = /(?:^|\/)(?:_config\.(?:ya?ml|toml)|\.?eleventy(?:\.config)?\.[cm]?[jt]s)$/i
const HUGO = /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\/_default\/[^/]+|archetypes\/[^/]+)$/i
const MKDOCS = /(?:^|\/)mkdocs\.ya?ml$/i
const MDBOOK = /(?:^|\/)book\.toml$/i

/**
 * Tells from the files of a repository which generators build its pages. What belongs to one of them counts for all pages: no
 * reading of a configuration says for certain which folders it builds.
 *
 * @param read The text of a file, for the plug-ins of MkDocs; null when it is not there.
 */
export async function siteTraits(paths: Iterable<string>, read: (path: string) => Promise<string | null>): Promise<SiteTraits> {
  const traits: SiteTraits = {
    hasMdxInMarkdown: false,
    hasVue: false,
    templatesInFences: 'none',
    hasMkdocs: false,
    hasSuperfences: false,
    hasMdbook: false,
  }
  let hasTemplates = false
  let hasShortcodes = false
  for (const path of paths) {
    traits.hasMdxInMarkdown ||= MDX.test(path)
    traits.hasVue ||= VUE.test(path)
    traits.hasMdbook ||= MDBOOK.test(path)
    hasTemplates ||= TEMPLATES.test(path)
    hasShortcodes ||= HUGO.test(path)
    if (!MKDOCS.test(path)) continue
    traits.hasMkdocs = true
    const text = (await read(path)) ?? ''
    hasTemplates ||= /\bmacros\b/.test(text)
    traits.hasSuperfences ||= /\bsuperfences\b/.test(text)
  }
  traits.templatesInFences = hasTemplates ? 'all' : hasShortcodes ? 'shortcodes' : 'none'
  return traits
}
