import type { Environment } from './environment.ts'

/** What an operator sets for one code host; all of it may be missing. */
export interface CodeHostSettings {
  readonly url: string | null
  readonly token: string | null
  readonly username: string | null
  readonly app: { readonly appId: string; readonly privateKey: string } | null
}

export function readCodeHost(env: Environment, name: string): CodeHostSettings {
  const [appId, privateKey] = [env.text(`${name}_APP_ID`), env.text(`${name}_APP_PRIVATE_KEY`)]
  if ((appId === null) !== (privateKey === null))
    env.mistakes.push(`${name}_APP_ID and ${name}_APP_PRIVATE_KEY must be set together`)
  return {
    url: env.webUrl(`${name}_URL`),
    token: env.text(`${name}_TOKEN`),
    username: env.text(`${name}_USERNAME`),
    app: appId !== null && privateKey !== null ? { appId, privateKey } : null,
  }
}
