import { describe, expect, test } from 'vitest'
import { judgeSite } from '../check/check-site.ts'
import { blobId } from '../../lib/blob-id.ts'
import { loadSite, siteOfFiles } from './load-site.ts'

async function judge(texts: Record<string, string>) {
  const ids = new Map(Object.entries(texts).map(([path, text]) => [path, blobId(Buffer.from(text))]))
  const source = siteOfFiles({ ids, read: async (paths, take) => paths.forEach((path) => take(path, Buffer.from(texts[path]!))) })
  const { problems, unjudged } = judgeSite(await loadSite(source))
  return { problems: problems.map(({ target }) => target), unjudged: unjudged.map(({ kind, reason }) => `${kind} ${reason}`) }
}

const PAGE = "import { X } from './x'\n\n## Here\n\n<X />\n\n[a](#here) [b](#there) [c](#gone)\n"

describe('the anchors of a page with a component of the site', () => {
  test('are its own and those that the component writes', async () => {
    const texts = {
      'a.mdx': PAGE,
      'x.jsx': 'import y from \'./y.js\'\nexport const X = () => <div id="there">x</div>',
      'y.js': 'export default 1',
    }
    expect(await judge(texts)).toEqual({ problems: ['#gone'], unjudged: [] })
  })

  test('can only be made of the words of the page', async () => {
    const source = 'export const X = ({ rows }) => rows.map((row) => <tr id={row} />)'
    expect(await judge({ 'a.mdx': PAGE.replace('<X />', '<X rows={["there"]} />'), 'x.jsx': source })).toEqual({
      problems: ['#gone'],
      unjudged: ['anchor component'],
    })
  })

  test.each([
    ['makes headings from data', "import data from './data.json'\nexport const X = () => <h2>{data.title}</h2>"],
    ['computes ids from what it fetches', "export const X = () => <div id={fetch('/x')} />"],
    ['takes in what is not there', "import Y from './gone'\nexport const X = Y"],
    ['takes in a page', "import Y from './y.mdx'\nexport const X = Y"],
  ])('are not judged where it %s, which is said', async (_, source) => {
    expect((await judge({ 'a.mdx': PAGE, 'x.jsx': source, 'y.mdx': '' })).problems).toEqual([])
    expect((await judge({ 'a.mdx': PAGE, 'x.jsx': source, 'y.mdx': '' })).unjudged).toContain('anchor component')
  })
})
