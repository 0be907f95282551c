import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Metrics } from './meter.ts'

/** Seconds. Exports answer in milliseconds, a request that waits for a job in up to a minute. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
/** Seconds. The offline agent takes one or two, a model minutes. */
const RUN_SECONDS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800]

/** No label has a project, a page or a person in it: whoever reads metrics may not be allowed to know those. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'docwright_http_request_seconds',
    help: 'Requests that this node answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const runs = new Histogram({
    name: 'docwright_job_run_seconds',
    help: 'Runs of jobs on this node, from claim to end, by how they ended.',
    labelNames: ['status'],
    buckets: RUN_SECONDS,
    registers,
  })
  const views = new Counter({
    name: 'docwright_views_received_total',
    help: 'Views and other requests that this node has stored, by source.',
    labelNames: ['source'],
    registers,
  })
  const commits = new Histogram({
    name: 'docwright_views_commit_seconds',
    help: 'Time until a batch of views was durable.',
    buckets: REQUEST_SECONDS,
    registers,
  })
  const queue = {
    waiting: new Gauge({ name: 'docwright_jobs_waiting', help: 'Jobs of all nodes that wait for a worker.', registers }),
    running: new Gauge({ name: 'docwright_jobs_running', help: 'Jobs of all nodes that a worker runs.', registers }),
    oldestSeconds: new Gauge({
      name: 'docwright_job_oldest_wait_seconds',
      help: 'How long the oldest job that may start has waited.',
      registers,
    }),
  }
  return {
    take: (measurement) => {
      if (measurement.kind === 'run') return runs.observe({ status: measurement.status }, measurement.seconds)
      views.inc({ source: measurement.source }, measurement.count)
      commits.observe(measurement.seconds)
    },
    takeRequest: (labels, seconds) => requests.observe(labels, seconds),
    read: async (state) => {
      // Not a number where the database can't be asked: 0 would say that nothing waits.
      for (const name of ['waiting', 'running', 'oldestSeconds'] as const) queue[name].set(state ? state[name] : Number.NaN)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
