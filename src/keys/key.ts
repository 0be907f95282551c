import type { KeyKind } from './format.ts'

export const SCOPES = ['read', 'write'] as const
export type Scope = (typeof SCOPES)[number]

export interface Key {
  id: string
  projectId: string
  kind: KeyKind
  name: string
  /** Prefix and last four: all that is left of the key itself. */
  display: string
  scopes: Scope[]
  /** Origins whose pages may use a site key, such as `https://docs.example.com`; none means any. */
  origins: string[]
  createdBy: string
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
}
