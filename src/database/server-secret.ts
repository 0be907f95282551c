import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, DataFolderError } from './data-folder.ts'

const FILE = 'server-secret'
const SECRET_BYTES = 32

/**
 * The secret that other secrets are derived from: the operator's own, or one that is made once and kept in the data folder.
 *
 * Not in the database, so that whoever gets hold of a dump of it cannot speak for the senders of log drains, or read the secrets of
 * projects.
 */
export function openServerSecret(folder: DataFolder, configured: string | null): Buffer {
  if (configured !== null) return Buffer.from(configured)
  const file = join(folder.path, FILE)
  return readSecret(file) ?? makeSecret(file)
}

function readSecret(file: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new DataFolderError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, 'give this user the file')
  }
  const secret = Buffer.from(text, 'hex')
  if (secret.length === SECRET_BYTES) return secret
  throw new DataFolderError(
    `${file} is damaged`,
    'restore it from a backup; or delete it, start once with `docwright serve --new-secret`, and set the secrets of drains and projects again',
  )
}

/** Two processes may do this at once: linking a finished file lets exactly one of them win, with its whole content. */
function makeSecret(file: string): Buffer {
  const made = randomBytes(SECRET_BYTES)
  const draft = `${file}.${made.toString('hex', 0, 8)}`
  writeFileSync(draft, `${made.toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(file)!
}

/** The secret as it may stand in a text: as it is kept in its file, and as programs usually write bytes. */
export function writingsOf(secret: Buffer): string[] {
  const hex = secret.toString('hex')
  const base64 = secret.toString('base64')
  return [...new Set([hex, hex.toUpperCase(), base64, base64.replace(/=+$/, ''), secret.toString('base64url')])]
}
