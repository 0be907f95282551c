import { type Classifier, createRenewableClassifier } from '../analytics/classify/classifier.ts'
import { type RulesOfProjects, createCountingRules } from '../analytics/counting-rules.ts'
import { type Rankings, createRankings } from '../analytics/ranking.ts'
import { type RegistryHolder, createRegistryHolder } from '../analytics/take-up-registry.ts'
import { NO_COUNTRY, openCountries } from '../analytics/traits/country.ts'
import { type ViewStore, type ViewStoreOptions, createViewStore } from '../analytics/store/view-store.ts'
import type { Config } from '../config.ts'
import { type DataFolder, openDataFolder } from '../database/data-folder.ts'
import { type Databases, openDatabases } from '../database/databases.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { type Ids, createIds } from '../lib/ids.ts'
import { type Meter, noMeter } from '../lib/meter.ts'
import { findProject } from '../projects/store.ts'

/** What page views need. Commands for them open only this: loading the rest takes longer than many of them run. */
export interface ViewsContext {
  config: Config
  folder: DataFolder
  databases: Databases
  viewStore: ViewStore
  rankings: Rankings
  /** One for the process, so that what it remembers of user agents serves every source of views. */
  classifier: Classifier
  registry: RegistryHolder
  /** How the views of a project are counted. */
  rulesFor: RulesOfProjects
  ids: Ids
  clock: Clock
  close(): Promise<void>
}

export interface ViewsContextOptions {
  /** For tests: moves by hand, also for the databases. */
  clock?: Clock | undefined
  /** For commands: see `ViewStoreOptions`. */
  isInline?: boolean
  onUpkeepFailure?: ViewStoreOptions['onUpkeepFailure']
  meter?: Meter
}

export async function openViewsContext(
  config: Config,
  { clock, isInline = false, onUpkeepFailure, meter = noMeter }: ViewsContextOptions = {},
): Promise<ViewsContext> {
  const used = clock ?? systemClock
  const ids = createIds()
  const folder = openDataFolder(config.data, () => ids.next('req', used.now()))
  const databases = await openDatabases(config.databaseUrl, folder, clock ?? null)
  const viewStore = createViewStore(databases.views, {
    rawDays: config.rawDays,
    detailDays: config.detailDays,
    clock: used,
    isInline,
    meter,
    ...(onUpkeepFailure ? { onUpkeepFailure } : {}),
  })
  const classifier = createRenewableClassifier()
  return {
    config,
    folder,
    databases,
    viewStore,
    rankings: createRankings(viewStore, () => used.now()),
    classifier,
    registry: createRegistryHolder(viewStore, classifier),
    rulesFor: createCountingRules(
      async (projectId) => (await findProject(databases.main, projectId))?.settings,
      used,
      config.geoDatabase === null ? NO_COUNTRY : openCountries(config.geoDatabase),
    ),
    ids,
    clock: used,
    close: async () => {
      await viewStore.close()
      await databases.close()
    },
  }
}
