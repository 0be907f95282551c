// `node scripts/build-registry.ts`: writes the registry of clients and the published address ranges from their sources.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import crawlers from 'crawler-user-agents'
import type { AddressRanges } from '../src/analytics/classify/address-ranges.ts'
import type { Kind, Registry, RegistryEntry, Token } from '../src/analytics/classify/registry-entry.ts'
import { AI_ROBOTS_RULINGS, PATTERNS_LEFT_OUT, TAG_KINDS } from '../src/analytics/classify/sources/adjustments.ts'
import { OWN_AGENTS } from '../src/analytics/classify/sources/own-agents.ts'
import { PROGRAMS } from '../src/analytics/classify/sources/programs.ts'

const FOLDER = join(import.meta.dirname, '../src/analytics/classify')

/** Raised by hand with every change of the sources: views are stored with the version that judged them. */
const VERSION = '2026.11.6'
const DATE = '2026-11-16'
/** Of all that is Docwright's own; the licence of the package. */
const OWN_LICENCE = 'MIT'
/** The day on which the address lists were fetched. */
const RANGES_DATE = '2026-08-22'

export type Source = 'docwright' | 'ai.robots.txt' | 'crawler-user-agents'

/** As in the list; its own types leave out the tags. */
interface CrawlerPattern {
  pattern: string
  url?: string
  instances: string[]
  tags?: string[]
}

interface AiRobot {
  operator: string
  function: string
}

/** Builds the registry. A source may be left out, to judge the rest against it. */
export function buildRegistry(leftOut: readonly Source[] = []): Registry {
  const entries: RegistryEntry[] = []
  const taken = new Set<string>()
  const add = (entry: RegistryEntry): void => {
    const tokens: Token[] = []
    for (const token of entry.tokens) {
      if (taken.has(keyOf(token))) continue
      taken.add(keyOf(token))
      tokens.push(token)
    }
    if (tokens.length === 0) return
    entries.push({ ...entry, tokens })
  }
  // The first source that has a token keeps it: what Docwright looked up goes before what was collected.
  if (!leftOut.includes('docwright')) for (const entry of ownEntries()) add(entry)
  for (const entry of programEntries()) add(entry)
  if (!leftOut.includes('ai.robots.txt')) for (const entry of aiRobotEntries()) add(entry)
  if (!leftOut.includes('crawler-user-agents')) for (const entry of crawlerEntries()) add(entry)
  return { version: VERSION, date: DATE, entries }
}

export function buildAddressRanges(): AddressRanges {
  const sets: Record<string, string[]> = {}
  const folder = join(FOLDER, 'sources/address-ranges')
  for (const file of readdirSync(folder).sort()) {
    const name = file.replace(/-ipv[46]\.txt$/, '')
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    sets[name] = [...(sets[name] ?? []), ...lines.map((line) => line.trim()).filter((line) => line !== '')]
  }
  return { date: RANGES_DATE, source: 'github.com/lord-alfred/ipranges', licence: 'CC0-1.0', sets }
}

/** One entry a line, so that a change of the registry reads well as a diff. */
export function toText({ entries, ...head }: Registry): string {
  const lines = entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')
  return `${JSON.stringify(head).slice(0, -1)},"entries":[\n${lines}\n]}\n`
}

export function rangesToText({ sets, ...head }: AddressRanges): string {
  const lines = Object.entries(sets).map(([name, prefixes]) => `  ${JSON.stringify(name)}: ${JSON.stringify(prefixes)}`)
  return `${JSON.stringify(head).slice(0, -1)},"sets":{\n${lines.join(',\n')}\n}}\n`
}

function ownEntries(): RegistryEntry[] {
  return OWN_AGENTS.map(({ source, ...agent }) => ({ ...agent, source: source ?? 'docwright', licence: OWN_LICENCE }))
}

function programEntries(): RegistryEntry[] {
  return PROGRAMS.map((program) => ({ ...program, operator: null, source: 'docwright', licence: OWN_LICENCE }))
}

function aiRobotEntries(): RegistryEntry[] {
  const robots = JSON.parse(readFileSync(join(FOLDER, 'sources/ai-robots.json'), 'utf8')) as Record<string, AiRobot>
  return Object.entries(robots).flatMap(([name, robot]) => {
    const ruling = AI_ROBOTS_RULINGS[name]
    if (ruling === null) return []
    const agent = name.replace(/\/[\d.]+$/, '')
    return [
      {
        agent,
        operator: toOperator(robot.operator),
        kind: ruling?.kind ?? kindOfFunction(robot.function),
        tokens: ruling?.tokens ?? [agent],
        source: 'ai.robots.txt',
        licence: 'MIT',
      },
    ]
  })
}

