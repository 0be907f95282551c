import type { TestService } from './test-service.ts'

/** One message of a stream, or a comment. */
export interface StreamMessage {
  id: string | null
  event: string | null
  data: any
  comment: string | null
}

/** A stream of events as it comes over the wire. */
export interface EventStream {
  status: number
  headers: Headers
  /** The next message or comment; null at the end. */
  next(): Promise<StreamMessage | null>
  /** All up to the end. */
  rest(): Promise<StreamMessage[]>
  close(): void
}

export async function openEventStream(
  docs: TestService,
  path: string,
  { key = docs.key, headers = {} }: { key?: string | null; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const closing = new AbortController()
  const answer = await fetch(docs.url + path, {
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), accept: 'text/event-stream', ...headers },
    signal: closing.signal,
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const next = async (): Promise<StreamMessage | null> => {
    for (;;) {
      const end = buffer.indexOf('\n\n')
      if (end >= 0) {
        const message = readMessage(buffer.slice(0, end))
        buffer = buffer.slice(end + 2)
        if (message) return message
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      buffer += value
    }
  }
  return {
    status: answer.status,
    headers: answer.headers,
    next,
    rest: async () => {
      const messages: StreamMessage[] = []
      for (let message = await next(); message; message = await next()) messages.push(message)
      return messages
    },
    close: () => closing.abort(),
  }
}

/** Null for what only tells how soon to connect again. */
function readMessage(text: string): StreamMessage | null {
  if (text.startsWith(':')) return { id: null, event: null, data: null, comment: text.slice(1).trim() }
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const data = fields.get('data')
  if (data === undefined) return null
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? null, data: JSON.parse(data), comment: null }
}
