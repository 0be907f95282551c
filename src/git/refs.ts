/** A cautious subset of what git allows: no spaces, no `-` in front (an option), nothing that a shell or a URL would read twice. */
const REF_SHAPE = /^[A-Za-z0-9._/-]{1,200}$/

/** True for a branch name that is safe to hand to git and to any code host. The rules are those of `git check-ref-format`. */
export function isSafeBranch(name: string): boolean {
  if (!REF_SHAPE.test(name) || name.startsWith('-') || name.endsWith('.')) return false
  if (name.includes('..') || name === 'HEAD') return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

/** The name without what people put in front of it when they mean the whole ref. */
function withoutPrefix(name: string): string {
  return name.replace(/^(?:refs\/|heads\/)+/i, '')
}

/** What some file systems, and the hosts that keep refs on them, take for one name: case, composed letters, dots at the end. */
function fold(name: string): string {
  return withoutPrefix(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/\.+(?=\/|$)/g, '')
}

/** True when two names mean the same branch somewhere, or when one would have to be a folder that the other is a file in. */
export function overlaps(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)]
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}

/**
 * The first of the existing branches that keeps git from creating a new one beside it. Letters of another case are a conflict only
 * in a whole name: there, a file system that folds them would let the new branch replace the old one. A folder is refused by git.
 */
export function findBlocking(name: string, existing: Iterable<string>): string | null {
  const folded = fold(name)
  for (const other of existing)
    if (fold(other) === folded || name.startsWith(`${other}/`) || other.startsWith(`${name}/`)) return other
  return null
}
