import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { JobType } from '#contract/jobs/types.ts'
import type { ListName } from '#contract/lists/columns.ts'
import type { ExportedLists } from '#contract/lists/exported.ts'
import type { Role } from '#contract/roles.ts'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Database, Db, Tx } from './database/db.ts'
import type { Files } from './files/files.ts'
import type { Content } from './mail/letter.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'

/** What every area's functions may use; built once in main.ts or by a test. */
export interface Services {
  config: Config
  database: Database
  db: Db
  /** The jobs' own connections: however many they hold, requests and heartbeats have theirs. */
  jobDatabase: Database
  log: Log
  files: Files
  mail: Mail
  jobs: JobQueue
  bus: Bus
  secrets: Secrets
  metrics: Metrics
  clock: Clock
  /** How the rows of each list are read for a file. */
  lists: Readonly<Record<ListName, AnyList>>
  /** Every kind of letter that is written, as it may read. */
  letterSamples: Readonly<Record<string, Content>>
}

/** The time by which this process decides; SQL has the database's own. A test sets it. */
export interface Clock {
  now(): number
}

export interface Who {
  login_id: number
  vendor_id: number
  email: string
  role: Role
  name: string
  /** One of staff who looks at the account as this customer, and whose it is. */
  viewed_by?: { login_id: number; company: string }
}

/** The services for somebody: what an act needs of a request. */
export type Acting = Services & Pick<Ctx, 'who' | 'once'>
/** One request: who asks, and the services. `who` is there whenever the operation isn't public. */
export interface Ctx extends Services {
  who: Who
  requestId: string
  /** The write's Idempotency-Key, where it carries one. */
  once?: KeyedWrite | undefined
  req: FastifyRequest
  reply: FastifyReply
  /** Does what the answer must not wait for. It is lost where this process dies first. */
  afterAnswer(work: () => Promise<void>): void
}

/** A write that carries an Idempotency-Key: it happens once (docs/domain.md, A write that happens once). */
export interface KeyedWrite {
  login_id: number
  key: string
  operation: string
  input_hash: Buffer
  request_id: string
}

/** A job as one fetch of it: the queue acts on it only while no later fetch has it. */
export interface QueueEntry {
  id: string
  retryCount: number
}

/**
 * One kind of work. `run` may be run twice for one job (a killed worker) and must then change nothing
 * twice.
 */
export interface JobDefinition<P> {
  type: JobType
  payload: z.ZodType<P>
  /** Of the jobs with one key at most one waits and at most one runs. */
  key(payload: P): string
  retries: number
  timeoutSeconds: number
  /** Its requests name groups: of one group never so many run that a worker has room for no other. */
  hasGroups?: true
  run(job: RunningJob<P>): Promise<JobResult>
  /**
   * The job ended badly for good: its record's state must say so too. Part of the transaction that ends it
   * (`db`).
   */
  gaveUp?(services: Services, payload: P, reason: string, terminated: boolean): Promise<void>
}

/** Kept with the job. One with errors ended badly, for a reason that trying again at once won't mend. */
export type JobResult = Record<string, unknown> & { completed_with_errors?: string }

/** `db` and `database` are the job's own: they end with the signal. */
export interface RunningJob<P> extends Services {
  jobId: number
  attempt: number
  payload: P
  /** Aborted when the job is terminated, times out, or the worker stops. Checked at every batch. */
  signal: AbortSignal
  /** @param share 0 to 1, where known */
  progress: (text: string, share?: number) => void
  say: (message: string, level?: 'info' | 'warn' | 'error') => Promise<void>
}

export interface JobRequest<P> {
  payload: P
  subject: string
  paramValue: string | number
  requestedBy: string
  rank?: number
  /** What it shares its share of a worker with, such as a market that may be slow. */
  group?: string
}

/** Why jobs are stopped, and by whom. */
export interface Termination {
  reason: string
  by: string
}

/** The queue of jobs, as services and areas use it. */
export interface JobQueue {
  readonly boss: PgBoss
  readonly definitions: readonly JobDefinition<never>[]
  /** Every type has a queue before the first job is sent. */
  start(definitions: readonly JobDefinition<never>[]): Promise<void>
  stop(): Promise<void>
  enqueue<P extends object>(tx: Tx, definition: JobDefinition<P>, request: JobRequest<P>): Promise<number>
  enqueueUnlessWaiting<P extends object>(
    tx: Tx,
    definition: JobDefinition<P>,
    request: JobRequest<P>,
  ): Promise<number | null>
  enqueueEach<P extends object>(
    tx: Tx,
    definition: JobDefinition<P>,
    requests: readonly JobRequest<P>[],
  ): Promise<(number | null)[]>
  terminate(
    services: Services,
    tx: Tx,
    termination: Termination & { jobId: number },
  ): Promise<number | undefined>
  terminateOf(
    services: Services,
    tx: Tx,
    termination: Termination & { type: JobType; paramValue: number; states: readonly number[] },
  ): Promise<void>
  holds(tx: Tx, type: JobType, entry: QueueEntry): Promise<boolean>
  giveBack(tx: Tx, type: JobType, entry: QueueEntry, reason: string): Promise<boolean>
  giveBackUncounted(tx: Tx, type: JobType, entry: QueueEntry, reason: string): Promise<boolean>
  sweep(services: Services): Promise<number>
}

export type Cell = string | number | null
export type InputOf<N extends ListName> = z.output<ExportedLists[N]['body']>['input']
type Value<Row> = (row: Row) => Cell | undefined
/** Columns that only the record knows, such as those of a supplier's file. */
export interface Spread<Input, Row> {
  columns(services: Services, input: Input): Promise<readonly [header: string, value: Value<Row>][]>
}

/** How the rows of a list are read for a file, in bounded batches, by what its read goes by. */
export interface Rows<Input, Row> {
  /** None: so few that one reading holds them. */
  count?(services: Pick<Services, 'db' | 'clock'>, input: Input, upto: number | null): Promise<number>
  batches(services: Services, input: Input): AsyncIterable<readonly Row[]>
}

/** A list that can be taken out as a file; name, headers and kinds are the contract's. */
export interface ExportedList<N extends ListName, Row> extends Rows<InputOf<N>, Row> {
  list: N
  values: Record<keyof ExportedLists[N]['columns'], Value<Row> | Spread<InputOf<N>, Row>>
  /** Whose log says that it was taken out. */
  ofSupplier?(input: InputOf<N>): number | undefined
  ofVendor?(input: InputOf<N>): number | undefined
}
/** Any of them, as the machinery sees it. */
export type AnyList = ExportedList<ListName, never>
