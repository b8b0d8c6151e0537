import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { MoneyActName, MoneyMoveView } from '#contract/approvals/acts.ts'
import type { JobType } from '#contract/jobs/types.ts'
import type { ListName } from '#contract/lists/columns.ts'
import type { ExportedLists } from '#contract/lists/exported.ts'
import type { PaymentEffects, PaymentOutcome } from '#contract/payments/payments.ts'
import type { Role } from '#contract/roles.ts'
import type { Bus } from './bus.ts'
import type { ClockCheck } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Db, Tx } from './database/db.ts'
import type { Files } from './files/files.ts'
import type { Content } from './mail/letter.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Metrics } from './metrics.ts'
import type { Pace } from './pace.ts'
import type { Secrets } from './secrets.ts'

/** What every area's functions may use; built once in main.ts or by a test. */
export interface Services {
  config: Config
  database: Database
  db: Db
  /** The jobs' own connections: however many they use, requests and heartbeats have theirs. */
  jobDatabase: Database
  log: Log
  files: Files
  mail: Mail
  jobs: JobQueue
  bus: Bus
  secrets: Secrets
  metrics: Metrics
  clock: Clock
  /** How far this machine's clock is off the database's. */
  clockCheck: ClockCheck
  pace: Pace
  /** How the rows of each list are read for a file. */
  lists: Readonly<Record<ListName, AnyList>>
  /** How each act that waited for a second person is carried out. */
  moneyActs: Readonly<Record<MoneyActName, ApprovableAct>>
  /** An example of every kind of mail. */
  letterSamples: Readonly<Record<string, Content>>
}

/** The database's time, as this process measures it (`clock.ts`). Tests set it. */
export interface Clock {
  now(): number
}

export interface Who {
  login_id: number
  vendor_id: number
  email: string
  role: Role
  name: string
  /** Whether they proved who they are within the last minutes (docs/domain/session.md, Fresh sign-in). */
  fresh?: boolean
  /** They can do nothing before they set up, or use, two-step sign-in. */
  needs_two_step?: boolean
  /** The staff member who views the account as this customer, and the account's company. */
  viewed_by?: { login_id: number; company: string }
}

/** The services and the caller: what an act needs of a request. */
export type Acting = Services & Pick<Ctx, 'who' | 'once'>
/** One request: the caller and the services. `who` is set whenever the operation isn't public. */
export interface Ctx extends Services {
  who: Who
  requestId: string
  /** The write's Idempotency-Key, if it has one. */
  once?: KeyedWrite | undefined
  req: FastifyRequest
  reply: FastifyReply
  /** Does work that the answer must not wait for. It is lost if this process dies first. */
  afterAnswer(work: () => Promise<void>): void
}

type WeighedPayment = PaymentEffects & { faults: Record<string, string> }
/** A request for an act that moves money, as it is stored until a second person decides. */
export interface StoredRequest {
  vendor_id: number | null
  act: MoneyActName
  amount: string
  request: object
  text: string | null
  asked_by: number
  asked_by_name: string
  /** Whoever asked may not do it themselves. */
  is_request: boolean
}
/** How an act that waited for a second person, the caller, is previewed and carried out in the requester's name. */
export interface ApprovableAct {
  act: MoneyActName
  /** Who may do it, and who may approve it. */
  access: 'money' | 'admin'
  /** Whether staff who may not do it can ask for it. */
  requestable?: boolean
  weigh: (ctx: Ctx, requester: Who, approval: StoredRequest) => Promise<MoneyMoveView | WeighedPayment>
  /** The same before it is requested, if it has no preview of its own. */
  weighOwn?: (ctx: Ctx, request: object) => Promise<MoneyMoveView>
  /** Returns what is left to do after the transaction; null: nothing. */
  begin: (
    ctx: Ctx,
    tx: Tx,
    requester: Who,
    approval: StoredRequest,
  ) => Promise<{ intents: readonly string[]; finish: () => Promise<PaymentOutcome> } | null>
  /** The act in words, where they aren't stored. */
  labelOf?: (request: object) => string
}

/** A write that carries an Idempotency-Key: it happens once (docs/domain/writes.md, A write that happens once). */
export interface KeyedWrite {
  login_id: number
  key: string
  operation: string
  input_hash: Buffer
  request_id: string
}

/** One fetch of a job: the queue acts on it only until it is fetched again. */
export interface QueueEntry {
  id: string
  retryCount: number
}

