import { expect, it } from 'vitest'
import { rankPages } from './rank-pages.ts'

const page = (path: string, title: string, more: { headings?: string[]; isOther?: boolean } = {}) => ({
  path,
  title,
  headings: more.headings ?? [],
  isOther: more.isOther ?? false,
})

const find = (pages: ReturnType<typeof page>[], words: string) => rankPages(pages, words).map(({ path }) => path)

it('finds whole words and their beginnings, never their middles', () => {
  const pages = [
    page('fr/donnees.md', 'Données associées'),
    page('sso.md', 'Single sign-on (SSO)'),
    page('auth.md', 'Authentication'),
  ]
  expect(find(pages, 'sso')).toEqual(['sso.md'])
  expect(find(pages, 'auth')).toEqual(['auth.md'])
  expect(find(pages, 'thentication')).toEqual([])
})

it('ranks a title above a heading, and a rare word above a frequent one', () => {
  const pages = [
    page('a.md', 'Install the agent', { headings: ['Webhooks'] }),
    page('b.md', 'Webhooks'),
    page('c.md', 'Install the server'),
    page('d.md', 'Install the client'),
  ]
  expect(find(pages, 'webhook')).toEqual(['b.md', 'a.md'])
  expect(find(pages, 'install webhooks')).toEqual(['a.md', 'b.md', 'c.md', 'd.md'])
})

it('takes no notice of words that say nothing, unless there are no others', () => {
  const pages = [page('how-to-use-the-page.md', 'How to use the page'), page('keys.md', 'Keys')]
  expect(find(pages, 'how do I get my keys')).toEqual(['keys.md'])
  expect(find(pages, 'how to')).toEqual(['how-to-use-the-page.md'])
})

it('ranks translations and earlier versions below what is written first', () => {
  const pages = [page('es/keys.md', 'Keys keys', { isOther: true }), page('guides/keys.md', 'API keys')]
  expect(find(pages, 'keys')).toEqual(['guides/keys.md', 'es/keys.md'])
  expect(find(pages, '')).toEqual(['guides/keys.md', 'es/keys.md'])
})
