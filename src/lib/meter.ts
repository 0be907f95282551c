/** What the parts of the service report about their work, for `/metrics`. Another thread sends it over. */
export type Measurement =
  | { kind: 'run'; status: string; seconds: number }
  | { kind: 'views'; source: string; count: number; seconds: number }

export type Meter = (measurement: Measurement) => void

/** What the database knows about the queue when the metrics are read. */
export interface QueueState {
  waiting: number
  running: number
  /** How long the oldest job that may start has been waiting. */
  oldestSeconds: number
}

export interface Metrics {
  take: Meter
  takeRequest(labels: { method: string; route: string; status: string }, seconds: number): void
  /** The text format of Prometheus. Null when the database can't be asked about the queue. */
  read(queue: QueueState | null): Promise<string>
  readonly contentType: string
}

/** Where no one asks: commands. */
export const noMeter: Meter = () => undefined
export const noMetrics: Metrics = { take: noMeter, takeRequest: () => undefined, read: async () => '', contentType: 'text/plain' }
