import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider knows of somebody, apart from the subject. */
export interface Claims {
  email?: string
  email_verified?: boolean
  name?: string
  /** Google's claim for an organisation, and Microsoft's. */
  hd?: unknown
  tid?: unknown
}

/** A real OpenID Connect provider on this machine, whose people sign in with their subject and any password. */
export interface OpenidProvider {
  issuer: string
  /** Tells it where the service listens, which is known last. */
  allow(redirectUri: string): void
  people: Map<string, Claims>
  /** Does what a browser and a person do between the two redirections: from the provider's address to the callback's. */
  signIn(url: string, subject: string): Promise<string>
  stop(): Promise<void>
}

export const CLIENT = { id: 'docwright', secret: 'a secret between the two of them' }

/** @param tellsAllInToken True for one that puts all claims into the token; else most of them have to be asked for, as with many. */
export async function startOpenidProvider({ tellsAllInToken = false } = {}): Promise<OpenidProvider> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Claims>()

  return {
    issuer,
    people,
    allow: (redirectUri) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const provider = new Provider(issuer, {
        clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
        cookies: { keys: ['for tests only'] },
        claims: { openid: ['sub', 'hd', 'tid'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: !tellsAllInToken,
        pkce: { required: () => true },
        findAccount: (_context: unknown, subject: string) => ({
          accountId: subject,
          claims: () => ({ sub: subject, ...people.get(subject) }),
        }),
      })
      listener = provider.callback()
    },
    signIn: async (url, subject) => {
      const cookies = new Map<string, string>()
      let next = url
      // Four redirections, and two forms: the sign-in and the consent.
      for (let step = 0; step < 20; step++) {
        if (!next.startsWith(issuer)) return next
        const page = await browse(cookies, next)
        const form = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1]
        const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1]
        if (page.location) next = new URL(page.location, next).href
        else if (form && prompt) {
          const answer = await browse(
            cookies,
            new URL(form, next).href,
            new URLSearchParams({ prompt, login: subject, password: 'x' }),
          )
          next = new URL(answer.location!, next).href
        } else throw new Error(`the provider did not go on: ${page.text.slice(0, 300)}`)
      }
      throw new Error('the provider went round in circles')
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function browse(cookies: Map<string, string>, url: string, form?: URLSearchParams) {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form ? { method: 'POST', body: form } : {}),
  })
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s)
    cookies.set(name, value)
  }
  return { location: answer.headers.get('location'), text: await answer.text() }
}
