import { z } from 'zod'
import { checkSite } from '../../../site/check/check-site.ts'
import { countByFolder } from '../../../lib/folders.ts'
import { withoutHiddenText } from '../../prompt/page-view.ts'
import { siteOf } from './on-site.ts'
import { defineTool, showPage } from './tool.ts'

const PROBLEMS_PER_ANSWER = 50
const FOLDERS_MAX = 10

export const listProblems = defineTool({
  description:
    'Tells what is wrong with the site now, whoever brought it in: how much of each kind and where; with a kind or a folder, each problem as "path:line: message".',
  input: z.object({
    kind: z.string().max(100).optional().describe('Such as broken-link.'),
    folder: z.string().default(''),
    from: z.number().int().min(1).default(1).describe('The first problem to show.'),
  }),
  paths: { places: ['folder'] },
  run: async ({ kind, folder, from }, context) => {
    const inFolder = folder.replace(/\/$/u, '')
    const problems = checkSite((await siteOf(context)).model()).filter(
      ({ code, path }) =>
        (kind === undefined || code === kind) && (inFolder === '' || path === inFolder || path.startsWith(`${inFolder}/`)),
    )
    if (problems.length === 0) return 'There are no such problems.'
    if (kind === undefined && inFolder === '') return withoutHiddenText(sumUp(problems))
    const lines = problems.map(
      ({ code, path, line, message }) => `${path}:${line}: ${kind === undefined ? `${code}: ` : ''}${message}`,
    )
    return withoutHiddenText(showPage(lines, { from, max: PROBLEMS_PER_ANSWER, what: 'problems' }))
  },
})

function sumUp(problems: readonly { code: string; path: string }[]): string {
  const paths = new Map<string, string[]>()
  for (const { code, path } of problems) {
    const found = paths.get(code)
    if (found) found.push(path)
    else paths.set(code, [path])
  }
  const lines = [...paths].map(([code, all]) => {
    const folders = countByFolder(all)
    const shown = folders.slice(0, FOLDERS_MAX).map(({ folder, count }) => `${folder || '.'} ${count}`)
    const rest = folders.length > FOLDERS_MAX ? [`${folders.length - FOLDERS_MAX} more folders`] : []
    return `${code}: ${all.length} (${[...shown, ...rest].join(', ')})`
  })
  return lines.join('\n')
}
