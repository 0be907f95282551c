import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import { Fault } from '../lib/fault.ts'
import type { Cipher } from './cipher.ts'
import type { SecretName } from './secret.ts'
import { type SealedSecret, findSecret, listSecrets } from './store.ts'

/** The secrets of projects, for those parts of the service that work with them. */
export interface Secrets {
  /** Null when the project has none of that name. Throws a `Fault` when it cannot be decrypted. */
  find(projectId: string, name: SecretName): Promise<string | null>
  /** All of the project that can be decrypted: what must not get out. */
  readable(projectId: string): Promise<string[]>
  /** Those of the project that cannot. */
  unreadable(projectId: string): Promise<Fault[]>
}

/** @param learn Is told every secret that is read, so that it can be kept out of logs. */
export function createSecrets(
  database: Database<MainSchema>,
  cipher: Cipher,
  learn: (values: string[]) => void = () => undefined,
): Secrets {
  const openOne = (projectId: string, { name, sealed }: SealedSecret) => {
    const value = cipher.open({ projectId, name }, sealed)
    if (value !== null) learn([value])
    return { name, value }
  }
  const openAll = async (projectId: string) =>
    (await listSecrets(database, projectId)).map((secret) => openOne(projectId, secret))
  return {
    find: async (projectId, name) => {
      const secret = await findSecret(database, projectId, name)
      if (!secret) return null
      const { value } = openOne(projectId, secret)
      if (value === null) throw unreadable(projectId, name)
      return value
    },
    readable: async (projectId) => (await openAll(projectId)).map(({ value }) => value).filter((value) => value !== null),
    unreadable: async (projectId) =>
      (await openAll(projectId)).filter(({ value }) => value === null).map(({ name }) => unreadable(projectId, name)),
  }
}

function unreadable(projectId: string, name: SecretName): Fault {
  return new Fault({
    code: 'secret_unreadable',
    message: `The secret \`${name}\` of project ${projectId} can't be decrypted: it was stored with another DOCWRIGHT_SECRET.`,
    hint: `Start the server with the DOCWRIGHT_SECRET (or the file server-secret) that it was stored with, or set the secret again: docwright project secret set --project ${projectId} ${name}.`,
  })
}
