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

const RULES: readonly Rule[] = [
  { name: 'a key of Docwright', pattern: /\bdw_[0-9A-Za-z]{39}\b/g, isReal: hasChecksum },
  { name: 'an access key of AWS', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g, isReal: looksRandom },
  { name: 'a token of GitHub', pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{50,})\b/g, isReal: looksRandom },
  { name: 'a token of GitLab', pattern: /\bgl(?:pat|ptt|dt|rt|soat|cbt|ft|agent|oas)-[0-9A-Za-z_-]{20,}/g, isReal: looksRandom },
  { name: 'a token of Slack', pattern: /\bxox[abeprs]-[0-9A-Za-z-]{20,}/g, isReal: looksRandom },
  {
    name: 'an address that posts to Slack',
    pattern: /https:\/\/hooks\.slack\.com\/services\/T[0-9A-Z]+\/B[0-9A-Z]+\/([0-9A-Za-z]{20,})/g,
    isReal: looksRandom,
  },
  { name: 'a key of Stripe', pattern: /\b[rs]k_live_([0-9A-Za-z]{20,})/g, isReal: looksRandom },
  { name: 'a key of Google', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g, isReal: looksRandom },
  { name: 'a key of a model', pattern: /\bsk-(?:ant-|proj-|or-)[0-9A-Za-z_-]{32,}/g, isReal: looksRandom },
  { name: 'a token of npm', pattern: /\bnpm_[0-9A-Za-z]{36}\b/g, isReal: looksRandom },
  { name: 'a key of SendGrid', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}/g, isReal: looksRandom },
  { name: 'an access key of Azure', pattern: /\bAccountKey=([0-9A-Za-z+/]{86}==)/g, isReal: looksRandom },
  {
    name: 'a password or key',
    // Only quoted, only under such a name, only long and of all kinds of characters: a page may speak of passwords.
    pattern:
      /(?:passw(?:or)?d|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)\w*["']?\s*(?::=|[:=]|=>)\s*["']([0-9A-Za-z+/_=.-]{28,200})["']/gi,
    isReal: (secret) =>
      looksRandom(secret) &&
      /\d/.test(secret) &&
      /[a-z]/.test(secret) &&
      /[A-Z]/.test(secret) &&
      !/[.]|-.*-.*-/.test(secret) &&
      entropyOf(secret) >= 4.2,
  },
]

const KEY_START = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/
/** A line of a real key; samples are cut short. */
const KEY_BODY = /^[\s"'+>#*/|\\n-]*[0-9A-Za-z+/]{40,}={0,2}/

/** Longer lines are no prose: they are looked through up to here, so that no line takes long. */
const LINE_CHARACTERS_MAX = 20_000

/** What kind of secret the new lines of a file hold; null for none. It never returns the secret. */
export function findSecret(lines: readonly string[], canaries: readonly string[] = []): string | null {
  for (const [place, whole] of lines.entries()) {
    if (canaries.some((canary) => canary !== '' && whole.includes(canary))) return 'a secret of the service'
    const line = whole.slice(0, LINE_CHARACTERS_MAX)
    if (KEY_START.test(line) && isRealKey(line, lines.slice(place + 1, place + 12))) return 'a private key'
    for (const { name, pattern, isReal } of RULES)
      for (const match of line.matchAll(pattern)) if (isReal(match[1] ?? match[0])) return name
  }
  return null
}

/** A key can be on one line, with its line ends written out. */
function isRealKey(line: string, next: readonly string[]): boolean {
  const rest = line.split(KEY_START).at(-1) ?? ''
  return [...rest.split(/\\n|\s/), ...next].some((part) => KEY_BODY.test(part) && looksRandom(part.trim()))
}
