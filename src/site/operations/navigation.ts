import { z } from 'zod'
import { moveEntry } from '../edit/navigation/move-entry.ts'
import { removeOrphans, repairEntries } from '../edit/navigation/repair-navigation.ts'
import { renameLabel } from '../edit/navigation/rename-label.ts'
import { operation } from './operation.ts'
import { withPage } from './pages.ts'

export const repairNavigation = operation({
  name: 'repair_navigation',
  help: 'Lets navigation entries that name no page name the one page that they can mean, or removes them.',
  schema: z.object({ removes: z.boolean().default(false) }),
  needsLinks: true,
  title: ({ removes }) => (removes ? 'Remove navigation entries without a page' : 'Repair navigation entries'),
  work: ({ site }, { removes }) => (removes ? removeOrphans(site) : repairEntries(site)),
})

export const renameNavigationLabel = operation({
  name: 'rename_navigation_label',
  help: 'Renames a group or an entry of the navigation, as readers see it.',
  schema: z.object({ from: z.string().min(1), to: z.string().min(1) }),
  title: ({ from, to }) => `Rename "${from}" to "${to}" in the navigation`,
  work: ({ site, mayConfigure }, { from, to }) => renameLabel(site, from, to, mayConfigure),
})

export const moveNavigationEntry = operation({
  name: 'move_navigation_entry',
  help: 'Moves the navigation entry of a page to an end of a group, or before or after another page.',
  schema: z.object({
    page: z.string(),
    at: z.enum(['first', 'last', 'before', 'after']),
    group: z.string().optional().describe('For `first` and `last`; without one, the group that the entry is in.'),
    other: z.string().optional().describe('The other page, for `before` and `after`.'),
  }),
  needsLinks: true,
  title: ({ page, at, group, other }) =>
    other === undefined
      ? `Put ${page} ${at} in ${group === undefined ? 'its group' : `"${group}"`}`
      : `Put ${page} ${at} ${other} in the navigation`,
  work: ({ site, mayConfigure }, { page: written, at, group, other }) =>
    withPage(site, written, (page) => {
      if (at === 'first' || at === 'last') return moveEntry(site, page, { at, group: group ?? null }, mayConfigure)
      return withPage(site, other ?? '', (beside) => moveEntry(site, page, { at, page: beside }, mayConfigure))
    }),
})
