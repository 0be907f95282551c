import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

/** A token in the forms in which it is sent. */
export function formsOf(token: string, gitUsers: string[] = ['x-access-token', 'oauth2', 'docwright', 'x-token-auth']): string[] {
  return [token, ...gitUsers.map((user) => Buffer.from(`${user}:${token}`).toString('base64'))]
}

/** Everything that a log could show of an error: message, hint, stack, causes and further properties. */
export function everythingOf(error: unknown): string {
  return inspect(error, { depth: 10, showHidden: true, maxStringLength: null })
}

/** The files below a folder that contain one of the texts. */
export function filesWith(folder: string, texts: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file)
      return texts.some((text) => content.includes(text))
    })
}
