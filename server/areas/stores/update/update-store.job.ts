import { z } from 'zod'
import { holdsUpdate, type SentSince } from '#contract/stores/update-gate.ts'
import { many } from '#contract/words.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { JobDefinition, JobResult, RunningJob } from '#server/platform/jobs/jobs.ts'
import { keepLetIn } from '../connection/authorizations.ts'
import { compareShop, forgetShown } from './compare-shop.ts'
import { Refused } from '../send/file-drop.ts'
import { byInterface, canBeCompared } from '../record/known-store.ts'
import { learnCurrency } from '../connection/market-currency.ts'
import { planDelist } from '../plan/plan-delist.ts'
import { planUpdate, type PlanCounts } from '../plan/plan-update.ts'
import { closePlan, outboxSize, shownBy } from './close-plan.ts'
import type { SentTotals } from '../send/keep-sent.ts'
import { endOfCalls, leaveWait, stop, waitFor } from './pause-store.ts'
import { planBack } from '../plan/plan-back.ts'
import { sendOutbox } from '../send/send-outbox.ts'
import { sentSince } from './sent-since.ts'
import { ShopFault } from '../shops/ask.ts'
import { settleCalls, settleSoon, tellShop } from '../send/tell-shop.ts'
import { telling } from '../send/open-shop.ts'
import { dropLeft, keepBehind, refuseMoved, StatusMoved } from './unpaid.ts'
import { storeOf, type Store, type Update } from './updated-store.ts'

const payload = z.object({
  vendor_store_id: z.number(),
  /** Only what a person asked for, not what changed besides. */
  asked: z.boolean().default(false),
})
type Payload = z.output<typeof payload>

/**
 * Brings a store up to date: what is left of the last update, what people asked for, then what changed
 * (docs/domain.md, Store updates).
 */
export const updateStore: JobDefinition<Payload> = {
  type: 'VENDOR_STORE_UPDATER_JOB',
  payload,
  key: (p) => `store-${p.vendor_store_id}`,
  retries: 5,
  timeoutSeconds: 3600,
  hasGroups: true,
  async run(job) {
    const store = await storeOf(job.db, job.payload.vendor_store_id)
    if (!store) return { sent: 0, completed_with_errors: 'The store is there no longer' }
    const totals: SentTotals = { sent: 0, refused: 0, files: 0, bytes: 0, calls: 0 }
    const used = () => (totals.calls > 0 ? keepLetIn(job.db, store) : undefined)
    try {
      const result = await bringUpToDate(job, store, totals)
      await used()
      if (result.waits === undefined) await caughtUp(job.db, store.vendor_store_id, totals)
      if (totals.refused > 0)
        await job.say(`${many(totals.refused, 'product')} refused by the market`, 'warn')
      return { ...totals, ...result }
    } catch (error) {
      if (error instanceof ShopFault && (error.why === 'throttled' || error.why === 'quota')) {
        await used()
        const until = error.opensAt ?? Date.now() + 60_000
        await waitFor(job.db, store, until, error.message)
        return { ...totals, waits: error.message }
      }
      if (error instanceof StatusMoved) {
        await keepBehind(job.db, store)
        return { ...totals, waits: error.message }
      }
      if (!(error instanceof Refused)) throw error
      if (await stop(job, store, error)) return { ...totals, completed_with_errors: error.message }
      return { ...totals, waits: 'The store was changed meanwhile: another update goes on' }
    }
  },
  async gaveUp({ db }, { vendor_store_id }, _reason, terminated) {
    await sql`
      update vendor_store
      set behind_since = coalesce(late_since, behind_since, now()), late_since = null,
        waits_until = case when ${terminated} then now() + interval '30 minutes' else waits_until end,
        waits_for = case when ${terminated} then ${terminatedText} else waits_for end
      where vendor_store_id = ${vendor_store_id}`.execute(db)
  },
}
const terminatedText = 'Its last update was terminated'

/** What it was behind with it has got, but for what waits for a person; what stopped it is mended. */
const caughtUp = (db: Db, id: number, { calls, files }: SentTotals) =>
  sql`
    update vendor_store
    set stopped_reason = case when ${calls + files} = 0 then stopped_reason end,
      stopped_tm = case when ${calls + files} = 0 then stopped_tm end,
      late_since = case
        when exists (select from store_update where vendor_store_id = ${id} and state = 'held') then late_since end
    where vendor_store_id = ${id}`.execute(db)

