import { unclear } from '../frame.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, SLOT, isQuoted } from './pattern.ts'
import { type Certainty, readReplacement } from './replacement.ts'

const ARROW = String.raw`(?:→|➜|⇒|-+>|=+>|>>)`
const IS_NOW = String.raw`(?:(?:is|are|was|were|has been|have been|got|gets|will be|will now be|is being|are being)\s+)?(?:(?:now|officially|going forward|from now on)\s+)*`
const INSTEAD = String.raw`(?:instead of|rather than|in place of|over|and not|but not|not|never)`
const SHOULD = String.raw`(?:should|must|needs? to|has to|have to|ought to)(?: always| now)?`
const MENTIONS = String.raw`(?:(?:all|every|each|any|the|our|of|remaining)\s+)*(?:mentions?|occurrences?|instances?|uses?|usages?|references?|words?|terms?|phrases?|texts?|strings?|names?)\b`

const PATTERNS: { pattern: RegExp; certainty: Certainty }[] = [
  ['replace', String.raw`replace (?<from>${SLOT}) (?:with|by|for|to|into|${ARROW}) (?<to>${SLOT})`],
  ['rename', String.raw`change (?=${MENTIONS})(?<from>${SLOT}) (?:to|into|with|${ARROW}) (?<to>${SLOT})`],
  ['rename', String.raw`update (?=${MENTIONS})(?<from>${SLOT}) (?:to|into|with|${ARROW}) (?<to>${SLOT})`],
  ['rename', String.raw`rename (?<from>${SLOT}) (?:to|as|into|${ARROW}) (?<to>${SLOT})`],
  ['change', String.raw`(?:change|update|make|fix|set|bump) (?<from>${SLOT}) (?:to|into|with|as|${ARROW}) (?<to>${SLOT})`],
  [
    'style',
    String.raw`(?:use|say|write|prefer|spell|unify on|stick (?:to|with)|go with|adopt|always (?:use|say|write)) (?:it )?(?:the (?:word|term|name|spelling) )?(?<to>${SLOT}) ${INSTEAD} (?<from>${SLOT})`,
  ],
  [
    'style',
    String.raw`(?:use|say|write|prefer) (?<to>${SLOT}) (?:for|where(?:ver)? (?:it|we|you) (?:says?|use|write)) (?<from>${ANY_QUOTE})(?: now)?`,
  ],
  [
    'style',
    String.raw`(?:don['’]t|do not|never|stop|avoid|no longer|no more) (?:use|say|write|call(?: it)?|using|saying|writing|calling(?: it)?)(?: the (?:word|term))? (?<from>${SLOT})(?:,| and| but|, but|, and) (?:instead )?(?:use|say|write|call it|prefer|start saying|start using)? ?(?<to>${SLOT})(?: instead)?`,
  ],
  [
    'style',
    String.raw`instead of (?:using |saying |writing )?(?<from>${SLOT}),? (?:use|say|write|we (?:now )?(?:use|say)) (?<to>${SLOT})`,
  ],
  [
    'style',
    String.raw`(?:it['’]s|its|it is|that['’]s|the (?:correct|right|proper|official) (?:spelling|name|term|form) is) (?:now )?(?:(?:spelled|spelt|written|called|named|capitali[sz]ed)(?: as)? )?(?<to>${SLOT}),? (?:not|never|instead of|rather than) (?<from>${SLOT})`,
  ],
  [
    'change',
    String.raw`(?!(?:use|say|write|prefer|spell|make|change|replace|rename|do|put|add)\b)(?<to>${ANY_QUOTE}|[^\s,]+(?: [^\s,]+){0,3}),? (?:not|instead of|rather than) (?<from>${ANY_QUOTE}|[^\s,]+(?: [^\s,]+){0,3})`,
  ],
  [
    'style',
    String.raw`(?<from>${SLOT}) ${SHOULD} be (?:written|spelled|spelt|capitali[sz]ed|styled|replaced (?:with|by)|changed to|updated to|called|named)(?: as| to)? (?<to>${SLOT})`,
  ],
  // What something should be is seldom another word for it.
  ['change', String.raw`(?<from>${SLOT}) ${SHOULD} (?:be|read|say|become) (?<to>${SLOT})`],
  [
    'style',
    String.raw`[^,\uE000]{1,60}? (?:(?:is|are) (?:now )?|${SHOULD} be )(?:spelled|spelt|written|called|named|capitali[sz]ed)(?: as)? (?<to>${ANY_QUOTE}|[^\s,]+),? (?:not|never|instead of|rather than) (?<from>${ANY_QUOTE}|[^\s,]+)`,
  ],
  [
    'rename',
    String.raw`(?:[^,\uE000]{0,40} )?(?:formerly|previously) (?:known as|called|named) (?<from>${SLOT}),? (?:is|are) (?:now )?(?:called|named|known as)? ?(?<to>${SLOT})(?: these days| now)?`,
  ],
  ['style', String.raw`(?:spell|write|capitali[sz]e|style) (?<from>${SLOT}) (?:as|like(?: this)?:?) (?<to>${SLOT})`],
  [
    'rename',
    String.raw`(?:we )?(?:have |had |just |recently |are |will )*(?:rename|renamed|rebranded|renaming|rebranding|changed the name of) (?<from>${SLOT}) (?:to|as|into|${ARROW}) (?<to>${SLOT})`,
  ],
  [
    'rename',
    String.raw`(?:from now on,? )?(?:we )?(?:now |will |decided to |are going to |want to |from now on )*(?:call|refer to) (?<from>${ANY_QUOTE}|\S.*?) (?:as )?(?<to>${ANY_QUOTE})`,
  ],
  [
    'rename',
    String.raw`(?<from>${SLOT}) ${IS_NOW}(?:called|named|known as|renamed(?: to| as)?|rebranded(?: to| as)?|referred to as|going to be called|to be called) (?<to>${SLOT})`,
  ],
  ['rename', String.raw`(?:the )?new name (?:of|for) (?<from>${SLOT}) is (?:now )?(?<to>${SLOT})`],
  ['announcement', String.raw`(?<from>${SLOT}) (?:is|are) now (?<to>${SLOT})`],
  [
    'announcement',
    String.raw`(?<from>${SLOT}) (?:becomes|became|turned into|has become|moved to|has moved to|have moved to|was moved to|were moved to|is moving to|now lives at|was replaced by|has been replaced by|was superseded by) (?<to>${SLOT})`,
  ],
  ['rename', String.raw`(?:we )?(?:now |have )*(?:switched|moved|migrated|changed) from (?<from>${SLOT}) to (?<to>${SLOT})`],
  ['rename', String.raw`(?<from>${SLOT}) ${ARROW} (?<to>${SLOT})`],
].map(([certainty, source]) => ({ certainty: certainty as Certainty, pattern: new RegExp(`^${source}$`, 'iu') }))

