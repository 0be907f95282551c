/** Names that no instruction may reach: they belong to tools, to lawyers or to package managers, not to the documentation. */
const PROTECTED_NAME =
  /^(?:license|licence|copying|notice)(?:\.\w+)?$|^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|[\w.-]+\.lock)$/iu

/** Longer paths are refused by common file systems. */
const PATH_CHARACTERS_MAX = 1024

/** True for a relative path that stays below the directory, out of hidden folders and away from protected files. */
export function isConfined(path: string): boolean {
  if (path === '' || path.length > PATH_CHARACTERS_MAX || /[\p{Cc}\\:]/u.test(path) || path.startsWith('/')) return false
  const parts = path.split('/')
  const isOrdinary = parts.every(
    (part) => part !== '' && !part.startsWith('.') && part !== 'node_modules' && part.trim() === part,
  )
  return isOrdinary && !PROTECTED_NAME.test(parts.at(-1) ?? '')
}

/** Reads a path as a person writes it: `./guides/a.md` and `guides/a.md` are the same; null when it leads anywhere else. */
export function confinedPath(written: string): string | null {
  const path = written.trim().replace(/^\.\//u, '').replace(/\/+$/u, '')
  return isConfined(path) ? path : null
}
