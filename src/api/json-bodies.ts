import type { App } from './app.ts'

/**
 * Takes JSON and nothing else. An empty body counts as none: some clients send the JSON content type with every POST, also where
 * there is nothing to say.
 */
export function useJsonBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