/** @returns why it isn't up to date, where a person or the market is waited for */
async function bringUpToDate(job: Job, store: Store, totals: SentTotals): Promise<Partial<JobResult>> {
  if (job.payload.asked && store.stopped_reason !== null) return tryDry(job, store, totals)
  await leaveWait(job.db, store)
  if (byInterface(store)) {
    const shop = telling(job, store, totals)
    await settleCalls(shop)
    if (store.unpaid === null) store.shop_currency = await learnCurrency(shop, store)
  }
  if (store.unpaid === 'suspended') return { ...(await tryDry(job, store, totals)), waits: suspendedText }
  if (store.unpaid === 'delisted') return takeDown(job, store, totals)
  await dropLeft(job.db, store, 'delisting')
  const left = await sendLeft(job, store, totals)
  if (left.waits) return left
  let held: Partial<JobResult> | undefined
  for (let asked = await nextAsked(job.db, store); asked; asked = await nextAsked(job.db, store)) {
    const done = await carryOut(job, store, asked, totals)
    if (done.waits) return done
    if (done.held) held = done
  }
  // what changed is in the one that was just held, too: to count it again would only overtake that one
  const more = held === undefined && !job.payload.asked
  const done = more ? await carryOut(job, store, await begin(job, store), totals) : (held ?? {})
  if (done.waits) return done
  if (byInterface(store)) await settleSoon(telling(job, store, totals))
  return { ...done, ...(await compare(job, store, totals)) }
}

const suspendedText = 'Its vendor is suspended for billing'

/** Of a vendor that hasn't paid for long all is to go; what people asked for waits until it has. */
async function takeDown(job: Job, store: Store, totals: SentTotals): Promise<Partial<JobResult>> {
  await dropLeft(job.db, store, 'others')
  const left = await sendLeft(job, store, totals)
  if (left.waits) return left
  await tryDry(job, store, totals)
  if (job.payload.asked) return {}
  const done = await carryOut(job, store, await begin(job, store, 'delist'), totals)
  if (!done.waits && byInterface(store)) await settleSoon(telling(job, store, totals))
  return done
}

/** Nothing is told to a store that is stopped; what it would be told may be looked at. */
async function tryDry(job: Job, store: Store, totals: SentTotals): Promise<Partial<JobResult>> {
  for (let dry = await nextAsked(job.db, store, 'dry'); dry; dry = await nextAsked(job.db, store, 'dry'))
    await carryOut(job, store, dry, totals)
  return {}
}

/** What was asked to be compared, after all that is to be told: it takes long. */
async function compare(job: Job, store: Store, totals: SentTotals): Promise<Partial<JobResult>> {
  const asked = await nextAsked(job.db, store, 'compare')
  if (!asked) return {}
  const { store_update_id } = asked
  const leave = async (why: string) => {
    await job.db
      .updateTable('store_update')
      .set({ state: 'discarded', end_tm: sql`now()`, decided_reason: why })
      .where('store_update_id', '=', store_update_id)
      .where('state', '=', 'planning')
      .execute()
    await forgetShown(job.db, store_update_id)
    return {}
  }
  if (!canBeCompared(store)) return leave('What its market shows can’t be read')
  await job.db
    .updateTable('store_update')
    .set({ job_id: job.jobId })
    .where('store_update_id', '=', store_update_id)
    .execute()
  let until: number | undefined
  try {
    until = await compareShop(telling(job, store, totals), store_update_id)
  } catch (error) {
    // a token that may not read tells the store as ever
    if (error instanceof ShopFault && (error.why === 'permission' || error.why === 'missing'))
      return leave(`${error.message} ${error.mend}`)
    throw error
  }
  if (until === undefined) return {}
  const waits = 'The comparison goes on'
  await waitFor(job.db, store, until, waits)
  return { waits }
}

type Job = RunningJob<Payload>

