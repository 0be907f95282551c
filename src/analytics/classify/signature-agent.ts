import type { Signature } from './request.ts'

/**
 * The signer that a `Signature-Agent` header names, not yet verified. The header is a quoted URL in the first drafts of Web Bot Auth
 * and a dictionary of them (`sig1="https://chatgpt.com"`) in later ones.
 */
export function findDeclaredSigner(header: string | undefined): Signature | null {
  if (header === undefined) return null
  const text = /"([^"]*)"/.exec(header)?.[1] ?? header.trim()
  const host = /^(?:https?:\/\/)?([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::\d+)?(?:[/?#]|$)/i.exec(text)?.[1]
  return host === undefined ? null : { agent: host.toLowerCase(), isVerified: false }
}
