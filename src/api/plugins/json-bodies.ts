import type { FastifyRequest } from 'fastify'
import type { App } from '../api-deps.ts'
import { halfCharacters, hasHalfCharacters, readText } from './read-text.ts'

/**
 * Takes JSON and nothing else. An empty body counts as none: some clients send the JSON content type with every POST, also where
 * there is nothing to say.
 */
export function useJsonBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  const parse = createJsonParser(scope)
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    body.length === 0 ? undefined : parse(request, body),
  )
}

/** Reads JSON strictly: UTF-8, whole characters, and no members that would change what all objects have. */
export function createJsonParser(scope: App): (request: FastifyRequest, body: Buffer) => unknown {
  const parse = scope.getDefaultJsonParser('error', 'error')
  return (request, body) => {
    const text = readText(body)
    let result: { error: Error | null; value?: unknown } = { error: null }
    void parse(request, text, (error, value) => {
      result = { error, value }
    })
    if (result.error) throw result.error
    if (hasHalfCharacters(text, result.value)) throw halfCharacters()
    return result.value
  }
}
