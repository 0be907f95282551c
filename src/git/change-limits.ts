/** How much one run may change. More is no documentation edit: a loop, a build's output, or a copy of something. */
export interface ChangeLimits {
  filesMax: number
  fileBytesMax: number
  bytesMax: number
}

/** A reviewer reads no larger pull request, and code hosts show none. */
export const CHANGE_LIMITS: Readonly<ChangeLimits> = {
  filesMax: 200,
  fileBytesMax: 1024 * 1024,
  bytesMax: 10 * 1024 * 1024,
}
