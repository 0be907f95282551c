import { crc32 } from 'node:zlib'

/** Kinds of secrets, in words that follow "looks like". */
interface Rule {
  name: string
  /** The first group, or the whole match, is the secret. */
  pattern: RegExp
  isReal(secret: string): boolean
}

/**
 * Documentation is full of sample keys: they say what they are, repeat themselves, or count. Random text of that length does
 * none of it.
 */
function looksRandom(secret: string): boolean {
  if (/example|sample|dummy|placeholder|redacted|your[-_]?|fake|test[-_]?key|xxxx|\.\.\.|1234567|abcdefg/i.test(secret))
    return false
  if (/(.)\1{4}/.test(secret)) return false
  return entropyOf(secret) >= Math.min(3.5, 0.75 * Math.log2(secret.length))
}

/** Bits for each character, from how often each occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Docwright's own keys end in the CRC-32 of what is in front, in base 62 (`keys/format.ts`), so none is taken for one by chance. */
function hasChecksum(key: string): boolean {
  const body = key.slice(3, -6)
  let text = ''
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62)) text = DIGITS[rest % 62] + text
  return key.endsWith(text)
}

/** All bounded: no token is longer, and a pattern without an end cannot be held against a line of ten megabytes. */
const RULES: readonly Rule[] = [
  { name: 'a key of Docwright', pattern: /\bdw_[0-9A-Za-z]{39}\b/g, isReal: hasChecksum },
  { name: 'an access key of AWS', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g, isReal: looksRandom },
  {
    name: 'a token of GitHub',
    pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36,300}|github_pat_[0-9A-Za-z_]{50,300})/g,
    isReal: looksRandom,
  },
  {
    name: 'a token of GitLab',
    pattern: /\bgl(?:pat|ptt|dt|rt|soat|cbt|ft|agent|oas)-[0-9A-Za-z_-]{20,300}/g,
    isReal: looksRandom,
  },
  { name: 'a token of Slack', pattern: /\bxox[abeprs]-[0-9A-Za-z-]{20,300}/g, isReal: looksRandom },
  {
    name: 'an address that posts to Slack',
    pattern: /https:\/\/hooks\.slack\.com\/services\/T[0-9A-Z]{1,30}\/B[0-9A-Z]{1,30}\/([0-9A-Za-z]{20,300})/g,
    isReal: looksRandom,
  },
  { name: 'a key of Stripe', pattern: /\b[rs]k_live_([0-9A-Za-z]{20,300})/g, isReal: looksRandom },
  { name: 'a key of Google', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g, isReal: looksRandom },
  { name: 'a key of a model', pattern: /\bsk-(?:ant-|proj-|or-)[0-9A-Za-z_-]{32,300}/g, isReal: looksRandom },
  { name: 'a token of npm', pattern: /\bnpm_[0-9A-Za-z]{36}\b/g, isReal: looksRandom },
  { name: 'a key of SendGrid', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g, isReal: looksRandom },
  { name: 'an access key of Azure', pattern: /\bAccountKey=([0-9A-Za-z+/]{86}==)/g, isReal: looksRandom },
  {
    name: 'a password or key',
    // Only quoted, only under such a name, only long and of all kinds of characters: a page may speak of passwords.
    // What may stand between its parts is bounded, or a row of such names would be read to its end from each of them.
    pattern:
      /(?:passw(?:or)?d|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)\w{0,40}["']?[^\S\n]{0,20}(?::=|[:=]|=>)[^\S\n]{0,20}["']([0-9A-Za-z+/_=.-]{28,200})["']/gi,
    isReal: (secret) =>
      looksRandom(secret) &&
      /\d/.test(secret) &&
      /[a-z]/.test(secret) &&
      /[A-Z]/.test(secret) &&
      !/[.]|-.*-.*-/.test(secret) &&
      entropyOf(secret) >= 4.2,
  },
]

const KEY_START = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
/** A line of a real key; samples are cut short. */
const KEY_BODY = /^[\s"'+>#*/|\\n-]*[0-9A-Za-z+/]{40,}={0,2}/

/** Where the body of a key begins: behind a few lines that say how it is encrypted. */
const KEY_LINES_MAX = 12
const KEY_CHARACTERS_MAX = 4000

/** What kind of secret the new lines of a file hold; null for none. It never returns the secret. */
export function findSecret(lines: readonly string[], canaries: readonly string[] = []): string | null {
  // In one piece: each rule takes time in proportion to the text, however many lines it has and however long they are.
  const text = lines.join('\n')
  if (canaries.some((canary) => canary !== '' && text.includes(canary))) return 'a secret of the service'
  const starts = [...text.matchAll(KEY_START)]
  for (const [place, { index, 0: start }] of starts.entries()) {
    const end = Math.min(index + start.length + KEY_CHARACTERS_MAX, starts[place + 1]?.index ?? text.length)
    if (isRealKey(text.slice(index + start.length, end))) return 'a private key'
  }
  for (const { name, pattern, isReal } of RULES)
    for (const match of text.matchAll(pattern)) if (isReal(match[1] ?? match[0])) return name
  return null
}

/** A key can be on one line, with its line ends written out. */
function isRealKey(rest: string): boolean {
  const [line = '', ...next] = rest.split('\n', KEY_LINES_MAX)
  return [...line.split(/\\n|\s/), ...next].some((part) => KEY_BODY.test(part) && looksRandom(part.trim()))
}
