import { troubleText, type RenewalStep, type TroubleCause } from '#contract/payments/books.ts'
import { isConnectionLost, isLockWait, sql, type Tx } from '#server/platform/database/db.ts'
import { setHistoryFacts } from '#server/platform/database/history.ts'
import type { Services } from '#server/platform/services.ts'
import { raise } from '#server/platform/notices.ts'

/** A step of the renewals: finds who is due, and processes them. */
export interface Work<T> {
  step: RenewalStep
  /** Locks what is due, only for these vendors if given. */
  hold(tx: Tx, only: readonly number[] | null): Promise<T[]>
  /** Processes the rows in the transaction that locks them. */
  carryOut(tx: Tx, held: readonly T[]): Promise<unknown>
}

/**
 * Locks what is due and rereads it once locked, because another worker may have written to tables that aren't
 * locked, such as a payment now under way.
 */
export async function lockAndReread<T>(
  hold: () => Promise<number[]>,
  read: (held: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  for (;;) {
    const lockedIds = await hold()
    const due = lockedIds.length === 0 ? [] : await read(lockedIds)
    // none of these is due any more, but others may be
    if (lockedIds.length === 0 || due.length > 0) return due
  }
}

/**
 * Runs a step of the renewals for all that is due, many vendors at a time. If a batch fails, its vendors run one
 * by one, and a failing vendor is set aside so it can't block the others (docs/domain/renewals.md, Renewal run). Returns how
 * many rows were processed.
 *
 * @param vendorIds only these; undefined: all
 */
export async function forAllDue<T extends { vendor_id: number }>(
  services: Services,
  work: Work<T>,
  vendorIds?: readonly number[],
): Promise<number> {
  let count = 0
  for (const part of partsOf(vendorIds))
    for (;;) {
      const batchSize = await runBatch(services, work, part)
      if (batchSize === 0) break
      count += batchSize
    }
  await deleteStaleTrouble(services, work.step)
  return count
}

const partSize = 200
/** Vendors in parts; null: all of them in one. */
const partsOf = (vendorIds: readonly number[] | undefined): (readonly number[] | null)[] =>
  vendorIds === undefined
    ? [null]
    : Array.from({ length: Math.ceil(vendorIds.length / partSize) }, (_, i) =>
        vendorIds.slice(i * partSize, (i + 1) * partSize),
      )

async function runBatch<T extends { vendor_id: number }>(
  services: Services,
  work: Work<T>,
  vendorIds: readonly number[] | null,
): Promise<number> {
  let lockedRows: readonly T[] = []
  try {
    await takeTurn(services, work, vendorIds, (all) => {
      lockedRows = all
    })
    return lockedRows.length
  } catch (error) {
    if (isTransient(error) || lockedRows.length === 0) throw error
    services.log.error(
      { err: error, step: work.step },
      'renewal step failed as a batch, processing vendors one by one',
    )
  }
  const all = new Set(lockedRows.map((row) => row.vendor_id))
  for (const vendor_id of all) await runVendorTurn(services, work, vendor_id)
  return all.size
}

const takeTurn = <T extends { vendor_id: number }>(
  { db, clock }: Services,
  work: Work<T>,
  vendorIds: readonly number[] | null,
  holds: (held: readonly T[]) => void,
) =>
  db.transaction().execute(async (tx) => {
    const lockedRows = await work.hold(tx, vendorIds)
    holds(lockedRows)
    if (lockedRows.length === 0) return
    await setHistoryFacts(tx, { tm: new Date(clock.now()).toISOString() })
    await work.carryOut(tx, lockedRows)
    await sql`
      delete from renewal_trouble
      where step = ${work.step} and vendor_id = any(${lockedRows.map((row) => row.vendor_id)}::int[])`.execute(
      tx,
    )
  })

/** Runs a step for one vendor: done, set aside on failure, or not due. */
export async function runVendorTurn<T extends { vendor_id: number }>(
  services: Services,
  work: Work<T>,
  vendor_id: number,
): Promise<'done' | 'fails' | 'not_due'> {
  let due = false
  try {
    await takeTurn(services, work, [vendor_id], (lockedRows) => {
      due = lockedRows.length > 0
    })
    return due ? 'done' : 'not_due'
  } catch (error) {
    if (isTransient(error)) throw error
    await setAside(services, work.step, vendor_id, error)
    return 'fails'
  }
}

/** The failure isn't the vendor's and may pass. */
const isTransient = (error: unknown) => isConnectionLost(error) || isLockWait(error)

const stepTexts: Record<RenewalStep, string> = {
  settle: 'Couldn’t end or freeze subscriptions, not billed',
  bill: 'Couldn’t create the bill',
  retry: 'Couldn’t retry the card',
  delist: 'Couldn’t remove products from stores',
}
export const againMs = 3_600_000
/** Sets a vendor aside for an hour; notifies staff the first time. */
async function setAside(
  { db, clock, log }: Services,
  step: RenewalStep,
  vendor_id: number,
  error: unknown,
): Promise<void> {
  log.error({ err: error, vendor_id, step }, 'renewal of a vendor failed')
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const cause = causeOf(error)
  const tm = new Date(clock.now()).toISOString()
  const next = new Date(clock.now() + againMs).toISOString()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ company: string }>`
      with kept as (
        insert into renewal_trouble (vendor_id, step, error, cause, since_tm, tries, next_try_tm)
        values (${vendor_id}, ${step}, ${message}, ${cause}, ${tm}, 1, ${next})
        on conflict (vendor_id, step) do update
        set error = excluded.error, cause = excluded.cause, tries = renewal_trouble.tries + 1, next_try_tm = excluded.next_try_tm
        returning vendor_id, tries)
      select v.company
      from kept
      join vendor v using (vendor_id)
      where kept.tries = 1`.execute(tx)
    const [first] = rows
    if (first)
      await raise(tx, {
        kind: 'renewal',
        subject: `${vendor_id}:${step}`,
        message: `Renewal failed for ${first.company}: ${stepTexts[step]}. ${troubleText[cause]}`,
        link: '/billing/',
        vendor_id,
      })
  })
}

/** The cause shown to staff, by the database's error class; any other error is ours. */
function causeOf(error: unknown): TroubleCause {
  const code = (error as { code?: string } | undefined)?.code ?? ''
  if (code === '57014') return 'slow'
  return code.startsWith('23') ? 'refused' : 'program'
}

/** Deletes trouble that wasn't retried when it was due: nothing is due any more. */
const deleteStaleTrouble = ({ db, clock }: Services, step: RenewalStep) =>
  sql`
    delete from renewal_trouble
    where step = ${step} and next_try_tm < ${new Date(clock.now() - 2 * againMs).toISOString()}::timestamptz`.execute(
    db,
  )

/** Whether a step may run for the vendor `v`: one of these, if given, and not set aside. */
export const isEligibleFor = (
  step: RenewalStep,
  now: number,
  vendorIds: readonly number[] | null,
) => sql<boolean>`(
  ${vendorIds === null ? sql`true` : sql`v.vendor_id = any(${vendorIds as number[]}::int[])`}
  and not exists (
    select
    from renewal_trouble t
    where t.vendor_id = v.vendor_id
      and t.step = ${step}
      and t.next_try_tm > ${new Date(now).toISOString()}::timestamptz))`
