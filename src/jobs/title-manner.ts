/** How the people of a repository begin their subjects. */
export interface TitleManner {
  /** Such as `docs: `; empty where they begin with the words themselves. */
  prefix: string
  /** True when the words behind the prefix begin with a small letter. */
  isSmall: boolean
}

export const PLAIN_MANNER: TitleManner = { prefix: '', isSmall: false }

/** `docs: …`, `docs(guides): …`, `feat!: …`. */
const TYPED = /^(?<type>[a-z]{2,20})(?:\([^()\s]{1,50}\))?!?: (?<words>\S.*)$/u
/** Merges and reverts are written by machines. */
const BY_MACHINE = /^(?:Merge |Revert |Bump |Update dependency )/u

/** Below this share, those who write `docs: …` are the exception. */
const TYPED_SHARE_MIN = 0.5
const SUBJECTS_MIN = 3

/** Names of the type for documentation, the usual one first. */
const DOCUMENTATION = ['docs', 'doc', 'documentation']

/** Reads the manner from the last subjects of the history. */
export function readTitleManner(subjects: readonly string[]): TitleManner {
  const written = subjects.filter((subject) => !BY_MACHINE.test(subject))
  const typed = written.flatMap((subject) => {
    const { type, words } = TYPED.exec(subject)?.groups ?? {}
    return type === undefined || words === undefined ? [] : [{ type, words }]
  })
  if (typed.length < SUBJECTS_MIN || typed.length < written.length * TYPED_SHARE_MIN) return PLAIN_MANNER
  const types = typed.map(({ type }) => type)
  const type = DOCUMENTATION.find((one) => types.includes(one)) ?? DOCUMENTATION[0]!
  const small = typed.filter(({ words }) => /^\p{Ll}/u.test(words)).length
  return { prefix: `${type}: `, isSmall: small * 2 > typed.length }
}

/** A title in the manner of the repository. One that is written so already stays as it is. */
export function inManner(title: string, { prefix, isSmall }: TitleManner): string {
  if (prefix === '' || TYPED.test(title)) return title
  const isName = !/^\p{Lu}\p{Ll}*(?:\s|$)/u.test(title)
  return prefix + (isSmall && !isName ? title.charAt(0).toLowerCase() + title.slice(1) : title)
}
