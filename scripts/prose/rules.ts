/** A word or a turn that we don't write, and what to write instead. */
export interface Rule {
  pattern: RegExp
  advice: string
}

/** What is written down in CONTRIBUTING.md under "How we write", as far as a program can see it. */
export const RULES: readonly Rule[] = [
  { pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|one\b)\w+/gi, advice: "isn't a …, or doesn't have a …" },
  { pattern: /\bof which\b/gi, advice: 'start a new sentence' },
  { pattern: /\bof those (?:that|who|which)\b/gi, advice: 'name them' },
  { pattern: /\bthat of (?:the|a|its)\b/gi, advice: 'repeat the noun, or use a possessive' },
  { pattern: /\bin (?:the|its|their) place of\b/gi, advice: 'instead of, or overrides' },
  { pattern: /\bby (?:itself|themselves)\b/gi, advice: 'automatically, or alone' },
  { pattern: /\b(?:somebody|nobody|anybody|everybody)\b/gi, advice: 'someone, no one, anyone, everyone' },
  { pattern: /\b(?:is|are|was|were|been|be) asked for\b/gi, advice: 'requested' },
  { pattern: /\bat work\b/gi, advice: 'working' },
  { pattern: /\b(?:is|are|was|were|been|be) made\b(?! (?:of|for|from|up|by)\b)/gi, advice: 'created' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, advice: 'fix or repair' },
  { pattern: /\banew\b/gi, advice: 'again' },
  { pattern: /\bleft out of the\b|\bleft out and why\b/gi, advice: 'excluded' },
  { pattern: /\b(?:simply|easily|just|easy)\b/gi, advice: 'leave it out' },
  { pattern: /\b(?:utilise|utilize|in order to|please note|allows? you to)\b/gi, advice: 'use, to, nothing, lets you' },
  { pattern: /[a-z]!(?=\s|$)/g, advice: 'a full stop' },
]

export interface Finding {
  found: string
  advice: string
  at: number
}

export function findTurns(text: string): Finding[] {
  return RULES.flatMap(({ pattern, advice }) =>
    [...text.matchAll(pattern)].map((match) => ({ found: match[0], advice, at: match.index })),
  )
}
