import { paths } from '../lib/router.ts'

/** The pages of a project, in the order of the menu. */
export const PROJECT_LINKS = [
  ['Overview', paths.overview],
  ['Jobs', paths.jobs],
  ['Readers', paths.readers],
  ['Missing pages', paths.misses],
  ['Unread pages', paths.unread],
  ['API keys', paths.keys],
  ['Settings', paths.settings],
] as const
