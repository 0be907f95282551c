import { redirect } from './add-redirect.ts'
import { check } from './check.ts'
import { remove } from './delete.ts'
import { diff } from './diff.ts'
import { edit } from './edit.ts'
import { findPages } from './find-pages.ts'
import { linksTo } from './links-to.ts'
import { listProblems } from './list-problems.ts'
import { list } from './list.ts'
import { move } from './move.ts'
import { OPERATION_TOOLS } from './operations.ts'
import { read } from './read.ts'
import { search } from './search.ts'
import type { Tool } from './tool.ts'
import { updateNavigation } from './update-navigation.ts'
import { write } from './write.ts'

/** Everything that the model can do. There is no shell, no network and no git among it. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map([
  ['list', list],
  ['search', search],
  ['read', read],
  ['edit', edit],
  ['write', write],
  ['move', move],
  ['delete', remove],
  ['find_pages', findPages],
  ['links_to', linksTo],
  ['update_navigation', updateNavigation],
  ['add_redirect', redirect],
  ['check', check],
  ['list_problems', listProblems],
  ['diff', diff],
  ...OPERATION_TOOLS,
])