/**
 * One kind of work. `run` may run twice for one job (after a killed worker) and must then change nothing
 * twice.
 */
export interface JobDefinition<P> {
  type: JobType
  payload: z.ZodType<P>
  /** Per key, at most one job is queued and at most one runs. */
  key(payload: P): string
  retries: number
  timeoutSeconds: number
  /** Its requests name groups: a worker always keeps room for jobs outside one group. */
  hasGroups?: true
  /**
   * It begins with downloads, which take no vCPUs; `takeVcpus` ends them. Its requests' groups are hosts, and a
   * host has few downloads at once.
   */
  downloads?: true
  run(job: RunningJob<P>): Promise<JobResult>
  /**
   * Locks the record that `gaveUp` changes. Whoever changes a record and ends its jobs locks the record first, so
   * an ending job locks it before itself, too: the reverse would deadlock.
   */
  lock?(tx: Tx, payload: P): Promise<unknown>
  /**
   * The job failed for good, and its record's state must say so. Runs in the transaction that ends it
   * (`db`).
   */
  gaveUp?(services: Services, payload: P, reason: string, terminated: boolean): Promise<void>
}

/**
 * Stored with the job. `completed_with_errors`: it failed for a reason that an immediate retry won't fix.
 */
export type JobResult = Record<string, unknown> & { completed_with_errors?: string }

/** `db` and `database` are the job's own: they end with the signal. */
export interface RunningJob<P> extends Services {
  jobId: number
  attempt: number
  payload: P
  /** Aborted when the job is terminated, times out, or the worker stops. Check it at every batch. */
  signal: AbortSignal
  /** Waits until the worker has the job's vCPUs, which a job that downloads begins without. */
  takeVcpus(): Promise<void>
  /** @param share 0 to 1, if known */
  progress: (text: string, share?: number) => void
  say: (message: string, level?: 'info' | 'warn' | 'error') => Promise<void>
}

export interface JobRequest<P> {
  payload: P
  subject: string
  paramValue: string | number
  requestedBy: string
  rank?: number
  /** Jobs of one group share a worker's capacity, such as those of a marketplace that may be slow. */
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
  lockRecord(tx: Tx, jobId: number): Promise<void>
  terminateOf(
    services: Services,
    tx: Tx,
    termination: Termination & { type: JobType; paramValues: readonly number[]; states: readonly number[] },
  ): Promise<void>
  holds(tx: Tx, type: JobType, entry: QueueEntry): Promise<boolean>
  /** The key of an entry that has ended is free at once. */
  freeKey(services: Pick<Services, 'db'>, type: JobType, entry: QueueEntry): Promise<void>
  /** A job that has downloaded its file no longer counts for its host. */
  leaveGroup(services: Pick<Services, 'db'>, type: JobType, entry: QueueEntry): Promise<void>
  giveBack(tx: Tx, type: JobType, entry: QueueEntry, reason: string): Promise<boolean>
  giveBackUncounted(tx: Tx, type: JobType, entry: QueueEntry, reason: string): Promise<boolean>
  sweep(services: Services): Promise<number>
}

export type Cell = string | number | null
export type InputOf<N extends ListName> = z.output<ExportedLists[N]['body']>['input']
type Value<Row> = (row: Row) => Cell | undefined
/** Columns that depend on the record, such as those of a supplier's file. */
export interface Spread<Input, Row> {
  columns(services: Services, input: Input): Promise<readonly [header: string, value: Value<Row>][]>
}

/** Reads the rows of a list for a file, in bounded batches, from the list's input. */
export interface Rows<Input, Row> {
  /** Undefined: so few that one read holds them. */
  count?(services: Pick<Services, 'db' | 'clock'>, input: Input, upto: number | null): Promise<number>
  batches(services: Services, input: Input): AsyncIterable<readonly Row[]>
}

/** A list that can be exported as a file; its name, headers and types are the contract's. */
export interface ExportedList<N extends ListName, Row> extends Rows<InputOf<N>, Row> {
  list: N
  values: Record<keyof ExportedLists[N]['columns'], Value<Row> | Spread<InputOf<N>, Row>>
  /** In whose log the export is recorded. */
  ofSupplier?(input: InputOf<N>): number | undefined
  ofVendor?(input: InputOf<N>): number | undefined
}
/** Any exported list, without its row type. */
export type AnyList = ExportedList<ListName, never>
