import { type Alias, type CST, Composer, type Node, Parser, isAlias, isMap, isScalar, isSeq, visit } from 'yaml'

export interface YamlFault {
  message: string
  /** Where it stands in the source. */
  offset: number
}

export interface YamlDocument {
  /** A node of the `yaml` package; null when there is nothing, or nothing that can be read. */
  contents: unknown
  /** Nodes by the name of their anchor. */
  anchors: ReadonlyMap<string, Node>
  fault: YamlFault | null
}

/** No one writes more by hand. */
const ALIASES_MAX = 100

const TOO_DEEP = 'It is nested too deeply.'

/** So many marks of items and keys in a row. The package takes time in the square of how deep they go. */
const NESTED_MARKS = /(?:[-?][ \t]+){30}/

type Place = number | [number, number] | { offset: number }

/**
 * Reads YAML that a stranger wrote, as a tree of nodes.
 *
 * The values of the `yaml` package are not used: a key that is itself a mapping becomes a text in them, and a page of one kilobyte
 * that nests such keys takes minutes. Nor is its list of errors: each has a stack, and a page can have an error for each character.
 *
 * @param isLenient Goes on after mistakes, and takes what can be read.
 */
export function readYaml(source: string, { isLenient = false } = {}): YamlDocument {
  if (NESTED_MARKS.test(source)) return nothing({ message: TOO_DEEP, offset: 0 })
  const faults: YamlFault[] = []
  const stop = new Error('stopped at the first mistake')
  const onError = (place: Place, _code: string, message: string, isWarning?: boolean): void => {
    if (isLenient || isWarning) return
    // The package goes down into what is nested until the stack ends, and reports that as a mistake of the source.
    const problem = message.startsWith('Maximum call stack') ? TOO_DEEP : message
    faults.push({ message: problem, offset: typeof place === 'number' ? place : Array.isArray(place) ? place[0] : place.offset })
    throw stop
  }
  try {
    // Keys are compared each with each, so only short sources, which are read strictly, are asked whether one is there twice.
    const composer = new Composer({ logLevel: 'silent', uniqueKeys: !isLenient })
    Object.assign(composer, { onError })
    const [document] = composer.compose(readTokens(source, onError), true, source.length)
    const contents = document?.contents ?? null
    const { anchors, fault } = readAliases(contents, isLenient)
    const mistake = document?.errors[0]
    if (mistake && !isLenient) faults.push({ message: mistake.message, offset: mistake.pos[0] })
    if (fault) faults.push(fault)
    return faults[0] ? nothing(faults[0]) : { contents, anchors, fault: null }
  } catch (error) {
    if (faults[0]) return nothing(faults[0])
    if (error instanceof RangeError) return nothing({ message: TOO_DEEP, offset: 0 })
    throw error
  }
}

/** Without those that say of themselves that they are none: the package makes an error of each, with a stack. */
function* readTokens(source: string, onError: (place: Place, code: string, message: string) => void): Generator<CST.Token> {
  for (const token of new Parser().parse(source)) {
    if (token.type === 'error') onError(token, 'UNEXPECTED_TOKEN', token.message)
    else yield token
  }
}

function nothing(fault: YamlFault): YamlDocument {
  return { contents: null, anchors: new Map(), fault }
}

function readAliases(contents: unknown, isLenient: boolean): Pick<YamlDocument, 'anchors' | 'fault'> {
  const anchors = new Map<string, Node>()
  const faults: YamlFault[] = []
  let aliases = 0
  const meetAlias = (alias: Alias) => {
    aliases += 1
    const offset = alias.range?.[0] ?? 0
    if (!anchors.has(alias.source)) faults.push({ message: `The alias *${alias.source} has no anchor.`, offset })
    else if (aliases > ALIASES_MAX) faults.push({ message: `It has more than ${ALIASES_MAX} aliases.`, offset })
    return faults.length > 0 && !isLenient ? visit.BREAK : undefined
  }
  visit(contents as Node | null, {
    Alias: (_, alias) => meetAlias(alias),
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
    },
  })
  return { anchors, fault: isLenient ? null : (faults[0] ?? null) }
}

/** The values of a mapping by their names; null for what isn't a mapping. */
export function yamlFields(contents: unknown): Map<string, unknown> | null {
  if (!isMap(contents)) return null
  return new Map(contents.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value]))
}

/** The texts and numbers of a value that is one, or a list of them. What an alias stands for counts, but no alias inside it. */
export function yamlTexts(value: unknown, anchors: ReadonlyMap<string, Node>): string[] {
  if (isAlias(value)) return textsIn(anchors.get(value.source))
  return isSeq(value) ? value.items.flatMap((item) => textsIn(isAlias(item) ? anchors.get(item.source) : item)) : textsIn(value)
}

function textsIn(node: unknown): string[] {
  if (isSeq(node)) return node.items.flatMap(textsIn)
  if (!isScalar(node)) return []
  if (typeof node.value === 'number') return [String(node.value)]
  return typeof node.value === 'string' && node.value !== '' ? [node.value] : []
}
