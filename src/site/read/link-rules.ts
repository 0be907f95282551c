import type { GeneratorName } from './site-settings.ts'

/** How a generator reads the links that its users write. Where nothing is known, every reading counts that could be meant. */
export interface LinkRules {
  /** A relative target is looked up from the file of its page, or also from the page's address. */
  relativeTo: 'file' | 'file-or-address'
  /** A file may also be named from the folder of the documents, and from that of the site. */
  hasContentRoots: boolean
  /** `/guide` is not the index of a folder; only `/guide/` is. */
  needsSlashForIndex: boolean
}

const USUAL: LinkRules = { relativeTo: 'file-or-address', hasContentRoots: false, needsSlashForIndex: false }

const RULES: Partial<Record<GeneratorName, LinkRules>> = {
  docusaurus: { ...USUAL, hasContentRoots: true },
  vitepress: { ...USUAL, relativeTo: 'file', needsSlashForIndex: true },
  mdbook: { ...USUAL, relativeTo: 'file' },
}

export function linkRulesOf(generator: GeneratorName | undefined): LinkRules {
  return (generator && RULES[generator]) ?? USUAL
}
