import { hostname } from 'node:os'
import { sql, type Database, type Db } from './database/db.ts'
import type { Log } from './log.ts'

// The only file of the server that reads the machine's clock (docs/decisions/0025-one-clock.md).

/** A process whose machine's clock is further off than this runs no money timers. */
export const mostOffSeconds = 30
/** How often a process compares itself with the database. */
export const measuredEverySeconds = 10

/** The database's time at a moment of the monotonic clock, which nobody can set. */
interface Measurement {
  databaseMs: number
  monotonicMs: number
}
let measurement: Measurement | undefined

/** The machine's clock, only for what the machine itself dates, such as its files. */
export const machineNow = (): number => Date.now()

/**
 * The database's time: its last measurement and what has passed since by the monotonic clock. Only before the first
 * measurement is it the machine's.
 */
export const databaseNow = (): number =>
  measurement
    ? Math.floor(measurement.databaseMs + performance.now() - measurement.monotonicMs)
    : machineNow()

/** How far a process's own clock is off the database's. */
export interface ClockCheck {
  /** Positive: the machine is ahead. */
  aheadSeconds(): number
  isOff(): boolean
  measure(): Promise<void>
  stop(): Promise<void>
}

interface Process {
  database: Database
  server: string
  log: Log
  /** The machine's clock; tests set it. */
  machineNow?: (() => number) | undefined
}

/** Measures the database's clock now and every few seconds, and reports this machine's while it is off. */
export async function startClockCheck(process: Process): Promise<ClockCheck> {
  const { log, machineNow: now = machineNow } = process
  const aheadSeconds = () => Math.round((now() - databaseNow()) / 1000)
  const isOff = () => Math.abs(aheadSeconds()) > mostOffSeconds
  let wasOff = false
  const measure = async () => {
    await measureDatabase(process.database)
    const [off, seconds] = [isOff(), aheadSeconds()]
    if (off && !wasOff) log.error({ ahead_seconds: seconds, machine: hostname() }, offText(seconds))
    if (!off && wasOff) log.info('this machine’s clock agrees with the database again')
    if (off || wasOff) await report(process, off ? seconds : null)
    wasOff = off
  }
  await measure()
  const timer = setInterval(() => {
    measure().catch((err: Error) => log.warn({ err: err.message }, 'could not measure the database’s clock'))
  }, measuredEverySeconds * 1000)
  timer.unref()
  const stop = async () => {
    clearInterval(timer)
    if (wasOff) await report(process, null).catch(() => {})
  }
  return { aheadSeconds, isOff, measure, stop }
}

const offText = (seconds: number) =>
  `this machine’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'fast' : 'slow'}; ` +
  'other processes run billing until it is right'

/** A slower round trip says too little, unless the last good one is old. */
const mostTripMs = 1000
const freshMs = 60_000
async function measureDatabase({ db }: Database): Promise<void> {
  await db.connection().execute(async (session) => {
    // the first statement of a new connection is slower
    await sql`select 1`.execute(session)
    const sentMs = performance.now()
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(session)
    const tripMs = performance.now() - sentMs
    const ms = rows[0]?.ms
    const isStale = !measurement || sentMs - measurement.monotonicMs > freshMs
    if (ms !== undefined && (isStale || tripMs <= mostTripMs))
      measurement = { databaseMs: ms, monotonicMs: sentMs + tripMs / 2 }
  })
}

/** A row only while a process is off, so that every process can say which. */
async function report({ database: { db }, server }: Process, seconds: number | null): Promise<void> {
  await (
    seconds === null
      ? sql`delete from clock_off where server = ${server}`
      : sql`
        insert into clock_off (server, ahead_seconds) values (${server}, ${seconds})
        on conflict (server) do update
        set ahead_seconds = excluded.ahead_seconds, tm = now()`
  ).execute(db)
}

export interface ClockOff {
  server: string
  /** Negative: slow. */
  ahead_seconds: number
}
/** Processes whose machine's clock is off now, furthest first. */
export async function readClocksOff(db: Db): Promise<ClockOff[]> {
  const { rows } = await sql<ClockOff>`
    select server, ahead_seconds
    from clock_off
    where tm > now() - interval '1 minute'
    order by abs(ahead_seconds) desc, server
    limit 100`.execute(db)
  return rows
}
