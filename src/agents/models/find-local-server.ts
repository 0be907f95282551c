import { readNames } from './check-access.ts'

/** Where servers with models listen unless told otherwise. One that is not on this machine is never asked. */
const SERVERS = [
  { name: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
  { name: 'vLLM', url: 'http://127.0.0.1:8000/v1' },
  { name: 'Jan', url: 'http://127.0.0.1:1337/v1' },
]

/** On the same machine a port that nobody listens on refuses at once; this is for one that takes the call and says nothing. */
const TIMEOUT_MS = 500

/** A server on this machine that speaks the format of `compatible` models. */
export interface LocalServer {
  name: string
  url: string
  /** At least one. */
  models: string[]
}

/** The first server that answers with models; null when none does. */
export async function findLocalServer(send: typeof fetch): Promise<LocalServer | null> {
  const found = await Promise.all(
    SERVERS.map(async (server) => {
      const answer = await send(`${server.url}/models`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
        .then((response) => (response.ok ? response.json() : null))
        // Nothing there, another service, or an answer that is not JSON: all the same here.
        .catch(() => null)
      return { ...server, models: readNames(answer) }
    }),
  )
  return found.find(({ models }) => models.length > 0) ?? null
}

/** How an operator uses it. */
export function howToUse({ url, models }: LocalServer): string {
  return `set DOCWRIGHT_MODEL=compatible/${models[0]} and DOCWRIGHT_MODEL_URL=${url}, then start the service again`
}
