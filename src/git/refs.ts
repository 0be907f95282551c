/** A cautious subset of what git allows: no spaces, no `-` in front (an option), nothing that a shell or a URL would read twice. */
const REF_SHAPE = /^[A-Za-z0-9._/-]{1,200}$/

/** True for a branch name that is safe to hand to git and to any code host. The rules are those of `git check-ref-format`. */
export function isSafeBranch(name: string): boolean {
  if (!REF_SHAPE.test(name) || name.startsWith('-') || name.endsWith('.')) return false
  if (name.includes('..') || name === 'HEAD') return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
