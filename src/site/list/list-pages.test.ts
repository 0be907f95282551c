import { describe, expect, it } from 'vitest'
import { siteFromTexts } from '../read/site-from-texts.ts'
import { listPages } from './list-pages.ts'

function addresses(texts: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(listPages(siteFromTexts(texts)).map((page) => [page.file, page.addresses]))
}

describe('the pages of a site', () => {
  it('are served where their files are, without ending and index', () => {
    expect(addresses({ 'README.md': '# Start', 'guides/index.md': '# Guides', 'guides/setup.mdx': '# Setup' })).toEqual({
      'README.md': ['/'],
      'guides/index.md': ['/guides'],
      'guides/setup.mdx': ['/guides/setup'],
    })
  })

  it('may be below /docs or not where only the folder is known, and what stands beside that folder is none', () => {
    expect(addresses({ 'README.md': '# Code', 'docs/setup.md': '# Setup' })).toEqual({
      'docs/setup.md': ['/setup', '/docs/setup'],
    })
  })

  it('are where the configuration puts them', () => {
    const navigation = JSON.stringify({ navigation: { pages: ['index', 'docs/setup'] } })
    expect(
      addresses({
        'docs.json': navigation,
        'index.mdx': '# Start',
        'docs/setup.mdx': '# Setup',
        'README.md': '# Code',
        'CONTRIBUTING.md': '# Help',
        'snippets/note.mdx': 'A part.',
      }),
    ).toEqual({ 'index.mdx': ['/'], 'docs/setup.mdx': ['/docs/setup'] })
    expect(
      addresses({
        'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { routeBasePath: 'manual' } }]] }",
        'docs/01-intro.md': '# Intro',
        'docs/own.md': '---\nslug: /elsewhere\n---\n# Own',
      }),
    ).toMatchObject({
      'docs/01-intro.md': expect.arrayContaining(['/manual/intro']),
      'docs/own.md': expect.arrayContaining(['/manual/elsewhere', '/elsewhere']),
    })
  })

  it('say who links to them, and whether the navigation names them', () => {
    const [lonely, start, used] = listPages(
      siteFromTexts({
        'docs.json': JSON.stringify({ navigation: { pages: ['start'] } }),
        'lonely.md': '# Lonely\n\n[Here](/lonely)',
        'start.md': '# Start\n\n[Used](/used) [again](used.md)',
        'used.md': '# Used',
      }),
    )
    expect(lonely).toMatchObject({ title: 'Lonely', linkedFrom: 0, isInNavigation: false })
    expect(start).toMatchObject({ linkedFrom: 0, isInNavigation: true })
    expect(used).toMatchObject({ linkedFrom: 1, isInNavigation: false })
    expect(listPages(siteFromTexts({ 'a.md': '# A' }))[0]).toMatchObject({ isInNavigation: null })
  })
})
