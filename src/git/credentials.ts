/** What a git server asks for. A token is the password; which user name goes with it depends on the code host. */
export interface Credentials {
  username: string
  password: string
}

/**
 * The variables that let one git process in. Settings in the environment are seen by that process only: unlike a URL or an
 * argument they are in no process list, and unlike a credential file they are never on disk. The header is bound to the address
 * of the repository, so that git sends it nowhere else.
 */
export function credentialEnv(url: string, credentials: Credentials): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${basicAuthorization(credentials)}`,
  }
}

export function basicAuthorization({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Takes the secret out of a text, also in the form in which it was sent: a server may repeat what it was given. */
export function scrub(text: string, credentials: Credentials): string {
  const sent = basicAuthorization(credentials).slice('Basic '.length)
  return text.replaceAll(sent, '[redacted]').replaceAll(credentials.password || sent, '[redacted]')
}
