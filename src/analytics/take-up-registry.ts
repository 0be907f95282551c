import type { RenewableClassifier } from './classify/classifier.ts'
import { type CurrentRegistry, chooseRegistry } from './classify/registry-file.ts'
import type { ViewStore } from './store/view-store.ts'

export interface RegistryHolder {
  /** The registry that counts in this process. */
  current(): CurrentRegistry
  /** Takes up the one that was stored, if it is another. */
  takeUp(): Promise<void>
}

/** Keeps the classifier of a process in line with the registry that is stored for all of them. */
export function createRegistryHolder(
  store: Pick<ViewStore, 'registryUpdate' | 'doubtRegistry'>,
  classifier: RenewableClassifier,
): RegistryHolder {
  let current = chooseRegistry(null)
  let isNew = true
  return {
    current: () => current,
    takeUp: async () => {
      const next = chooseRegistry(await store.registryUpdate())
      const hasJudged = !isNew
      isNew = false
      if (next.mark === current.mark) return
      classifier.renew(next.knowledge)
      current = next
      // Until now this process judged by the one before, also after another process had judged all views again.
      if (hasJudged) await store.doubtRegistry()
    },
  }
}
