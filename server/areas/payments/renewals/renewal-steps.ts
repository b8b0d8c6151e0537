import { troubleText, type RenewalStep, type TroubleCause } from '#contract/payments/books.ts'
import { isConnectionLost, isLockWait, sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'

/** A step of the renewals: who is due, and what is done of them. */
export interface Work<T> {
  step: RenewalStep
  /** Holds what is due, of these vendors alone where they are named. */
  hold(tx: Tx, only: readonly number[] | null): Promise<T[]>
  /** Does it, in the transaction that holds it. */
  carryOut(tx: Tx, held: readonly T[]): Promise<unknown>
}

/**
 * Holds what is due, and reads it anew once it is held: what another has written between, in tables that
 * aren't held, counts, such as money that is under way by then.
 */
export async function heldAnew<T>(
  hold: () => Promise<number[]>,
  read: (held: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  for (;;) {
    const held = await hold()
    const due = held.length === 0 ? [] : await read(held)
    // where nothing of it is due any more there may be others
    if (held.length === 0 || due.length > 0) return due
  }
}

/**
 * Does a step of the renewals for all that is due, many vendors at a time. Where that fails each has its turn by
 * itself, and whose own fails is set aside, so that it keeps no other back (docs/domain.md, Renewals). Answers
 * how many were held.
 */
export async function forAllDue<T extends { vendor_id: number }>(
  services: Services,
  work: Work<T>,
): Promise<number> {
  let done = 0
  for (;;) {
    const more = await aBatch(services, work)
    if (more === 0) break
    done += more
  }
  await forgetMoot(services, work.step)
  return done
}

async function aBatch<T extends { vendor_id: number }>(services: Services, work: Work<T>): Promise<number> {
  let held: readonly T[] = []
  try {
    await turn(services, work, null, (all) => {
      held = all
    })
    return held.length
  } catch (error) {
    if (passes(error) || held.length === 0) throw error
    services.log.error({ err: error, step: work.step }, 'a step of the renewals is done one by one')
  }
  const all = new Set(held.map((one) => one.vendor_id))
  for (const vendor_id of all) await turnOf(services, work, vendor_id)
  return all.size
}

const turn = <T extends { vendor_id: number }>(
  { db }: Services,
  work: Work<T>,
  only: readonly number[] | null,
  holds: (held: readonly T[]) => void,
) =>
  db.transaction().execute(async (tx) => {
    const held = await work.hold(tx, only)
    holds(held)
    if (held.length === 0) return
    await work.carryOut(tx, held)
    await sql`
      delete from renewal_trouble
      where step = ${work.step} and vendor_id = any(${held.map((one) => one.vendor_id)}::int[])`.execute(tx)
  })

/** One vendor's turn: done, set aside where it fails, or nothing of it is due. */
export async function turnOf<T extends { vendor_id: number }>(
  services: Services,
  work: Work<T>,
  vendor_id: number,
): Promise<'done' | 'fails' | 'not_due'> {
  let due = false
  try {
    await turn(services, work, [vendor_id], (held) => {
      due = held.length > 0
    })
    return due ? 'done' : 'not_due'
  } catch (error) {
    if (passes(error)) throw error
    await setAside(services, work.step, vendor_id, error)
    return 'fails'
  }
}

/** It is nobody's own, and may go well the next time. */
const passes = (error: unknown) => isConnectionLost(error) || isLockWait(error)

const said: Record<RenewalStep, string> = {
  settle: 'what is to end or freeze can’t, so it isn’t billed',
  bill: 'its bill can’t be made',
  retry: 'its card can’t be asked again',
  delist: 'its products can’t be taken out of its stores',
}
export const againMs = 3_600_000
/** Tried again in an hour; staff are told the first time. */
async function setAside(
  { db, clock, log }: Services,
  step: RenewalStep,
  vendor_id: number,
  error: unknown,
): Promise<void> {
  log.error({ err: error, vendor_id, step }, 'a vendor is set aside from the renewals')
  const why = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const cause = causeOf(error)
  const tm = new Date(clock.now()).toISOString()
  const next = new Date(clock.now() + againMs).toISOString()
  await sql`
    with kept as (
      insert into renewal_trouble (vendor_id, step, error, cause, since_tm, tries, next_try_tm)
      values (${vendor_id}, ${step}, ${why}, ${cause}, ${tm}, 1, ${next})
      on conflict (vendor_id, step) do update
      set error = excluded.error, cause = excluded.cause, tries = renewal_trouble.tries + 1, next_try_tm = excluded.next_try_tm
      returning vendor_id, tries)
    insert into system_message (category, message, link)
    select 'money', 'Set aside from the renewals, ' || v.company || ': ' || ${`${said[step]}. ${troubleText[cause]}`}::text,
      '/billing/'
    from kept
    join vendor v using (vendor_id)
    where kept.tries = 1`.execute(db)
}

/** What a person is told of it: the database's class of its error, else it is ours. */
function causeOf(error: unknown): TroubleCause {
  const code = (error as { code?: string } | undefined)?.code ?? ''
  if (code === '57014') return 'slow'
  return code.startsWith('23') ? 'refused' : 'program'
}

/** Of one whose time came long ago nothing is due any more. */
const forgetMoot = ({ db, clock }: Services, step: RenewalStep) =>
  sql`
    delete from renewal_trouble
    where step = ${step} and next_try_tm < ${new Date(clock.now() - 2 * againMs).toISOString()}::timestamptz`.execute(
    db,
  )

/** Whether a step is for the vendor `v` now: one of these, where they are named, that isn't set aside from it. */
export const hasItsTurn = (step: RenewalStep, now: number, only: readonly number[] | null) => sql<boolean>`(
  ${only === null ? sql`true` : sql`v.vendor_id = any(${only as number[]}::int[])`}
  and not exists (
    select
    from renewal_trouble t
    where t.vendor_id = v.vendor_id
      and t.step = ${step}
      and t.next_try_tm > ${new Date(now).toISOString()}::timestamptz))`
