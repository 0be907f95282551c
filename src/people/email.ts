import { invalid } from '../lib/problem.ts'

/** From RFC 5321: the longest address that mail can be sent to. */
const CHARACTERS_MAX = 254

/** Only what is certainly none is refused: whether an address works, only a mail to it can tell. */
const SHAPE = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@.\p{Cc}\p{Cf}]+(?:\.[^\s@.\p{Cc}\p{Cf}]+)*$/u

/** How an address is stored and looked up: nobody has two that differ in case only. */
export function toEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

export function readEmail(text: string): string {
  const email = toEmail(text)
  if (email.length <= CHARACTERS_MAX && SHAPE.test(email)) return email
  throw invalid('email', 'must be an e-mail address')
}
