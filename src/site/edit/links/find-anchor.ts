import { editDistance } from './edit-distance.ts'

/** More than three changes, or more than a fifth of the letters, is another word. */
const CHANGES_MAX = 3

/** The one anchor of a page that a wrong one must have meant; null when there is none, or more than one. */
export function findAnchor(wrong: string, anchors: Iterable<string>): string | null {
  const limit = Math.min(CHANGES_MAX, Math.max(1, Math.floor(wrong.length / 5)))
  const plain = simplify(wrong)
  const scored = [...new Set(anchors)]
    .map((id) => ({
      id,
      distance: simplify(id) === plain ? 0 : Math.max(1, editDistance(wrong.toLowerCase(), id.toLowerCase(), limit)),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  const [best, second] = scored
  return best && best.distance !== second?.distance ? best.id : null
}

/** Generators differ in case, dashes and marks, which is the most frequent reason for a wrong anchor. */
function simplify(id: string): string {
  return id.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
