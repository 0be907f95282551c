import { type Allowed, judgePath } from '../../policy/judge-change.ts'
import { pathKind } from '../../policy/path-kind.ts'

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

/** What tools may change where a project says nothing else. */
export const NOTHING_ELSE: Allowed = { ciFiles: false, code: false }

/**
 * Why a path may not be written, moved or deleted; null when it may, as far as the path tells. It is the judgement of `policy/`,
 * and one thing more: tools write texts, so pictures stay as they are.
 */
export function whyUnwritable(path: string, allowed: Allowed = NOTHING_ELSE): string | null {
  const unreadable = whyUnreadable(path)
  if (unreadable !== null) return unreadable
  const refused = judgePath(path, allowed)
  if (refused) return `It ${refused.problem}.`
  return pathKind(path).kind === 'media' ? 'Pictures and other media are not texts.' : null
}
