import { syncDirect } from './areas/direct-app/public.ts'
import { backTestFiles, customFeedRun, rollBack, supplierFeedRun } from './areas/feeds/public.ts'
import { replayJobs } from './areas/jobs/public.ts'
import { exportList } from './areas/lists/public.ts'
import {
  checkImages,
  diagnoseProduct,
  importAsins,
  runAsinBatch,
  syncIndex,
} from './areas/products/public.ts'
import { sendReportMail } from './areas/reports/public.ts'
import { updateStore } from './areas/stores/public.ts'
import { mapVariantsJob } from './areas/variants/public.ts'
import { exportedLists } from './exported-lists.ts'
import { letterSamples } from './letter-samples.ts'
import { moneyActs } from './money-acts.ts'
import { Bus } from './platform/bus.ts'
import { databaseNow, startClockCheck } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database/db.ts'
import { openFiles } from './platform/files/files.ts'
import { Jobs, type JobDefinition } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { Mail } from './platform/mail/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { realPace, type Pace } from './platform/pace.ts'
import { Secrets } from './platform/secrets.ts'
import type { Clock, Services } from './platform/services.ts'

/** Every kind of job a worker can run. */
const jobDefinitions = [
  supplierFeedRun,
  customFeedRun,
  backTestFiles,
  rollBack,
  syncIndex,
  mapVariantsJob,
  checkImages,
  importAsins,
  runAsinBatch,
  updateStore,
  diagnoseProduct,
  replayJobs,
  exportList,
  sendReportMail,
  syncDirect,
] as unknown as readonly JobDefinition<never>[]

interface Options {
  supervise: boolean
  clock?: Clock
  /** The machine's own clock; tests set it. */
  machineNow?: () => number
  pace?: Pace
  definitions?: readonly JobDefinition<never>[]
}
export type OpenServices = Services & { close(): Promise<void> }

/** Opens the services over one database and starts the queue; `close` ends them all. */
export async function openServices(
  config: Config,
  url: string,
  log: Log,
  options: Options,
): Promise<OpenServices> {
  const onError = (err: Error) => log.warn({ err: err.message }, 'lost a database connection')
  const directUrl = config.databaseDirectUrl
  const connectionOptions = { prepare: config.prepare, directUrl, onError }
  // a request fails soon when a record is locked and holds no connection meanwhile; a job waits
  const database = openDatabase(url, {
    ...connectionOptions,
    max: config.connections.requests,
    lockSeconds: 3,
  })
  const jobDatabase = openDatabase(url, { ...connectionOptions, max: config.connections.jobs })
  const bus = new Bus(directUrl ?? url, log)
  const pace = options.pace ?? realPace
  const jobs = new Jobs(url, log, { supervise: options.supervise, pace })
  const secrets = new Secrets(config.secrets)
  const clockCheck = await startClockCheck({
    database,
    server: config.serverName,
    log,
    machineNow: options.machineNow,
  })
  const services: Services = {
    config,
    database,
    db: database.db,
    jobDatabase,
    log,
    bus,
    jobs,
    files: openFiles(config.storageUrl, config.dataDir),
    mail: new Mail(database.db, log, secrets, config),
    secrets,
    metrics: createMetrics(),
    clock: options.clock ?? { now: databaseNow },
    clockCheck,
    pace,
    lists: exportedLists,
    moneyActs,
    letterSamples,
  }
  await bus.start()
  await jobs.start(options.definitions ?? jobDefinitions)
  return {
    ...services,
    async close() {
      await clockCheck.stop()
      await jobs.stop()
      await bus.close()
      await jobDatabase.close()
      await database.close()
    },
  }
}
