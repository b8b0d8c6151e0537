import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What /metrics shows. One registry per app, so that a test may build several. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'feedstock_http_request_seconds',
      help: 'Request duration',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    jobs: new Counter({
      name: 'feedstock_jobs_total',
      help: 'Jobs by type and result',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    vcpus: new Gauge({ name: 'feedstock_worker_vcpus_in_use', help: 'vCPUs of running jobs', registers }),
    downloads: new Gauge({
      name: 'feedstock_worker_downloads_in_use',
      help: 'Feed runs that download their file or wait for vCPUs',
      registers,
    }),
    rows: new Counter({
      name: 'feedstock_feed_rows_total',
      help: 'Feed rows by result',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
