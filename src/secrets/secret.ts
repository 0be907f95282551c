import { MODEL_PROVIDERS } from '../lib/model-providers.ts'

/** What a project may keep: a token for its code host, and a key for each provider of models. The names are stored. */
export const SECRET_NAMES = ['code-host-token', ...MODEL_PROVIDERS] as const
export type SecretName = (typeof SECRET_NAMES)[number]

/** A secret of a project as people may see it. */
export interface Secret {
  name: SecretName
  /** How it ends; null for one that is so short that this would give much of it away. */
  lastFour: string | null
  setAt: number
  /** The e-mail of a user, or `cli`. */
  setBy: string
}
