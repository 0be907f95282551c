import { isConfigPath } from '../../../verify/site.ts'
import { isConfined } from '../../offline/site/confined-path.ts'

/** Longer paths are refused by common file systems. */
const PATH_CHARACTERS_MAX = 1024

/**
 * Characters that show as nothing or that no name needs. Some file systems drop them, so that `.g\u200Cit` would be `.git`; and a
 * reviewer cannot see them. Backslashes and colons have a meaning on Windows.
 */
const UNSAFE_CHARACTER = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\:]/u

/** The name under which NTFS also knows `.git`. */
const SHORT_GIT_NAME = /^git~\d+$/iu

/** The one hidden folder that counts: VitePress keeps its navigation there. */
const VITEPRESS_CONFIG = /^(?:[^./][^/]*\/)*\.vitepress\/config(?:\/[\w-][\w.-]*)?\.[cm]?[jt]s$/u

/** What documentation is written in. Nothing of it is run by a build, except through the configuration that is named besides. */
const DOCUMENTATION =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|text|html?|json|jsonc|json5|ya?ml|toml|csv|tsv|xml|css)$|(?:^|\/)(?:_redirects|changelog|changes|authors|contributors)$/iu

/** Files that a build or a service obeys: whoever changes them decides what runs. */
const OBEYED =
  /^(?:package\.json|tsconfig[\w.-]*\.json|jsconfig\.json|composer\.json|deno\.jsonc?|lerna\.json|nx\.json|turbo\.json|renovate\.json5?|firebase\.json|netlify\.toml|fly\.toml|wrangler\.(?:toml|jsonc?)|pyproject\.toml|cargo\.toml|pipfile|gemfile|requirements[\w.-]*\.txt|constraints[\w.-]*\.txt|(?:docker-)?compose[\w.-]*\.ya?ml|azure-pipelines[\w.-]*\.ya?ml|bitbucket-pipelines\.ya?ml|appveyor\.ya?ml|buildspec\.ya?ml|cloudbuild\.ya?ml|codemagic\.ya?ml|wercker\.ya?ml|readthedocs\.ya?ml|render\.ya?ml|app\.ya?ml|action\.ya?ml|taskfile\.ya?ml|pre-commit[\w.-]*\.ya?ml|cmakelists\.txt|codeowners|jenkinsfile|makefile|dockerfile)$/iu

/** What agents are told to do. An agent that could change it would write its own orders. */
const ORDERS = /^(?:agents|claude|gemini|copilot-instructions)\.md$/iu

/** Why a path may not be looked at, as a sentence; null when it may. Says nothing about what is on the disk. */
export function whyUnreadable(path: string): string | null {
  if (
    path === '' ||
    path.length > PATH_CHARACTERS_MAX ||
    UNSAFE_CHARACTER.test(path) ||
    path.startsWith('/') ||
    path.endsWith('/')
  )
    return 'A path is relative to the root of the repository, with "/" between its parts, such as docs/start.md.'
  if (VITEPRESS_CONFIG.test(path)) return null
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'A path has no empty parts and no "." or ".." in it.'
  if (parts.some((part) => part.startsWith('.') || part === 'node_modules' || SHORT_GIT_NAME.test(part)))
    return 'Hidden files and folders and node_modules are not part of the documentation.'
  if (parts.some((part) => part.trim() !== part || part.endsWith('.')))
    return 'No part of a path ends with a dot or has spaces at its ends.'
  return null
}

/** Why a path may not be written, moved or deleted; null when it may. */
export function whyUnwritable(path: string): string | null {
  const unreadable = whyUnreadable(path)
  if (unreadable !== null) return unreadable
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (ORDERS.test(name)) return 'Files with instructions for agents are changed by people only.'
  if (OBEYED.test(name)) return 'Files that builds and services obey are changed by people only.'
  if (VITEPRESS_CONFIG.test(path)) return null
  if (!isConfined(path)) return 'Licences and lock files are not documentation.'
  return DOCUMENTATION.test(path) || isConfigPath(path)
    ? null
    : 'Only documentation may be changed: pages, texts, and the configuration of the site.'
}
