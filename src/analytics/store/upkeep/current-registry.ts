import { type CurrentRegistry, type RegistryUpdate, chooseRegistry } from '../../classify/registry-file.ts'
import type { Tx } from '../engine.ts'

/** The fact under which a registry is kept that replaces the shipped one: for all nodes, and for commands. Stored. */
export const UPDATE_FACT = 'registry-update'

export async function readCurrentRegistry(tx: Tx): Promise<CurrentRegistry> {
  const [row] = await tx.all<{ value: string }>('select value from fact where name = ?', UPDATE_FACT)
  return chooseRegistry(row ? (JSON.parse(row.value) as RegistryUpdate | null) : null)
}
