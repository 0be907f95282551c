import type { Random } from '../../../test/support/random.ts'
import type { Files } from '../clean-site.ts'

/** What an agent gets and what it should make of it. Each line in which the two differ is a fault with a known answer. */
export interface Case {
  faulty: Files
  answer: Files
}

export interface KindOptions {
  clean: Files
  random: Random
  /** About how many faults to make. */
  faults: number
  /** The same site under another name of the product. */
  withProduct(name: string): Files
}

/** One kind of fault that documentation has, and what a person would write to have it mended. */
export interface Kind {
  name: string
  prompt: string
  make(options: KindOptions): Case
}
