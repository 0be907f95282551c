import { describe, expect, test } from 'vitest'
import { isInCurrentVersion, isInFirstLanguage, localeOf, versionOf } from './editions.ts'
import { siteFromTexts } from './site-from-texts.ts'

describe('the language of a page', () => {
  test.each([
    [
      'Docusaurus',
      { 'docusaurus.config.js': '', 'docs/a.md': '', 'i18n/fr/docusaurus-plugin-content-docs/current/a.md': '' },
      'docs/a.md',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md',
    ],
    [
      'VitePress',
      { '.vitepress/config.ts': 'export default { locales: { root: {}, fr: {} } }', 'a.md': '', 'fr/a.md': '' },
      'a.md',
      'fr/a.md',
    ],
    [
      'Mintlify',
      {
        'docs.json': '{"navigation": {"languages": [{"language": "en", "pages": ["a"]}, {"language": "fr", "pages": ["fr/a"]}]}}',
        'a.mdx': '',
        'fr/a.mdx': '',
      },
      'a.mdx',
      'fr/a.mdx',
    ],
    ['folders that are named after languages', { 'docs/en/a.md': '', 'docs/fr/a.md': '' }, 'docs/en/a.md', 'docs/fr/a.md'],
    ['a folder beside the pages', { 'guide/a.md': '', 'fr/guide/a.md': '' }, 'guide/a.md', 'fr/guide/a.md'],
    ['files that are named after languages', { 'docs/a.md': '', 'docs/a.fr.md': '' }, 'docs/a.md', 'docs/a.fr.md'],
  ])('is known from %s', (_, texts, first, translated) => {
    const site = siteFromTexts(texts)
    expect(localeOf(site, first)).toBeNull()
    expect(localeOf(site, translated)).toBe('fr')
    expect(isInFirstLanguage(site, first)).toBe(true)
    expect(isInFirstLanguage(site, translated)).toBe(false)
  })

  test('is not guessed from a folder whose name only looks like one', () => {
    const site = siteFromTexts({ 'docs/it/a.md': '', 'docs/go/b.md': '', 'docs/is/c.md': '' })
    expect([...site.pages.keys()].map((path) => localeOf(site, path))).toEqual([null, null, null])
  })
})

test('the version of a page is that of its folder, and none for the one that is being written', () => {
  const site = siteFromTexts({
    'site/docusaurus.config.js': '',
    'site/versions.json': '["2.0", "1.0"]',
    'site/docs/a.md': '',
    'site/versioned_docs/version-1.0/a.md': '',
    'site/versioned_docs/version-2.0/a.md': '',
  })
  expect([...site.pages.keys()].map((path) => versionOf(site, path))).toEqual([null, '1.0', '2.0'])
  expect(isInCurrentVersion(site, 'site/docs/a.md')).toBe(true)
  expect(isInCurrentVersion(site, 'site/versioned_docs/version-1.0/a.md')).toBe(false)
})
