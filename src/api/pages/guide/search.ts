import { Html, escapeHtml, html } from '../html.ts'

/** Something that a search can find. */
export interface Findable {
  href: string
  /** Of the page that it is on. */
  page: string
  title: string
  text: string
}

export interface Hit extends Findable {
  score: number
}

const WORDS_MAX = 8
const HITS_MAX = 30
/** Characters of the text that are shown around the first word. */
const EXCERPT = 200

export function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/[^\p{L}\p{N}_/.-]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
}

/** Finds what has all the words, those first that have them in the title. */
export function search(entries: readonly Findable[], query: string): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const hits: Hit[] = []
  for (const entry of entries) {
    const scores = words.map((word) => scoreOf(entry, word))
    if (scores.every((score) => score > 0)) hits.push({ ...entry, score: scores.reduce((sum, score) => sum + score, 0) })
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, HITS_MAX)
}

function scoreOf({ title, page, text }: Findable, word: string): number {
  const name = title.toLowerCase()
  if (name === word) return 40
  if (name.split(/[^\p{L}\p{N}_]+/u).some((part) => part.startsWith(word))) return 20
  if (name.includes(word)) return 10
  if (page.toLowerCase().includes(word)) return 5
  return text.toLowerCase().includes(word) ? 2 : 0
}

export function renderHits(query: string, hits: readonly Hit[]): Html {
  const words = wordsOf(query)
  if (words.length === 0) return html`<h1>Search</h1><p>Type a word to search the guide and the API reference.</p>`
  if (hits.length === 0) return html`<h1>No results for “${query}”</h1><p>Try fewer or other words.</p>`
  return html`<h1>Results for “${query}”</h1>
<ol class="hits">${hits.map((hit) => html`<li><a href="${hit.href}">${hit.page === hit.title ? '' : `${hit.page} › `}${hit.title}</a><br><span class="faint">${excerpt(hit.text, words)}</span></li>`)}</ol>`
}

function excerpt(text: string, words: readonly string[]): Html {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length)
  const start = first === text.length ? 0 : Math.max(0, first - EXCERPT / 4)
  const part = `${start > 0 ? '… ' : ''}${text.slice(start, start + EXCERPT).trim()}${start + EXCERPT < text.length ? ' …' : ''}`
  const marks = new RegExp(words.map((word) => escapeHtml(word).replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'), 'gi')
  return new Html(escapeHtml(part).replaceAll(marks, (word) => `<mark>${word}</mark>`))
}
