import type { Kind, Token } from '../registry-entry.ts'

/**
 * Names of ai.robots.txt that are ordinary words, or name something that is not an AI system.
 * `null` leaves the name out: another table has it with a safer token.
 */
export const AI_ROBOTS_RULINGS: Record<string, { kind?: Kind; tokens?: Token[] } | null> = {
  // Ordinary words. Those of editors and of OpenAI are in own-agents.ts, with a version or a second word.
  Code: null,
  Cursor: null,
  OpenAI: null,
  Operator: null,
  Trae: null,
  Devin: null,
  Spider: { kind: 'training', tokens: [{ text: 'Spider', needs: 'spider.cloud' }] },
  // Leipzig Corpora Collection: word lists for linguists, published since 1998.
  LCC: { kind: 'archive', tokens: [{ text: 'LCC', isAtStart: true }] },
  YaK: { kind: 'seo', tokens: [{ text: 'YaK', hasVersion: true }] },
  newsai: { kind: 'training', tokens: [{ text: 'newsai', hasVersion: true }] },
  UseAI: { kind: 'assistant', tokens: [{ text: 'UseAI', hasVersion: true }] },
  Awario: { kind: 'seo' },
  // Not AI systems, whatever they may be suspected of.
  facebookexternalhit: { kind: 'preview' },
  Scrapy: null,
  Lightpanda: null,
  AddSearchBot: { kind: 'search' },
  Bravebot: { kind: 'search' },
  EchoboxBot: { kind: 'seo' },
  'Echobot Bot': { kind: 'seo' },
  GoogleOther: { kind: 'search' },
  'GoogleOther-Image': { kind: 'search' },
  'GoogleOther-Video': { kind: 'search' },
  ImagesiftBot: { kind: 'search' },
  ISSCyberRiskCrawler: { kind: 'security' },
  'Linguee Bot': { kind: 'search' },
  'netEstate Imprint Crawler': { kind: 'seo' },
  Panscient: { kind: 'seo' },
  'panscient.com': { kind: 'seo' },
  PetalBot: { kind: 'search' },
  'SemrushBot-OCOB': { kind: 'seo' },
  'SemrushBot-SWA': { kind: 'seo' },
  ExaBot: null,
  // Company data, looked up or sold; that a vendor works on it with machine learning makes no AI reader of the crawler.
  aiHitBot: { kind: 'seo' },
  omgili: { kind: 'seo' },
  omgilibot: { kind: 'seo' },
  'Sidetrade indexer bot': { kind: 'seo' },
  // The list does not say what they are for.
  'Aranet-SearchBot': { kind: 'ai-search' },
  BuddyBot: { kind: 'assistant' },
  KunatoCrawler: { kind: 'training' },
  QuillBot: { kind: 'assistant' },
  'quillbot.com': { kind: 'assistant' },
  wpbot: { kind: 'assistant' },
}

/** Tags of crawler-user-agents, the first that an entry has deciding. An `ai-crawler` that also searches is AI search. */
export const TAG_KINDS: readonly [tag: string, kind: Kind][] = [
  ['ai-crawler', 'training'],
  ['social-preview', 'preview'],
  ['feed-reader', 'feed'],
  ['monitoring', 'monitor'],
  ['scanner', 'security'],
  ['archiver', 'archive'],
  ['academic', 'archive'],
  ['http-library', 'tool'],
  ['browser-automation', 'headless'],
  ['search-engine', 'search'],
  ['advertising', 'seo'],
  ['seo', 'seo'],
]

/** Patterns of crawler-user-agents that Docwright's own tables say better, or that stand in the user agents of browsers. */
export const PATTERNS_LEFT_OUT: ReadonlySet<string> = new Set([
  // Editors and agents: own-agents.ts asks for a version or a second word.
  'Code\\/1\\.',
  'Devin',
  'Operator\\/',
  'Trae\\/',
  'Spider[\\s\\S]*spider\\.com',
  // A browser for one site, Amazon's browser, and an app for students by the maker of the robot.
  'Fluid',
  'Blackboard',
  '^Silk\\/',
  // Words in the user agents of phones, and patterns too short to be a name. The first is the number of a build of Android.
  'AP3A\\.240617\\.008',
  'Sonic',
  'Fetch\\/',
  'Magellan',
  'dbot\\)',
  'Optimizer\\)',
  'Rigor\\)',
])
