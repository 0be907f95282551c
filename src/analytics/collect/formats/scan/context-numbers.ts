import { SumTable } from '../../../sum-table.ts'
import { ByteWords } from '../../byte-words.ts'

/**
 * Numbers what lines say beside the usual parts: headers, the host, the type of the answer. Few values make up nearly all lines, so that
 * one number stands for all that a line says of them.
 */
export class ContextNumbers {
  number = 0
  #values = new ByteWords()
  /** By the number of what stands before, and of the value. */
  #chain = new SumTable([0])

  /** Of values and their combinations. */
  get size(): number {
    return this.#values.size + this.#chain.size
  }

  get byteLength(): number {
    return this.#values.byteLength
  }

  /** To be called for each line. @param first Tells lines of different shapes apart. */
  begin(first = 0): void {
    this.number = this.#chain.find(-1, first)
  }

  add(bytes: Buffer, view: DataView, from: number, to: number): void {
    this.number = this.#chain.find(this.number, this.#values.find(bytes, view, from, to))
  }

  clear(): void {
    this.#values = new ByteWords()
    this.#chain = new SumTable([0])
  }
}
