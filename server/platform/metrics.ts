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
    clockAhead: new Gauge({
      name: 'feedstock_clock_ahead_seconds',
      help: 'How far the clock of this machine is ahead of the database',
      registers,
    }),
    clocksOff: new Gauge({
      name: 'feedstock_clock_off_seconds',
      help: 'Processes that run no money timers because their machine’s clock is off',
      labelNames: ['server'],
      registers,
    }),
    diskFree: new Gauge({
      name: 'feedstock_disk_free_bytes',
      help: 'Free space where this process writes files',
      registers,
    }),
    kindRows: new Gauge({
      name: 'feedstock_records',
      help: 'Rows of each kind of records',
      labelNames: ['kind'],
      registers,
    }),
    kindBytes: new Gauge({
      name: 'feedstock_records_bytes',
      help: 'Size of each kind of records with its indexes',
      labelNames: ['kind'],
      registers,
    }),
    kindForecast: new Gauge({
      name: 'feedstock_records_forecast_bytes',
      help: 'Size of each kind of records in 90 days',
      labelNames: ['kind'],
      registers,
    }),
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
