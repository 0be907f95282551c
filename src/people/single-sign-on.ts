import type { Configuration } from 'openid-client'
import type { Admission, SingleSignOnSettings } from './single-sign-on-settings.ts'

const SCOPES = 'openid email profile'

/** A page that nobody waits for any longer. */
const TIMEOUT_SECONDS = 10

/** What the browser keeps between the two halves of a sign-in, so that nobody can slip in the end of another one. */
export interface SignInProof {
  state: string
  nonce: string
  verifier: string
}

/** Whom the provider vouches for. */
export interface Identity {
  /** Issuer and subject: never given to anybody else, unlike an e-mail address. */
  subject: string
  /** Null when the provider has none, or has not verified it. */
  email: string | null
  name: string | null
  /** What the provider says in the claim that the settings name; null when it says nothing, or they name none. */
  organisation: string | null
}

export interface SingleSignOn {
  readonly label: string
  readonly admission: Admission
  /** Where to send the browser. */
  begin(redirectUri: string): Promise<{ url: string; proof: SignInProof }>
  /** @param callback The address that the browser came back to, with all that the provider added. */
  finish(callback: URL, proof: SignInProof): Promise<Identity>
}

/** Signing in with an OpenID Connect provider: the code flow with PKCE. The library is loaded with the first use. */
export function createSingleSignOn(settings: SingleSignOnSettings): SingleSignOn {
  const { clientId, clientSecret, label } = settings
  const claim = settings.organisation?.claim ?? null
  const issuer = new URL(settings.issuer)
  let found: Promise<Configuration> | null = null

  const discover = async (): Promise<Configuration> => {
    const client = await import('openid-client')
    // `config.ts` takes http: for this machine only.
    const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
    return client.discovery(issuer, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
  }
  const configure = async (): Promise<Configuration> => {
    found ??= discover()
    try {
      return await found
    } catch (error) {
      // The provider may be back by the next time.
      found = null
      throw error
    }
  }

  return {
    label,
    admission: settings,
    begin: async (redirectUri) => {
      const [client, configuration] = [await import('openid-client'), await configure()]
      const proof = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state: proof.state,
        nonce: proof.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, proof }
    },
    finish: async (callback, { state, nonce, verifier }) => {
      const [client, configuration] = [await import('openid-client'), await configure()]
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      // Many providers put only the subject into the token, and tell the rest when they are asked.
      const isMissing = (name: string | null) => name !== null && !Object.hasOwn(claims, name)
      const more =
        (isMissing('email') || isMissing(claim)) && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {}
      return toIdentity(claims, more, claim)
    },
  }
}

type Claims = Readonly<Record<string, unknown>>

/** The token is signed, so it comes first. An address and whether it is verified belong together, and are taken from the same place. */
function toIdentity(claims: Claims, more: Claims, organisationClaim: string | null): Identity {
  const { email, email_verified: isVerified } = Object.hasOwn(claims, 'email') ? claims : more
  const all: Claims = { ...more, ...claims }
  const { iss, sub, name } = all
  const organisation = organisationClaim !== null && Object.hasOwn(all, organisationClaim) ? all[organisationClaim] : null
  return {
    subject: `${String(iss)} ${String(sub)}`,
    email: typeof email === 'string' && isVerified === true ? email : null,
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    organisation: typeof organisation === 'string' ? organisation : null,
  }
}
