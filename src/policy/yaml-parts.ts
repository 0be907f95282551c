import { type Document, type Node, isAlias, isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml'
import type { Configuration } from './configuration.ts'
import type { Plain } from './literal.ts'

/** Line breaks to some parsers and letters to others: with one of them, a part may end where no one sees it end. */
// oxlint-disable-next-line no-control-regex
const AMBIGUOUS = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]/

interface Range {
  start: number
  end: number
}

/**
 * Takes the navigation and the redirects out of a YAML file, by the places of their fields; the rest is compared as text, so that
 * tags and anchors in it mean what they meant. Within the parts only plain values count.
 *
 * @param keys Fields at the top that count; null for a file that is all navigation. `redirect_maps` is the one of MkDocs' plug-in.
 */
export function readYaml(text: string, keys: ReadonlySet<string> | null): Configuration | null {
  const document = parse(text)
  if (!document) return null
  if (keys === null) {
    const value = plainOf(document.contents, 0)
    return value === undefined || AMBIGUOUS.test(text) ? null : { rest: null, parts: [{ key: '', value }] }
  }
  const parts: Configuration['parts'] = []
  const ranges: Range[] = []
  const taken = [...fieldsToTake(document.contents, keys)]
  if (new Set(taken.map(({ key }) => key)).size < taken.length) return null
  for (const { key, keyNode, valueNode } of taken) {
    const value = plainOf(valueNode, 0)
    const start = keyNode.range?.[0]
    const end = (valueNode as Node | null)?.range?.[1] ?? keyNode.range?.[2]
    if (value === undefined || start === undefined || end === undefined || AMBIGUOUS.test(text.slice(start, end))) return null
    parts.push({ key, value })
    ranges.push({ start, end })
  }
  let rest = ''
  let at = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    rest += text.slice(at, start)
    at = end
  }
  rest += text.slice(at)
  return {
    rest: rest
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== ''),
    parts,
  }
}

/** Without its own look for keys that are there twice, which compares each with each: what is taken out is looked at here. */
function parse(text: string): Document.Parsed | null {
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: false })
    return document.errors.length > 0 ? null : document
  } catch {
    // The parser throws for what is nested deeper than its stack.
    return null
  }
}

function* fieldsToTake(root: unknown, keys: ReadonlySet<string>): Generator<{ key: string; keyNode: Node; valueNode: unknown }> {
  for (const field of fieldsOf(root)) {
    if (keys.has(field.key)) yield field
    if (field.key !== 'plugins' || !keys.has('redirect_maps')) continue
    const plugins = isSeq(field.valueNode) ? field.valueNode.items : [field.valueNode]
    for (const plugin of plugins)
      for (const settings of fieldsOf(plugin)) {
        if (settings.key !== 'redirects') continue
        for (const map of fieldsOf(settings.valueNode)) if (map.key === 'redirect_maps') yield map
      }
  }
}

function* fieldsOf(node: unknown): Generator<{ key: string; keyNode: Node; valueNode: unknown }> {
  if (!isMap(node) || node.flow === true) return
  for (const { key, value } of node.items)
    if (isScalar(key) && typeof key.value === 'string') yield { key: key.value, keyNode: key, valueNode: value }
}

/** A value without tags, anchors, aliases, merges and texts over several lines; undefined when it has any. */
function plainOf(node: unknown, depth: number): Plain | undefined {
  if (node === null || node === undefined) return null
  if (depth > 100 || isAlias(node)) return undefined
  if (isScalar(node)) {
    if (node.tag !== undefined || node.anchor !== undefined || node.type?.startsWith('BLOCK')) return undefined
    const { value } = node
    return value === null || ['string', 'number', 'boolean'].includes(typeof value) ? (value as Plain) : undefined
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => plainOf(item, depth + 1))
    return isPlainNode(node) && !items.includes(undefined) ? (items as Plain[]) : undefined
  }
  if (!isMap(node) || !isPlainNode(node)) return undefined
  const fields = new Map<string, Plain>()
  for (const pair of node.items) {
    const key = isPair(pair) ? plainOf(pair.key, depth + 1) : undefined
    const value = plainOf(pair.value, depth + 1)
    if (key === undefined || typeof key === 'object' || key === '<<' || key === '__proto__' || value === undefined)
      return undefined
    if (fields.has(String(key))) return undefined
    fields.set(String(key), value)
  }
  return Object.fromEntries(fields)
}

function isPlainNode(node: { tag?: string; anchor?: string }): boolean {
  return (node.tag === undefined || /^tag:yaml\.org,2002:(?:map|seq)$/.test(node.tag)) && node.anchor === undefined
}
