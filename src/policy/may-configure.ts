import { pathKind } from './path-kind.ts'
import { configurationDanger } from './site-configuration.ts'

/** False for what no agent may change in the configuration of a site. */
export function mayConfigure(path: string, before: string, after: string): boolean {
  const kind = pathKind(path)
  return kind.kind !== 'configuration' || configurationDanger(kind.shape, before, after) === null
}
