/** macOS takes no longer path, and Linux no longer name. Nothing that a person wrote comes near. */
const PATH_BYTES_MAX = 1024
const NAME_BYTES_MAX = 255

/** Characters that HFS+ leaves out when it compares names: `.g\u200cit` is `.git` to it. The list is git's own. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** No terminal and no list can show them; the last one stands for bytes that are no UTF-8. */
const CONTROL = /[\p{Cc}\ufffd]/u

/** With one of them a name looks like another name. */
const INVISIBLE = /[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/

/** NTFS drops dots and spaces at the end and reads `:` as the start of a stream, and it has short names: `git~1` is `.git`. */
const NTFS_DOT_GIT = /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i

/** What Windows keeps for devices, with or without an ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i

/** True for a name that some file system takes for `.git`. */
export function isDotGit(name: string): boolean {
  return name.split('\\').some((part) => NTFS_DOT_GIT.test(part.replace(HFS_IGNORED, '')))
}

/**
 * What makes a path of a repository unfit to be written anywhere, in words that follow "a path that"; null for a good one.
 *
 * git refuses to create most of these, but a tree is only bytes: a hostile one can hold anything.
 */
export function pathDanger(path: string): string | null {
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return `is longer than ${PATH_BYTES_MAX} bytes`
  if (path === '' || path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute or empty'
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'leads out of its folder'
    if (isDotGit(name)) return 'some systems take for the .git folder'
  }
  return path.split('\\').includes('..') ? 'leads out of its folder' : null
}

/**
 * True for the path of a file that an agent can be shown. A file under any other name stays in the repository as it is: it
 * harms nobody where it lies.
 */
export function canBeShown(path: string): boolean {
  return !CONTROL.test(path) && path.split('/').every((name) => Buffer.byteLength(name) <= NAME_BYTES_MAX)
}

/** What is wrong with a path that an agent wants to add, in words that follow "a path that"; null for a good one. */
export function newPathDanger(path: string): string | null {
  const danger = pathDanger(path)
  if (danger) return danger
  if (CONTROL.test(path) || INVISIBLE.test(path)) return 'holds invisible characters'
  const names = path.split('/')
  if (names.some((name) => Buffer.byteLength(name) > NAME_BYTES_MAX)) return `has a name longer than ${NAME_BYTES_MAX} bytes`
  return names.some((name) => DEVICE.test(name) || /[. ]$|[<>:"|?*\\]/.test(name)) ? 'Windows cannot have' : null
}

/** For a sentence: hostile names must neither break the line nor fill the page. */
export function showPath(path: string): string {
  const visible = path.replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, '\ufffd')
  return visible.length > 200 ? `${visible.slice(0, 100)}…${visible.slice(-99)}` : visible
}
