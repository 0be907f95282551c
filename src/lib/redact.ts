/** Anything shaped like a key of any kind, wherever in a line it stands. */
const KEY_SHAPE = /\b(dw[sd]?_)[0-9A-Za-z]{12,}/g

/** Credentials in the authority of a URL, as in `https://user:token@host/`. */
const URL_CREDENTIALS = /(\w:\/\/)[^\s/@"\\]+@/g

export function redact(text: string): string {
  return text.replace(KEY_SHAPE, '$1[redacted]').replace(URL_CREDENTIALS, '$1[redacted]@')
}
