/** One message of a `text/event-stream`. */
export interface ServerSentEvent {
  id: string | null
  event: string
  data: string
}

/**
 * Cuts a stream into messages, by the rules of the HTML standard. Comments and messages without data are left out.
 *
 * @param onBytes Called for whatever comes, also comments: the sender is alive.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void, void> {
  let fields = new Map<string, string>()
  for await (const line of readLines(body, onBytes)) {
    if (line === '') {
      const data = fields.get('data')
      if (data !== undefined) yield { id: fields.get('id') ?? null, event: fields.get('event') || 'message', data }
      fields = new Map()
      continue
    }
    const colon = line.indexOf(':')
    // A line that begins with a colon is a comment.
    if (colon === 0) continue
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    const before = name === 'data' ? fields.get('data') : undefined
    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }
}

/** Lines end with LF, CR or CRLF. What follows the last line end is not a line: the connection broke in it. */
async function* readLines(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onBytes()
      rest += decoder.decode(value, { stream: true })
      // A CR at the very end may be the first half of a CRLF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop()!
      yield* lines
    }
  } finally {
    // Also when the consumer leaves early: the connection must not stay open.
    await reader.cancel().catch(() => undefined)
  }
}
