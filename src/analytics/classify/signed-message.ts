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

/** Web Bot Auth needs two, the host and the signer. Each is looked up and joined to what was signed: strangers get no more work done. */
const COMPONENTS_MAX = 20

/** Two signatures with the longest keys have less. Others are not read: whoever asks for a page decides what is in them. */
const HEADER_CHARACTERS_MAX = 2048

/** A request with its parts read, each once: a signature may name the same header many times. */
interface Message {
  method: string
  url: URL
  headers: Record<string, string>
  dictionaryOf(header: string): Dictionary | null
}

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
  const { headers } = request
  if (headers['signature-input'] === undefined || headers['signature'] === undefined)
    return [{ fault: 'the request carries no signature' }]
  const message = openMessage(request)
  const inputs = message?.dictionaryOf('signature-input')
  const values = message?.dictionaryOf('signature')
  if (!message || !inputs || !values) return [{ fault: 'its signature cannot be read' }]
  const signatures = [...inputs]
    .flatMap(([label, input]) => (isInnerList(input) && input[1].get('tag') === 'web-bot-auth' ? [{ label, input }] : []))
    .slice(0, SIGNATURES_MAX)
  if (signatures.length === 0) return [{ fault: 'no signature is one of Web Bot Auth' }]
  return signatures.map(({ label, input }) => {
    const value = values.get(label)
    return value && !isInnerList(value) ? readSignature(message, input, value[0]) : { fault: 'its signature is missing' }
  })
}

function openMessage({ method, url, headers }: SignedRequest): Message | null {
  if (!URL.canParse(url)) return null
  const dictionaries = new Map<string, Dictionary | null>()
  return {
    method,
    url: new URL(url),
    headers,
    dictionaryOf: (header) => {
      if (!dictionaries.has(header)) dictionaries.set(header, readField(headers[header], parseDictionary))
      return dictionaries.get(header)!
    },
  }
}

function readSignature(message: Message, input: InnerList, value: BareItem): MessageSignature | Fault {
  const [components, parameters] = input
  const [created, expires, keyId] = ['created', 'expires', 'keyid'].map((name) => parameters.get(name))
  const algorithm = parameters.get('alg')
  if (typeof created !== 'number' || typeof expires !== 'number' || typeof keyId !== 'string' || !(value instanceof ArrayBuffer))
    return { fault: 'its signature lacks a key or a time' }
  if (components.length > COMPONENTS_MAX) return { fault: 'its signature covers too much' }
  const lines = new Map<string, string>()
  for (const component of components) {
    const line = valueOf(message, component)
    // A line break would let a value pass for another line of what was signed.
    if (line === null || /[\r\n]/.test(line)) return { fault: `${serializeItem(component)} is signed and not known here` }
    lines.set(serializeItem(component), line)
  }
  // One that leaves out the host or the signer could be moved to another site or another name. RFC 9421 forbids to name one twice.
  const agent = findSigner(message, components)
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

function valueOf(message: Message, [name, parameters]: Item): string | null {
  const { method, url, headers } = message
  if (typeof name !== 'string') return null
  if (name.startsWith('@')) return parameters.size === 0 && Object.hasOwn(DERIVED, name) ? DERIVED[name]!(method, url) : null
  if (!Object.hasOwn(headers, name)) return null
  if (parameters.size === 0) return headers[name]!.trim()
  const member = findMember(message, name, parameters)
  if (!member) return null
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member)
}

/** The host in the covered member of `Signature-Agent`: what is not covered, anybody may have put there. */
function findSigner(message: Message, components: Item[]): string | null {
  const component = components.find(([name]) => name === 'signature-agent')
  if (!component) return null
  const parameters = component[1]
  const member = parameters.size === 0 ? findOnlySigner(message) : findMember(message, 'signature-agent', parameters)
  // The draft has members with parameters ignored.
  if (!member || isInnerList(member) || typeof member[0] !== 'string' || member[1].size > 0) return null
  const url = URL.canParse(member[0]) ? new URL(member[0]) : null
  return url?.protocol === 'https:' && url.port === '' ? url.hostname : null
}

function findMember({ dictionaryOf }: Message, header: string, parameters: Item[1]): Item | InnerList | null {
  const key = parameters.get('key')
  return parameters.size === 1 && typeof key === 'string' ? (dictionaryOf(header)?.get(key) ?? null) : null
}

/** The first drafts had a text in place of the dictionary, and many still send it. */
function findOnlySigner({ headers, dictionaryOf }: Message): Item | InnerList | null {
  const text = headers['signature-agent']
  if (text?.trimStart().startsWith('"')) return readField(text, parseItem)
  const members = dictionaryOf('signature-agent')
  return members?.size === 1 ? [...members.values()][0]! : null
}

function readField<Field>(header: string | undefined, parse: (header: string) => Field): Field | null {
  if (header === undefined || header.length > HEADER_CHARACTERS_MAX) return null
  try {
    return parse(header)
  } catch {
    return null
  }
}
