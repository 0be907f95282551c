/** Parts of a graph in which each leads to every other, sorted; empty when it has none. The graph has the neighbours of each part. */
export function findCircles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  // Kosaraju: the order in which parts are left, and then, against the arrows, all that leads to each part and was not found before.
  const left: string[] = []
  const seen = new Set<string>()
  const leave = (part: string) => {
    if (seen.has(part)) return
    seen.add(part)
    for (const next of graph.get(part) ?? []) leave(next)
    left.push(part)
  }
  for (const part of graph.keys()) leave(part)
  const backwards = new Map(left.map((part) => [part, new Set<string>()]))
  for (const [part, nexts] of graph) for (const next of nexts) if (next !== part) backwards.get(next)?.add(part)
  const found = new Set<string>()
  const gather = (part: string): string[] => {
    if (found.has(part)) return []
    found.add(part)
    return [part, ...[...backwards.get(part)!].flatMap(gather)]
  }
  const circles = left.toReversed().map((part) => gather(part).sort())
  return circles.filter((circle) => circle.length > 1)
}
