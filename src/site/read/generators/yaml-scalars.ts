import { isMap, isPair, isScalar, isSeq } from 'yaml'

/** The texts of a node with their places, without quotes. Keys of maps are titles and do not count. */
export function yamlScalars(node: unknown): { value: string; range: [number, number] }[] {
  if (isSeq(node)) return node.items.flatMap(yamlScalars)
  if (isMap(node)) return node.items.flatMap((pair) => (isPair(pair) ? yamlScalars(pair.value) : []))
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return []
  const isQuoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
  const start = node.range[0] + (isQuoted ? 1 : 0)
  return [{ value: node.value, range: [start, node.range[1] - (isQuoted ? 1 : 0)] }]
}