/** What an update that was cut off had still to send; one that was cut off while it was planned begins anew. */
async function sendLeft(job: Job, store: Store, totals: SentTotals): Promise<Partial<JobResult>> {
  await sql`
    delete from store_outbox o
    using store_update u
    where u.store_update_id = o.store_update_id
      and o.store_call_id is null
      and u.vendor_store_id = ${store.vendor_store_id}
      and u.state = 'planning'`.execute(job.db)
  await sql`
    update store_update
    set state = case when ${begunAnew} then 'superseded' else 'asked' end,
      end_tm = case when ${begunAnew} then now() end
    where vendor_store_id = ${store.vendor_store_id} and state = 'planning'`.execute(job.db)
  const left = await job.db
    .selectFrom('store_update')
    .select(['store_update_id', 'kind', 'back_of'])
    .select(sql<boolean>`counted_tm < now() - make_interval(mins => ${countedMinutes})`.as('old'))
    .where('vendor_store_id', '=', store.vendor_store_id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (!left) return {}
  const { old, ...update } = left as Update & { old: boolean | null }
  if (!old) return send(job, store, update, totals)
  await endOfCalls(job.db, store, update)
  return update.kind === 'back' || update.kind === 'delist' ? send(job, store, update, totals) : {}
}
const begunAnew = sql`(kind = 'delist' or (kind = 'changed' and decided_by is null))`
/** What was counted before so long is counted anew before it is sent, but for what is taken back. */
const countedMinutes = 15

/** The oldest update that a person asked for, taken up; of a kind, or of all but comparisons. */
async function nextAsked(db: Db, store: Store, kind?: 'compare' | 'dry'): Promise<Update | undefined> {
  const { rows } = await sql<Update>`
    update store_update
    set state = 'planning'
    where store_update_id = (
      select min(store_update_id)
      from store_update
      where vendor_store_id = ${store.vendor_store_id}
        and state = 'asked'
        and ${kind === undefined ? sql`kind <> 'compare'` : sql`kind = ${kind}`})
    returning store_update_id, kind, back_of`.execute(db)
  return rows[0]
}

async function begin(
  { db, jobId }: Job,
  store: Store,
  kind: 'changed' | 'delist' = 'changed',
): Promise<Update> {
  const { rows } = await sql<Update>`
    insert into store_update (vendor_store_id, kind, state, job_id, requested_by)
    select ${store.vendor_store_id}::int, ${kind}, 'planning', ${jobId}::bigint, requested_by
    from job
    where job_id = ${jobId}
    returning store_update_id, kind, back_of`.execute(db)
  return singleRow(rows)
}

/** What is marked or asked for from here on, under the lock of the store's row, is the next update's. */
const beginCount = (db: Db, store: Store, { store_update_id: id, kind }: Update, jobId: number) =>
  db.transaction().execute(async (tx) => {
    const { counted_tm } = await tx
      .selectFrom('store_update')
      .select('counted_tm')
      .where('store_update_id', '=', id)
      .executeTakeFirstOrThrow()
    // one that goes on has told a part already: what changed of it is the next one's
    const all = kind === 'changed' || kind === 'delist' || (kind === 'full' && counted_tm === null)
    await sql`
      update vendor_store
      set late_since = case when ${all} then coalesce(late_since, behind_since) else late_since end,
        behind_since = case when ${all} then null else behind_since end
      where vendor_store_id = ${store.vendor_store_id}`.execute(tx)
    // a status that was written before has marked this store: it is seen here, under the lock of its row
    await refuseMoved(tx, store)
    await sql`
      update store_update
      set job_id = ${jobId}, counted_tm = clock_timestamp()
      where store_update_id = ${id}`.execute(tx)
  })

/** @returns why it is held, where it is */
async function carryOut(
  job: Job,
  store: Store,
  update: Update,
  totals: SentTotals,
): Promise<Partial<JobResult>> {
  const { db, jobId, signal, progress, say } = job
  const { store_update_id: id, kind } = update
  await beginCount(db, store, update, jobId)
  progress('Counts what changed')
  const shown = await shownBy(db, store)
  const counts =
    kind === 'back'
      ? await planBack(db, store, id, update.back_of!)
      : kind === 'delist'
        ? await planDelist(db, store, id)
        : await planUpdate(db, store, id, kind === 'full', { signal, dry: kind === 'dry' })
  const sent = asksFirst(kind)
    ? await sentSince(db, store.vendor_store_id, store.price_bound_percent, id)
    : null
  const reasons = asksFirst(kind) ? heldFor(shown, counts, store, sent) : []
  const waits = await outboxSize(db, id)
  const state = kind === 'dry' ? 'dry' : waits === 0 ? 'nothing' : reasons.length > 0 ? 'held' : 'sending'
  await closePlan(db, store, update, { shown, counts, reasons, state })
  if (state === 'held') {
    await say(`Held: ${reasons.join('; ')}`, 'warn')
    return { held: reasons.join('; '), waiting: waits }
  }
  return state === 'sending' ? send(job, store, update, totals) : {}
}

const asksFirst = (kind: Update['kind']) => kind === 'changed' || kind === 'full'

/** Why it asks a person: for what it would do beside what one let through. */
function heldFor(
  shown: Awaited<ReturnType<typeof shownBy>>,
  counts: PlanCounts,
  store: Store,
  sent: SentSince | null,
): string[] {
  const { zeroed, price_beyond } = counts.approved
  const beside = { zeroed: counts.zeroed - zeroed, price_beyond: counts.price_beyond - price_beyond }
  const reasons = holdsUpdate({ ...shown, ...beside }, store, sent)
  return zeroed + price_beyond > 0 ? reasons.map((one) => `${one}, beside what was approved`) : reasons
}

/** @returns what of the market is waited for */
async function send(job: Job, store: Store, update: Update, totals: SentTotals): Promise<Partial<JobResult>> {
  const { store_update_id: id } = update
  const mayTell = () => refuseMoved(job.db, store)
  if (!byInterface(store)) {
    await sendOutbox(job, store, id, totals, mayTell)
    return {}
  }
  const until = await tellShop(telling(job, store, totals), id, mayTell)
  await endOfCalls(job.db, store, update)
  if (until === undefined) return {}
  const waits = 'The market takes no more for now'
  await waitFor(job.db, store, until, waits)
  return { waits }
}
