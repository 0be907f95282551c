/** What happened on one page. */
export interface PageChange {
  path: string
  /** "3 places", "title added": what a reviewer reads behind the page's name. */
  what: string
}

/** Something that was found and not changed, with the reason. */
export interface LeftAlone {
  path?: string
  /** Counts from 1. */
  line?: number
  what: string
}

export interface Outcome {
  changes: PageChange[]
  left: LeftAlone[]
  /** Sentences about the whole, in the order in which they should be read. */
  notes: string[]
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** Nothing was done, for this reason. */
export function nothing(reason: string): Outcome {
  return { changes: [], left: [], notes: [reason] }
}
