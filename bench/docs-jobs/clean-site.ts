import { createRandom, type Random } from '../../test/support/random.ts'
import { AREAS, type Area, CODE_BLOCKS, LOOK_ALIKES, PRODUCT_SENTENCES, SENTENCES, SUBJECTS } from './vocabulary.ts'

/** The text of every file of a repository, by path. */
export type Files = Readonly<Record<string, string>>

export interface SiteOptions {
  seed: number
  pages: number
  /** What the prose calls the product. Code and addresses call it `pulse` whatever it is. */
  product: string
}

export const VERSION = '4.3.0'
export const OLD_VERSION = '4.2.7'

/** What a page is about, before it is written: other pages link to it. */
interface Plan {
  path: string
  title: string
  subject: string
  area: Area
  headings: { level: number; text: string }[]
  /** Most pages of a site never name its product. */
  namesProduct: boolean
}

/** A documentation site as teams have them: nothing is wrong with it. The same options give the same bytes. */
export function generateSite(options: SiteOptions): Files {
  const plans = planPages(options)
  const files: Record<string, string> = {}
  for (const plan of plans) files[plan.path] = writePage(plan, plans, options)
  for (const { folder } of AREAS) files[`images/${folder.replaceAll('/', '-')}.png`] = 'an image\n'
  files['changelog.mdx'] = writeChangelog(options)
  files['snippets/support.mdx'] = 'Write to support@example.com if you need help.\n'
  files['docs.json'] = writeNavigation(plans)
  files['README.md'] = `# Documentation of ${options.product}\n\nRun \`npm run dev\` to see it.\n`
  return files
}

function planPages({ seed, pages, product }: SiteOptions): Plan[] {
  const random = createRandom(seed, 'plan')
  const plans: Plan[] = AREAS.map((area) =>
    plan(`${area.folder}/overview.mdx`, `${area.label} overview`, 'projects', area, product, random),
  )
  // Each combination of a verb and a subject is one page of its area; areas fill up evenly.
  const titles = AREAS.map((area) =>
    shuffled(
      random,
      area.verbs.flatMap((verb) => SUBJECTS.map((subject) => ({ verb, subject }))),
    ),
  )
  for (let index = 0; plans.length < pages && titles.some((list) => list.length > 0); index++) {
    const area = AREAS[index % AREAS.length]!
    const next = titles[index % AREAS.length]!.pop()
    if (!next) continue
    const title = `${next.verb} ${next.subject}`
    plans.push(plan(`${area.folder}/${slugOf(title)}.mdx`, title, next.subject, area, product, random))
  }
  return plans
}

function plan(path: string, title: string, subject: string, area: Area, product: string, random: Random): Plan {
  const namesProduct = random.chance(0.1)
  const headings = [
    { level: 2, text: 'Before you begin' },
    { level: 2, text: namesProduct ? `How ${product} handles ${subject}` : `How to find ${subject}` },
    ...(random.chance(0.6) ? [{ level: 3, text: DASHBOARD }] : []),
    { level: 3, text: 'With the command line' },
    { level: 4, text: 'Options of the command' },
    { level: 2, text: `Limits for ${subject}` },
    { level: 2, text: 'When something goes wrong' },
    { level: 3, text: 'The request is rejected' },
    { level: 2, text: 'Next steps' },
  ]
  return { path, title, subject, area, headings, namesProduct }
}

const DASHBOARD = 'With the dashboard'

