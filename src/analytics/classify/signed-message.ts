import {
  type BareItem,
  type Dictionary,
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  parseItem,
  serializeInnerList,
  serializeItem,
} from 'structured-headers'

/** A request as its signature covers it: with the whole URL, because the host is signed. Header names are in lower case. */
export interface SignedRequest {
  method: string
  url: string
  headers: Record<string, string>
}

/** One signature of a request, with the text that was signed. */
export interface MessageSignature {
  /** The host that it says to be of. */
  agent: string
  keyId: string
  algorithm: string | null
  createdSeconds: number
  expiresSeconds: number
  text: string
  bytes: Buffer
}

/** The end of a sentence that begins with "but". */
export interface Fault {
  fault: string
}

/** A request has one signature, or two where an agent uses a browser of somebody else's. */
const SIGNATURES_MAX = 3

/** Twice as many as any draft names. */
const COMPONENTS_MAX = 20

/** What RFC 9421 derives from a request. Those with parameters are not needed for Web Bot Auth. */
const DERIVED: Record<string, (method: string, url: URL) => string> = {
  '@method': (method) => method.toUpperCase(),
  '@authority': (_, url) => url.host,
  '@scheme': (_, url) => url.protocol.slice(0, -1),
  '@target-uri': (_, url) => `${url.origin}${url.pathname}${url.search}`,
  '@request-target': (_, url) => `${url.pathname}${url.search}`,
  '@path': (_, url) => url.pathname,
  '@query': (_, url) => (url.search === '' ? '?' : url.search),
}

/** Reads the signatures of Web Bot Auth from the headers of a request, as RFC 9421 and draft-ietf-webbotauth-httpsig-protocol say. */
export function readSignatures(request: SignedRequest): (MessageSignature | Fault)[] {
  const { 'signature-input': input, signature } = request.headers
  if (input === undefined || signature === undefined) return [{ fault: 'the request carries no signature' }]
  const inputs = readDictionary(input)
  const values = readDictionary(signature)
  if (!inputs || !values || !URL.canParse(request.url)) return [{ fault: 'its signature cannot be read' }]
  const read = [...inputs].flatMap(([label, covered]) => {
    if (!isInnerList(covered) || covered[1].get('tag') !== 'web-bot-auth') return []
    const value = values.get(label)
    return [value && !isInnerList(value) ? readSignature(request, covered, value[0]) : { fault: 'its signature is missing' }]
  })
  return read.length === 0 ? [{ fault: 'no signature is one of Web Bot Auth' }] : read.slice(0, SIGNATURES_MAX)
}

function readSignature(request: SignedRequest, input: InnerList, value: BareItem): MessageSignature | Fault {
  const [components, parameters] = input
  const [created, expires, keyId] = ['created', 'expires', 'keyid'].map((name) => parameters.get(name))
  const algorithm = parameters.get('alg')
  if (typeof created !== 'number' || typeof expires !== 'number' || typeof keyId !== 'string' || !(value instanceof ArrayBuffer))
    return { fault: 'its signature lacks a key or a time' }
  const lines = new Map<string, string>()
  for (const component of components.slice(0, COMPONENTS_MAX + 1)) {
    const line = valueOf(request, component)
    // A line break would let a value pass for another line of what was signed.
    if (line === null || /[\r\n]/.test(line)) return { fault: `${serializeItem(component)} is signed and not known here` }
    lines.set(serializeItem(component), line)
  }
  // One that leaves out the host or the signer could be moved to another site or another name. RFC 9421 forbids to name one twice.
  const agent = findSigner(request, components)
  const isForHost = lines.has('"@authority"') || lines.has('"@target-uri"')
  if (agent === null || !isForHost || lines.size !== components.length)
    return { fault: 'its signature does not cover the host and the signer' }
  lines.set('"@signature-params"', serializeInnerList(input))
  return {
    agent,
    keyId,
    algorithm: typeof algorithm === 'string' ? algorithm : null,
    createdSeconds: created,
    expiresSeconds: expires,
    text: [...lines].map(([name, line]) => `${name}: ${line}`).join('\n'),
    bytes: Buffer.from(value),
  }
}

function valueOf({ method, url, headers }: SignedRequest, [name, parameters]: Item): string | null {
  if (typeof name !== 'string') return null
  if (name.startsWith('@'))
    return parameters.size === 0 && Object.hasOwn(DERIVED, name) ? DERIVED[name]!(method, new URL(url)) : null
  if (!Object.hasOwn(headers, name)) return null
  if (parameters.size === 0) return headers[name]!.trim()
  const member = findMember(headers[name], parameters)
  if (!member) return null
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member)
}

/** The host in the covered member of `Signature-Agent`: what is not covered, anybody may have put there. */
function findSigner({ headers }: SignedRequest, components: Item[]): string | null {
  const header = headers['signature-agent']
  for (const [name, parameters] of components) {
    if (name !== 'signature-agent') continue
    const member = parameters.size === 0 ? findOnlyMember(header) : findMember(header, parameters)
    // The draft has members with parameters ignored.
    if (!member || isInnerList(member) || typeof member[0] !== 'string' || member[1].size > 0) return null
    const url = URL.canParse(member[0]) ? new URL(member[0]) : null
    return url?.protocol === 'https:' && url.port === '' ? url.hostname : null
  }
  return null
}

function findMember(header: string | undefined, parameters: Item[1]): Item | InnerList | null {
  const key = parameters.get('key')
  return parameters.size === 1 && typeof key === 'string' ? (readDictionary(header)?.get(key) ?? null) : null
}

/** The first drafts had a text in place of the dictionary, and many still send it. */
function findOnlyMember(header: string | undefined): Item | InnerList | null {
  if (header?.trimStart().startsWith('"')) return readField(header, parseItem)
  const members = readDictionary(header)
  return members?.size === 1 ? [...members.values()][0]! : null
}

function readDictionary(header: string | undefined): Dictionary | null {
  return header === undefined ? null : readField(header, parseDictionary)
}

function readField<Field>(header: string, parse: (header: string) => Field): Field | null {
  try {
    return parse(header)
  } catch {
    return null
  }
}
