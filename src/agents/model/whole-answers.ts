/** More is no answer of a model. */
const ANSWER_CHARACTERS_MAX = 8 * 1024 * 1024

interface Whole {
  choices?: { index?: number; message?: { tool_calls?: object[] }; finish_reason?: unknown }[]
}

/**
 * Lets servers be used that answer as a whole although a stream was asked for: their answer is passed on as a stream of one piece.
 */
export function streamed(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init)
    const isJson = /\bapplication\/json\b/iu.test(answer.headers.get('content-type') ?? '')
    if (!answer.ok || !isJson || !isStreamWanted(init?.body)) return answer
    const text = await answer.text()
    const piece = text.length <= ANSWER_CHARACTERS_MAX ? toPiece(text) : null
    if (piece === null) return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
    return new Response(`data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  }
}

function isStreamWanted(body: unknown): boolean {
  return typeof body === 'string' && /"stream"\s*:\s*true/u.test(body)
}

/** The same in the format of a stream: a difference to nothing, with numbered calls. Null for what is no answer. */
function toPiece(text: string): object | null {
  try {
    const whole = JSON.parse(text) as Whole
    if (!Array.isArray(whole.choices)) return null
    const choices = whole.choices.map(({ message, ...choice }) => ({
      ...choice,
      delta: {
        ...message,
        ...(message?.tool_calls ? { tool_calls: message.tool_calls.map((call, index) => ({ index, ...call })) } : {}),
      },
    }))
    return { ...whole, object: 'chat.completion.chunk', choices }
  } catch {
    return null
  }
}
