/** How long more is kept than the views per page, which stay for ever. */
export interface Retention {
  /** Days for which views can be judged again when the registry of agents changes; 0 for none. */
  readonly rawDays: number
  /** Days for which agents by page, referrers, misses, visitors and exclusions are kept. */
  readonly detailDays: number
}

/** From the design. */
export const DEFAULT_RETENTION: Retention = { rawDays: 7, detailDays: 800 }
