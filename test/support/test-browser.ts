import type { Answer, RequestOptions, TestService } from './test-service.ts'

export const BEGIN = '/v1/sign-in/openid'
export const CALLBACK = '/v1/sign-in/openid/callback'

/** A browser: it keeps cookies and does not follow redirections on its own. */
export interface TestBrowser {
  cookies: Map<string, string>
  get(path: string): Promise<Answer & { location: string | null; setCookie: string[] }>
  post(path: string, json: object): Promise<Answer>
}

export function createBrowser(docs: Pick<TestService, 'url' | 'request'>): TestBrowser {
  const cookies = new Map<string, string>()
  const send = async (path: string, options: RequestOptions): Promise<Answer> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await docs.request(path, { key: null, ...options, headers: { cookie, ...options.headers } })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split(/=(.*)/s)
      if (/Max-Age=0/.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    get: async (path) => {
      const answer = await send(path, {})
      return { ...answer, location: answer.headers.get('location'), setCookie: answer.headers.getSetCookie() }
    },
    post: (path, json) => send(path, { json, headers: { origin: docs.url } }),
  }
}