/** The anchor that generators make of a heading, for headings of letters and spaces. */
export function slugOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-')
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function writePage(page: Plan, plans: readonly Plan[], options: SiteOptions): string {
  const random = createRandom(options.seed, page.path)
  const fill = (text: string) =>
    text.replaceAll('{subject}', page.subject).replaceAll('{product}', options.product).replaceAll('{version}', VERSION)
  const paragraph = (sentences: number) => {
    const lines = Array.from({ length: sentences }, () => fill(random.pick(SENTENCES)))
    if (page.namesProduct && random.chance(0.5)) lines.splice(random.below(lines.length), 1, fill(random.pick(PRODUCT_SENTENCES)))
    if (random.chance(0.15)) lines.push(random.pick(LOOK_ALIKES))
    return [...new Set(lines)].join('\n')
  }
  const link = () => writeLink(random, page, plans)
  const heading = (start: string) => {
    const found = page.headings.find(({ text }) => text.startsWith(start))
    return found ? `${'#'.repeat(found.level)} ${found.text}` : null
  }
  const image = page.area.folder.replaceAll('/', '-')
  return `${[
    frontMatter(page, random, options),
    random.chance(0.2) ? "import Support from '/snippets/support.mdx'" : null,
    paragraph(3),
    heading('Before'),
    `- An account with the role of an editor\n- Version ${VERSION} or newer of the command line tool\n- The page on ${link()}`,
    heading('How'),
    paragraph(2),
    random.chance(0.5) ? `<Note>\n  Read about ${link()} first.\n</Note>` : null,
    heading(DASHBOARD),
    `1. Open the settings of the project.\n2. Select ${page.subject} and confirm.\n3. Compare the result with ${link()}.`,
    `![${page.namesProduct ? options.product : 'Page'} with ${page.subject}](/images/${image}.png)`,
    heading('With the command'),
    fill(random.pick(CODE_BLOCKS)),
    heading('Options'),
    paragraph(2),
    heading('Limits'),
    `| Plan | Requests | Storage |\n| --- | --- | --- |\n| Team | 100 a minute | 5 GB |\n| Company | 1,000 a minute | 50 GB |`,
    paragraph(2),
    heading('When'),
    paragraph(2),
    heading('The request'),
    `${paragraph(1)}\nThe reasons are explained in ${link()}, and this page lists [what you need](#before-you-begin).`,
    heading('Next'),
    `<Card title="${random.pick(plans).title}" href="/${withoutEnding(random.pick(plans).path)}">\n  ${fill(random.pick(SENTENCES))}\n</Card>`,
    `- ${link()}\n- ${link()}`,
    page.namesProduct && random.chance(0.3)
      ? fill('<Accordion title="Does {product} share {subject}?">\n  Yes, with everybody on the team.\n</Accordion>')
      : null,
  ]
    .filter((block) => block !== null)
    .join('\n\n')}\n`
}

function frontMatter(page: Plan, random: Random, { product }: SiteOptions): string {
  const action = page.title.toLowerCase()
  return [
    '---',
    `title: ${page.title}`,
    `description: How to ${action}${page.namesProduct ? ` with ${product}` : ''}, step by step.`,
    ...(random.chance(0.3) ? ['icon: book'] : []),
    ...(random.chance(0.2) ? [`keywords: [${page.subject.split(' ').join(', ')}]`] : []),
    '---',
  ].join('\n')
}

/** Links as writers make them: from the root or from the folder, with and without an anchor. */
function writeLink(random: Random, from: Plan, plans: readonly Plan[]): string {
  const to = random.pick(plans)
  const anchor = random.chance(0.4) ? `#${slugOf(random.pick(to.headings).text)}` : ''
  const isNeighbour = to.area.folder === from.area.folder
  const target = isNeighbour && random.chance(0.5) ? `./${to.path.split('/').at(-1)}` : `/${withoutEnding(to.path)}`
  return `[${to.title.toLowerCase()}](${target}${anchor})`
}

export function withoutEnding(path: string): string {
  return path.replace(/\.mdx$/, '')
}

function writeChangelog({ product }: SiteOptions): string {
  const releases = [VERSION, OLD_VERSION, '4.2.6', '4.2.0', '4.1.3']
  const entries = releases.map(
    (version) => `## ${version}\n\n- Fixed a delay in the delivery of messages.\n- Upgrade from ${OLD_VERSION} without downtime.`,
  )
  return `---\ntitle: Changelog\ndescription: What changed in each version of ${product}.\n---\n\n${entries.join('\n\n')}\n`
}

function writeNavigation(plans: readonly Plan[]): string {
  const groups = AREAS.map(({ folder, label }) => ({
    group: label,
    pages: plans.filter(({ area }) => area.folder === folder).map(({ path }) => withoutEnding(path)),
  }))
  const navigation = { tabs: [{ tab: 'Documentation', groups: [...groups, { group: 'News', pages: ['changelog'] }] }] }
  const redirects = [
    { source: '/quickstart', destination: '/get-started/overview' },
    { source: '/api', destination: '/reference/overview' },
  ]
  return `${JSON.stringify({ $schema: 'https://mintlify.com/docs.json', name: 'Example', navigation, redirects }, null, 2)}\n`
}
