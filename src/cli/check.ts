import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { judgeSite } from '../site/check/check-site.ts'
import { checkMdx } from '../site/check/mdx/check-mdx.ts'
import { compareProblem, type SiteProblem } from '../site/check/site-problem.ts'
import type { Unjudged } from '../site/check/unjudged.ts'
import { loadSite } from '../site/read/load-site.ts'
import { siteFolder } from '../site/read/site-folder.ts'
import { UsageError } from './errors.ts'
import { print } from './output.ts'

export function checkCommand(): Command {
  return new Command('check')
    .argument('[dir]', 'the folder with the documentation', '.')
    .description('Find broken links, anchors, images and navigation in a folder.')
    .option('--json', 'print as JSON')
    .action(async (directory: string, options: { json?: boolean }) => {
      const found = await stat(directory).catch(() => null)
      if (!found?.isDirectory()) throw new UsageError(`there is no folder ${directory}`, 'docwright check ./docs')
      const source = await siteFolder(directory)
      const site = await loadSite(source)
      const judged = judgeSite(site)
      const compiled = await checkMdx(site, source)
      const problems = [...judged.problems, ...compiled.problems].sort(compareProblem)
      const unjudged = [...judged.unjudged, ...compiled.unjudged]
      const links = [...site.pages.values()].reduce((sum, page) => sum + page.links.length + page.images.length, 0)
      const totals = { pages: site.pages.size, links, isComplete: !site.isTruncated }
      print(options.json ?? false, { ...totals, problems, unjudged }, describe(problems, unjudged, totals))
      if (problems.length > 0) process.exitCode = 1
    })
}

function describe(
  problems: SiteProblem[],
  unjudged: Unjudged[],
  totals: { pages: number; links: number; isComplete: boolean },
): string {
  const lines = problems.map(({ path, line, code, message }) => `${path}:${line}  ${code}  ${message}`)
  const checked = `${count(totals.pages, 'page')} and ${count(totals.links, 'link')} checked`
  const partly = totals.isComplete ? '' : ' There are more files than can be read, so missing pages were not looked for.'
  const result = problems.length === 0 ? 'no problems.' : `${count(problems.length, 'problem')}.`
  const open = unjudged.map(({ kind, count: number, message }) => `Not judged: ${count(number, kind)}, because ${message}.`)
  return [...lines, ...(lines.length > 0 ? [''] : []), `${checked}: ${result}${partly}`, ...open].join('\n')
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
