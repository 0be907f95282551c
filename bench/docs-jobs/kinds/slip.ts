import type { Random } from '../../../test/support/random.ts'

/** Keys that lie side by side, where fingers slip. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** One slip of the fingers somewhere in a word: a letter left out, doubled, swapped with the next, or hit beside. */
export function slip(random: Random, word: string): string {
  const at = random.below(word.length)
  const letter = word[at]!
  const way = random.weighted({ drop: 3, double: 2, swap: 3, neighbour: 2 })
  if (way === 'drop') return word.slice(0, at) + word.slice(at + 1)
  if (way === 'double') return word.slice(0, at) + letter + word.slice(at)
  if (way === 'swap' && at + 1 < word.length) return word.slice(0, at) + word[at + 1]! + letter + word.slice(at + 2)
  const row = ROWS.find((keys) => keys.includes(letter.toLowerCase()))
  const beside = row?.[row.indexOf(letter.toLowerCase()) + 1] ?? 'e'
  return word.slice(0, at) + beside + word.slice(at + 1)
}
