import type { Operation } from '../../site/operations/operation.ts'
import type { Scope } from '../../site/operations/scope.ts'

/** An operation with its slots filled: what an instruction was understood as. */
export interface Frame {
  operation: Operation
  given: Readonly<Record<string, unknown>> & { scope?: Scope }
  /** How exactly it was understood, in half a sentence each. */
  details?: readonly string[]
  /** True for what only makes sense in English: pages in other languages are left out unless they are named. */
  isEnglishOnly?: boolean
}

/** What an instruction may mean, when one reading is not clearly the right one. */
export interface Unclear {
  kind: 'unclear'
  /** A sentence that says what is missing. */
  problem: string
  /** Instructions that work as they stand; several when the person has to choose. */
  hints: readonly string[]
  /** True when each hint is a thing that was possibly meant, and not only the nearest thing that works. */
  isChoice?: boolean
}

export interface Understood {
  kind: 'understood'
  frames: readonly Frame[]
}

export type Reading = Understood | Unclear

export function understood(...frames: Frame[]): Understood {
  return { kind: 'understood', frames }
}

export function unclear(problem: string, ...hints: string[]): Unclear {
  return { kind: 'unclear', problem, hints }
}

export function choice(problem: string, hints: readonly string[]): Unclear {
  return { kind: 'unclear', problem, hints, isChoice: true }
}
