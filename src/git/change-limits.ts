/** How much one run may change. */
export interface ChangeLimits {
  filesMax: number
  fileBytesMax: number
  bytesMax: number
}

/** For an agent that improvises: more is no documentation edit, but a loop, a build's output, or a copy of something. */
export const CHANGE_LIMITS: Readonly<ChangeLimits> = {
  filesMax: 200,
  fileBytesMax: 1024 * 1024,
  bytesMax: 10 * 1024 * 1024,
}

/**
 * For a change by rule, such as a rename: its summary and some samples tell a reviewer what it is, however many files it has. What is
 * left is what machines bear: the memory of this one, and code hosts, which take no larger push without asking.
 */
export const WIDE_LIMITS: Readonly<ChangeLimits> = {
  filesMax: 100_000,
  fileBytesMax: 2 * 1024 * 1024,
  bytesMax: 100 * 1024 * 1024,
}
