import { joinPath, nameOf } from '../../../lib/repository-path.ts'
import type { Site } from '../../read/site.ts'
import { isPagePath, withoutPageEnding } from '../../read/site-path.ts'
import { editDistance } from './edit-distance.ts'

/** What a link that leads nowhere can mean: one file, several, or none. */
export function findTargets(model: Site, target: string): string[] {
  const path = decode(target.replace(/[?#].*$/u, ''))
  const wanted = joinPath(path.replaceAll(/(?:^|\/)\.\.?(?=\/)/gu, '')) ?? ''
  const isPage = isPagePath(wanted) || !/\.[a-z0-9]{1,5}$/iu.test(nameOf(wanted)) || /\.html?$/iu.test(wanted)
  const candidates = isPage ? [...model.pages.keys()] : [...model.files].filter((file) => !isPagePath(file))
  const segments = segmentsOf(wanted, isPage)
  const name = segments.at(-1)
  if (name === undefined || name === '') return []
  const named = candidates.filter((candidate) => segmentsOf(candidate, isPage).at(-1) === name)
  if (named.length === 0) return findSlip(candidates, segments, isPage)
  if (named.length <= 1) return named
  // Several pages have the name; the one that also shares the folders above it is meant, if it is alone.
  const scored = named.map((candidate) => ({ candidate, shared: sharedTail(segments, segmentsOf(candidate, isPage)) }))
  const best = scored.reduce((most, { shared }) => Math.max(most, shared), Number.NEGATIVE_INFINITY)
  const closest = scored.filter(({ shared }) => shared === best).map(({ candidate }) => candidate)
  return best > 1 && closest.length === 1 ? closest : named.sort()
}

/** More letters than this in a name make two slips of the pen likelier than another name. */
const LONG_NAME_CHARACTERS = 12
const SHORT_NAME_CHARACTERS = 5

/** The one file of the same folder whose name is a slip of the pen away. Numbers are no slips: `v1` is not `v2`. */
function findSlip(candidates: readonly string[], wanted: readonly string[], isPage: boolean): string[] {
  const name = wanted.at(-1) ?? ''
  const folder = wanted.slice(0, -1).join('/')
  if (folder === '' || name.length < SHORT_NAME_CHARACTERS) return []
  const limit = name.length >= LONG_NAME_CHARACTERS ? 2 : 1
  const near = candidates.flatMap((candidate) => {
    const segments = segmentsOf(candidate, isPage)
    const other = segments.pop() ?? ''
    const isNeighbour = `/${segments.join('/')}`.endsWith(`/${folder}`) && digitsOf(other) === digitsOf(name)
    return isNeighbour && editDistance(name, other, limit) <= limit ? [candidate] : []
  })
  // A second one that is nearly as close makes it a guess.
  return near.length === 1 ? near : []
}

function digitsOf(name: string): string {
  return name.replaceAll(/\D+/gu, ' ').trim()
}

/** The parts of a path in a form in which spelling differences between links and files vanish. */
function segmentsOf(path: string, isPage: boolean): string[] {
  const bare = isPage
    ? withoutPageEnding(path)
        .replace(/\.html?$/iu, '')
        .replace(/\/(?:index|readme|_index)$/iu, '')
    : path
  return bare
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/^\d+[-_.](?=\D)/u, '').replaceAll(/[_\s]+/gu, '-'))
}

function sharedTail(a: readonly string[], b: readonly string[]): number {
  let shared = 0
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared)) shared += 1
  return shared
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that stands for itself.
    return text
  }
}
