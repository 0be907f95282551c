/**
 * The one of the offered media types that an `Accept` header likes best; the first of them when it likes none or all the same.
 * A client that accepts nothing of what there is gets an answer all the same: it is more use than a 406.
 */
export function chooseMediaType<Type extends string>(accept: string | undefined, offered: readonly [Type, ...Type[]]): Type {
  if (accept === undefined) return offered[0]
  const ranges = accept.split(',').map(readRange)
  let [best, bestWeight] = [offered[0], weigh(ranges, offered[0])]
  for (const type of offered.slice(1)) {
    const weight = weigh(ranges, type)
    if (weight > bestWeight) [best, bestWeight] = [type, weight]
  }
  return best
}

interface MediaRange {
  name: string
  weight: number
}

function readRange(text: string): MediaRange {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
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