function kindOfFunction(purpose: string): Kind {
  if (/coding agent/i.test(purpose)) return 'coding-agent'
  if (/^AI agents$/i.test(purpose)) return 'agent'
  if (/assistant|prompt|user-initiated|answer user|AI apps/i.test(purpose)) return 'assistant'
  if (/search|answers? (?:for|to)/i.test(purpose)) return 'ai-search'
  return 'training'
}

/** The list writes operators as Markdown links, sentences or "Unclear at this time." */
function toOperator(text: string): string | null {
  if (/^(?:unclear|unknown)/i.test(text)) return null
  const name = /^\[([^\]]+)\]/.exec(text)?.[1] ?? text
  return (
    name
      .replace(/^the Chinese company /, '')
      .replace(/(?:,| that | to | \(| spec).*$/, '')
      .replace(/^https?:\/\/(?:www\.)?([^/]+).*$/, '$1') || null
  )
}

function crawlerEntries(): RegistryEntry[] {
  return (crawlers as CrawlerPattern[]).flatMap((crawler) => {
    if (PATTERNS_LEFT_OUT.has(crawler.pattern)) return []
    const tokens = toTexts(crawler.pattern).map((text) => toToken(text, crawler.instances))
    if (tokens.length === 0) return []
    const tags = crawler.tags ?? []
    const kind = TAG_KINDS.find(([tag]) => tags.includes(tag))?.[1] ?? 'unknown'
    return [
      {
        agent: textOf(tokens[0]!),
        operator: null,
        kind: kind === 'training' && tags.includes('search-engine') ? 'ai-search' : kind,
        tokens,
        source: 'crawler-user-agents',
        licence: 'MIT',
      },
    ]
  })
}

/** The plain texts that a pattern stands for; none when it is a real regular expression, which isbot knows as well. */
function toTexts(pattern: string): string[] {
  let texts = [pattern.replace(/\(\^\| \)/, '').replace(/\(\[\^-\]\|\$\)$/, '')]
  texts = texts.flatMap((text) => {
    const group = /\((\w+(?:\|\w+)+)\)/.exec(text)
    return group ? group[1]!.split('|').map((choice) => text.replace(group[0], choice)) : [text]
  })
  // `[cC]` only says that case does not matter.
  texts = texts.map((text) =>
    text.replace(/\[(\w)(\w)\]/g, (all, a: string, b: string) => (a.toLowerCase() === b.toLowerCase() ? a : all)),
  )
  return [...new Set(texts)]
    .filter((text) => /^\^?[a-z0-9]/i.test(text) && !/[[\]|*+?$]|(?<!\\)[().]|\\[sdwb]/.test(text.replace(/^\^/, '')))
    .map((text) => text.replace(/\\(.)/g, '$1'))
}

/** A word that could be anything is held to more than its letters, as far as the list's own examples allow. */
function toToken(text: string, instances: string[]): Token {
  const name = text.replace(/^\^/, '').replace(/[/ ]+$/, '')
  if (text.startsWith('^')) return { text: name, isAtStart: true }
  if (!isOrdinary(name)) return name
  const isEverywhere = (behind: string) =>
    instances.length > 0 && instances.every((instance) => new RegExp(`\\b${name}${behind}`, 'i').test(instance))
  if (isEverywhere(' spider')) return `${name} spider`
  return isEverywhere('/v?\\d') ? { text: name, hasVersion: true, isWeak: true } : { text: name, isWeak: true }
}

/** A short word may be the name of anything: of a phone (`S4A`), or of its build (`008`). */
function isOrdinary(name: string): boolean {
  return /^[A-Za-z0-9]{1,9}$/.test(name) && !/bot|crawl|spider|fetch|scan/i.test(name)
}

/** Two clients may share a name that a second word tells apart. */
function keyOf(token: Token): string {
  return `${textOf(token)} ${typeof token === 'string' ? '' : (token.needs ?? '')}`.toLowerCase()
}

function textOf(token: Token): string {
  return typeof token === 'string' ? token : token.text
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(FOLDER, 'registry.json'), toText(buildRegistry()))
  writeFileSync(join(FOLDER, 'address-ranges.json'), rangesToText(buildAddressRanges()))
}