const REMOVAL = new RegExp(
  String.raw`^remove (?:(?:all|every|the|any) )*(?:(?:words?|texts?|phrases?|sentences?|mentions? of|occurrences? of|instances? of|uses? of) )*(?:the (?:word|text|phrase|sentence) )?(?<from>${ANY_QUOTE})$`,
  'iu',
)

/** "don't use the word simply": words that a sentence can do without. */
const UNSAID = new RegExp(
  String.raw`^(?:(?:don['’]t|do not|never|stop|avoid) (?:use|say|write|using|saying|writing)|avoid|remove)(?: (?:the )?(?:word|term|phrase))? (?<from>${ANY_QUOTE}|[a-z]+)(?: ?[-–—,;] ?(?:remove|delete|drop) (?:it|them)(?: (?:wherever|where) (?:it|they) (?:appears?|occurs?))?)?$`,
  'iu',
)
const FILLER = /^(?:simply|just|easily|obviously|basically|actually|really|very|quite|clearly|of course)$/iu

/** `s/old/new/g`. */
const SED =
  /^(?:sed )?s(?<mark>[/|#])(?<from>(?:(?!\k<mark>).){1,200})\k<mark>(?<to>(?:(?!\k<mark>).){0,200})\k<mark>(?<flags>[gi]*)$/u

/** "colour -> color, behaviour -> behavior", also in parentheses behind other words. */
const PAIR = new RegExp(
  String.raw`^\(?(?<from>${ANY_QUOTE}|[^\s,()]+(?: [^\s,()]+){0,3}) ${ARROW} (?<to>${ANY_QUOTE}|[^\s,()]+(?: [^\s,()]+){0,3})\)?$`,
  'u',
)

const LISTED =
  /^(?:(?:use (?:american|us|british|uk)(?: english)? spellings?|(?:replace|rename|fix|change|update)(?: (?:the|these|following|words|terms|spellings|all))*):? ?)?(?:\((?<inside>[^()]{3,500})\)|(?<behind>[^()]{3,500}))$/iu

const IN_LINKS =
  /,?\s*(?:also |even |and )?(?:in|including|inside)\s+(?:the\s+|all\s+)?(?:links?|urls?|addresses|link targets?)(?: (?:and|or) (?:links?|urls?))?(?: too| as well)?$/iu

export const replace: FrameReader = {
  examples: [
    'Replace "old text" with "new text" in guides/, except in changelog.md',
    'Rename workspace to project everywhere',
    'Use the term "sign in" instead of "log in", also in code blocks',
  ],
  read: (clause, ground) => {
    const sed = SED.exec(clause.text)?.groups
    if (sed) {
      const quotes = [...clause.quotes, sed['from'] ?? '', sed['to'] ?? '']
      const mark = (at: number) => `\uE000${quotes.length + at}\uE001`
      return readReplacement(mark(-2), mark(-1), 'replace', { ...clause, quotes }, ground)
    }
    const removed = REMOVAL.exec(clause.text)?.groups
    if (removed) return readReplacement(removed['from'] ?? '', '', 'replace', clause, ground)
    const unsaid = UNSAID.exec(clause.text)?.groups?.['from']
    if (unsaid !== undefined && (isQuoted(unsaid) || FILLER.test(unsaid))) {
      const quotes = [...clause.quotes, unquoted(unsaid, clause.quotes)]
      return readReplacement(`\uE000${quotes.length - 1}\uE001`, '', 'replace', { ...clause, quotes }, ground)
    }
    const pairs = readPairs(clause.text)
    if (pairs) {
      const readings = pairs.map(({ from, to }) => readReplacement(from, to, 'replace', clause, ground))
      const frames = readings.flatMap((reading) => (reading?.kind === 'understood' ? reading.frames : []))
      if (frames.length === pairs.length) return { kind: 'understood', frames }
      return readings.find((reading) => reading?.kind === 'unclear') ?? null
    }
    // An address is replaced in links anyway; a text there would break them.
    const text = clause.text.replace(IN_LINKS, '')
    const isInLinks = text !== clause.text
    let asked = null
    for (const { pattern, certainty } of PATTERNS) {
      const found = pattern.exec(text)?.groups
      if (!found) continue
      const reading = readReplacement(found['from'] ?? '', found['to'] ?? '', certainty, clause, ground)
      if (
        reading?.kind === 'understood' &&
        isInLinks &&
        reading.frames.some(({ operation }) => operation.name !== 'replace_address')
      )
        return unclear(
          'Link targets are not replaced as text, because that breaks links. Move the page, or give the whole address.',
        )
      if (reading?.kind === 'understood') return reading
      // Two quoted texts leave no doubt about where they begin and end.
      if (isQuoted(found['from']) && isQuoted(found['to'])) return reading
      asked ??= reading
    }
    return asked
  },
}

function readPairs(text: string): { from: string; to: string }[] | null {
  const listed = LISTED.exec(text)?.groups
  const list = listed?.['inside'] ?? listed?.['behind'] ?? ''
  const parts = list.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/u)
  if (parts.length < 2 || parts.length > 30) return null
  const pairs = parts.map((part) => PAIR.exec(part.trim())?.groups)
  return pairs.every((pair) => pair !== undefined)
    ? pairs.map((pair) => ({ from: pair['from'] ?? '', to: pair['to'] ?? '' }))
    : null
}
