/**
 * The one of the offered media types that an `Accept` header likes best; the first of them when it likes none or all the same.
 * A client that accepts nothing of what there is gets an answer all the same: it is more use than a 406.
 */
export function chooseMediaType<Type extends string>(accept: string | undefined, offered: readonly [Type, ...Type[]]): Type {
  if (accept === undefined) return offered[0]
  const ranges = readRanges(accept)
  let [best, bestWeight] = [offered[0], weigh(ranges, offered[0])]
  for (const type of offered.slice(1)) {
    const weight = weigh(ranges, type)
    if (weight > bestWeight) [best, bestWeight] = [type, weight]
  }
  return best
}

/** True when a client names a type in its `Accept` header, and likes it no less than the other, which any range may name. */
export function isPreferred(accept: string | undefined, type: string, other: string): boolean {
  const ranges = readRanges(accept ?? '')
  const weight = ranges.find(({ name }) => name === type)?.weight ?? 0
  return weight > 0 && weight >= weigh(ranges, other)
}

interface MediaRange {
  name: string
  weight: number
}

function readRanges(accept: string): MediaRange[] {
  return accept.split(',').map(readRange)
}

function readRange(text: string): MediaRange {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.map((parameter) => /^q\s*=\s*(.*)$/.exec(parameter)?.[1]).find((value) => value !== undefined)
  const weight = quality === undefined ? 1 : Number(quality)
  return { name, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** The most exact range counts, not the one with the largest weight. */
function weigh(ranges: MediaRange[], type: string): number {
  for (const name of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = ranges.find((range) => range.name === name)
    if (found) return found.weight
  }
  return 0
}

/** Whether `Accept-Encoding` has gzip, and not with a weight of nothing. */
export function takesGzip(header: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(header ?? ''))
}
