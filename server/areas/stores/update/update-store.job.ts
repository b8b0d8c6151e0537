import { z } from 'zod'
import type { ShownCounts } from '#server/areas/listings/public.ts'
import { holdsUpdate, type SentSince } from '#contract/stores/update-gate.ts'
import { many } from '#contract/words.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { JobDefinition, JobResult, RunningJob } from '#server/platform/jobs/jobs.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { keepAuthorization } from '../connection/authorizations.ts'
import { compareShop, forgetShown } from './compare-shop.ts'
import { StoreRefused } from '../send/file-drop.ts'
import { byInterface, canBeCompared } from '../record/known-store.ts'
import { learnCurrency } from '../connection/market-currency.ts'
import { planDelist } from '../plan/plan-delist.ts'
import { planUpdate } from '../plan/plan-update.ts'
import type { PlanCounts } from '../plan/product-changes.ts'
import { closePlan, outboxSize, countShown } from './close-plan.ts'
import type { SentTotals } from '../send/keep-sent.ts'
import { passOnUnsent, clearWait, stopStore, keepWait } from './pause-store.ts'
import { planBack } from '../plan/plan-back.ts'
import { sendOutbox } from '../send/send-outbox.ts'
import { sentSince } from './recent-moves.ts'
import { ShopFault } from '../shops/ask.ts'
import { settleCalls, settleSoon, sendToMarket } from '../send/send-to-market.ts'
import { takeMeter, openShop, throttledMs, type OpenShop } from '../send/open-shop.ts'
import { dropUnsent, markStillBehind, refuseStatusChange, StatusChanged } from './unpaid.ts'
import { readUpdatedStore, type Store, type Update } from './store.ts'

const payload = z.object({
  vendor_store_id: z.number(),
  /** Only what a person asked for, not what changed besides. */
  asked: z.boolean().default(false),
})
type Payload = z.output<typeof payload>

/**
 * Brings a store up to date: the rest of the last update, what people requested, then what changed
 * (docs/domain/store-updates.md, Store updates).
 */
export const updateStore: JobDefinition<Payload> = {
  type: 'VENDOR_STORE_UPDATER_JOB',
  payload,
  key: (p) => `store-${p.vendor_store_id}`,
  retries: 5,
  timeoutSeconds: 3600,
  hasGroups: true,
  async run(job) {
    const store = await readUpdatedStore(job.db, job.payload.vendor_store_id)
    if (!store) return { sent: 0, completed_with_errors: 'The store was deleted' }
    const totals: SentTotals = { sent: 0, refused: 0, files: 0, bytes: 0, calls: 0 }
    const work: Work = { job, store, totals }
    const end = await bringUpToDate(work).catch(endOfError)
    return { ...totals, ...(await finish(work, end)) }
  },
  // whoever changes a store locks it before its jobs
  lock: (tx, { vendor_store_id }) =>
    tx
      .selectFrom('vendor_store')
      .select('vendor_store_id')
      .where('vendor_store_id', '=', vendor_store_id)
      .forNoKeyUpdate()
      .execute(),
  async gaveUp({ db }, { vendor_store_id }, _reason, isTerminated) {
    await sql`
      update vendor_store
      set behind_since = coalesce(late_since, behind_since, now()), late_since = null,
        waits_until = case when ${isTerminated} then now() + interval '30 minutes' else waits_until end,
        waits_for = case when ${isTerminated} then ${terminatedText} else waits_for end
      where vendor_store_id = ${vendor_store_id}`.execute(db)
  },
}
const terminatedText = 'The last update was terminated'

type Job = RunningJob<Payload>
/** A job, its store, and what it has sent so far. */
interface Work {
  job: Job
  store: Store
  totals: SentTotals
  /** Its market, opened once for the whole job; undefined: not open, or the store takes files. */
  shop?: OpenShop | undefined
}

/** An update that waits for a person's decision, and how many products it holds. */
interface HeldUpdate {
  reasons: string[]
  waiting: number
}
/** How an update of a store ends. */
type End =
  | { end: 'sent' }
  | { end: 'held'; held: HeldUpdate }
  /** It waits for the market or the vendor's payment: until this moment in ms; null: until something changes. */
  | { end: 'waits'; reason: string; until: number | null; held?: HeldUpdate }
  /** The vendor was suspended or has paid meanwhile: it begins again. */
  | { end: 'moved'; reason: string }
  /** The store or its market refuses us. */
  | { end: 'refused'; fault: StoreRefused }
const upToDate: End = { end: 'sent' }

function endOfError(error: unknown): End {
  if (error instanceof ShopFault && (error.why === 'throttled' || error.why === 'quota'))
    return { end: 'waits', reason: error.message, until: error.opensAt ?? databaseNow() + throttledMs }
  if (error instanceof StatusChanged) return { end: 'moved', reason: error.message }
  if (error instanceof StoreRefused) return { end: 'refused', fault: error }
  throw error
}

/** Keeps how an update ended with its store. @returns what its job says */
async function finish({ job, store, totals }: Work, end: End): Promise<JobResult> {
  const keepUse = async () => {
    if (totals.calls > 0) await keepAuthorization(job.db, store)
    if (totals.refused > 0) await job.say(`${many(totals.refused, 'product')} refused by the market`, 'warn')
  }
  switch (end.end) {
    case 'sent':
      await keepUse()
      await markUpToDate(job.db, store.vendor_store_id, totals)
      return {}
    case 'held':
      await keepUse()
      await markUpToDate(job.db, store.vendor_store_id, totals)
      return heldResult(end.held)
    case 'waits':
      await keepUse()
      if (end.until !== null) await keepWait(job.db, store, end.until, end.reason)
      return { ...(end.held && heldResult(end.held)), waits: end.reason }
    case 'moved':
      await markStillBehind(job.db, store)
      return { waits: end.reason }
    case 'refused':
      if (await stopStore(job, store, end.fault)) return { completed_with_errors: end.fault.message }
      return { waits: 'The store was changed. Another update continues' }
  }
}
const heldResult = ({ reasons, waiting }: HeldUpdate) => ({ held: reasons.join('; '), waiting })

/** Marks the store up to date, except for updates still awaiting approval, and clears why it was stopped. */
const markUpToDate = (db: Db, id: number, { calls, files }: SentTotals) =>
  sql`
    update vendor_store
    set stopped_reason = case when ${calls + files} = 0 then stopped_reason end,
      stopped_tm = case when ${calls + files} = 0 then stopped_tm end,
      late_since = case
        when exists (select from store_update where vendor_store_id = ${id} and state = 'held') then late_since end
    where vendor_store_id = ${id}`.execute(db)

async function bringUpToDate(work: Work): Promise<End> {
  const { job, store, totals } = work
  if (job.payload.asked && store.stopped_reason !== null) return runDryUpdates(work)
  await clearWait(job.db, store)
  if (byInterface(store)) {
    const shop = openShop(job, store, totals)
    work.shop = shop
    await settleCalls(shop)
    if (store.unpaid === null) store.shop_currency = await learnCurrency(shop, store)
    discardUsage(shop)
  }
  if (store.unpaid === 'suspended') {
    await runDryUpdates(work)
    return { end: 'waits', reason: suspendedText, until: null }
  }
  if (store.unpaid === 'delisted') return delistStore(work)
  await dropUnsent(job.db, store, 'delisting')
  const rest = await sendUnfinished(work)
  if (rest.end === 'waits') return rest
  const outcome = await runUpdates(work)
  if (outcome.end === 'waits') return outcome
  if (work.shop) await settleSoon(work.shop)
  const comparison = await compare(work)
  if (comparison.end === 'waits' && outcome.end === 'held') return { ...comparison, held: outcome.held }
  return comparison.end === 'waits' ? comparison : outcome
}

const suspendedText = 'The vendor is suspended for billing'

/** Carries out what people asked for, then what changed besides. */
async function runUpdates(work: Work): Promise<End> {
  const { job, store } = work
  let outcome = upToDate
  for (
    let update = await takeRequestedUpdate(job.db, store);
    update;
    update = await takeRequestedUpdate(job.db, store)
  ) {
    const end = await runUpdate(work, update)
    if (end.end === 'waits') return end
    if (end.end === 'held') outcome = end
  }
  // the held update includes all changes: planning again would only supersede it
  if (outcome.end === 'held' || job.payload.asked) return outcome
  return runUpdate(work, await begin(job, store))
}

/** A vendor that hasn't paid for long loses all its listings; what people asked for waits until it has paid. */
async function delistStore(work: Work): Promise<End> {
  const { job, store } = work
  await dropUnsent(job.db, store, 'others')
  const rest = await sendUnfinished(work)
  if (rest.end === 'waits') return rest
  await runDryUpdates(work)
  if (job.payload.asked) return upToDate
  const end = await runUpdate(work, await begin(job, store, 'delist'))
  if (end.end !== 'waits' && work.shop) await settleSoon(work.shop)
  return end
}

/** Nothing is sent to a stopped store; dry runs still say what it would be sent. */
async function runDryUpdates(work: Work): Promise<End> {
  const next = () => takeRequestedUpdate(work.job.db, work.store, 'dry')
  for (let dry = await next(); dry; dry = await next()) await runUpdate(work, dry)
  return upToDate
}

/** Carries out the comparison that was asked for, after all is sent: it takes long. */
async function compare({ job, store, shop }: Work): Promise<End> {
  const update = await takeRequestedUpdate(job.db, store, 'compare')
  if (!update) return upToDate
  const { store_update_id } = update
  const discard = async (reason: string) => {
    await job.db
      .updateTable('store_update')
      .set({ state: 'discarded', end_tm: sql`now()`, decided_reason: reason })
      .where('store_update_id', '=', store_update_id)
      .where('state', '=', 'planning')
      .execute()
    await forgetShown(job.db, store_update_id)
    return upToDate
  }
  if (!shop || !canBeCompared(store)) return discard('Comparison isn’t supported for this market')
  await job.db
    .updateTable('store_update')
    .set({ job_id: job.jobId })
    .where('store_update_id', '=', store_update_id)
    .execute()
  discardUsage(shop)
  try {
    const comparison = await compareShop(shop, store_update_id)
    if (comparison.end === 'compared') return upToDate
    return { end: 'waits', reason: 'The comparison continues later', until: comparison.continuesAt }
  } catch (error) {
    // a token that may not read can still send
    if (error instanceof ShopFault && (error.why === 'permission' || error.why === 'missing'))
      return discard(`${error.message} ${error.mend}`)
    throw error
  }
}

/** Sends the rest of an interrupted update; one interrupted while it was planned begins again. */
async function sendUnfinished(work: Work): Promise<End> {
  const { job, store } = work
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
  const openUpdate = await job.db
    .selectFrom('store_update')
    .select(['store_update_id', 'kind', 'back_of'])
    .select(sql<boolean>`counted_tm < now() - make_interval(mins => ${countedMinutes})`.as('old'))
    .where('vendor_store_id', '=', store.vendor_store_id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (!openUpdate) return upToDate
  const { old, ...update } = openUpdate as Update & { old: boolean | null }
  if (!old) return send(work, update)
  await passOnUnsent(job.db, store, update)
  return update.kind === 'back' || update.kind === 'delist' ? send(work, update) : upToDate
}
const begunAnew = sql`(kind = 'delist' or (kind = 'changed' and decided_by is null))`
/** A plan older than this is made again before it is sent, except a roll-back. */
const countedMinutes = 15

/** Takes up the oldest requested update: of one kind, or of any but comparisons. */
async function takeRequestedUpdate(
  db: Db,
  store: Store,
  kind?: 'compare' | 'dry',
): Promise<Update | undefined> {
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

/** From here on, under the lock of the store's row, new changes and requests belong to the next update. */
const startCounting = (db: Db, store: Store, { store_update_id: id, kind }: Update, jobId: number) =>
  db.transaction().execute(async (tx) => {
    const { counted_tm } = await tx
      .selectFrom('store_update')
      .select('counted_tm')
      .where('store_update_id', '=', id)
      .executeTakeFirstOrThrow()
    // a resumed update has already sent part of its rows; later changes to those belong to the next update
    const all = kind === 'changed' || kind === 'delist' || (kind === 'full' && counted_tm === null)
    await sql`
      update vendor_store
      set late_since = case when ${all} then coalesce(late_since, behind_since) else late_since end,
        behind_since = case when ${all} then null else behind_since end
      where vendor_store_id = ${store.vendor_store_id}`.execute(tx)
    // an earlier change of the vendor's status has marked this store, which is visible under its row's lock
    await refuseStatusChange(tx, store)
    await sql`
      update store_update
      set job_id = ${jobId}, counted_tm = clock_timestamp()
      where store_update_id = ${id}`.execute(tx)
  })

/** Plans an update, then sends or holds it. */
async function runUpdate(work: Work, update: Update): Promise<End> {
  const { job, store } = work
  const { db, jobId, progress, say: log } = job
  const { store_update_id: id, kind } = update
  await startCounting(db, store, update, jobId)
  progress('Preparing changes')
  const shownCounts = await countShown(db, store)
  const counts = await plan(job, store, update)
  const before = isGated(kind)
    ? await sentSince(db, store.vendor_store_id, store.price_bound_percent, id)
    : null
  const reasons = isGated(kind) ? holdReasons(shownCounts, counts, store, before) : []
  const waiting = await outboxSize(db, id)
  const state = stateOfPlan(kind, waiting, reasons)
  await closePlan(db, store, update, { shown: shownCounts, counts, reasons, state })
  if (state === 'held') {
    await log(`Held: ${reasons.join('; ')}`, 'warn')
    return { end: 'held', held: { reasons, waiting } }
  }
  return state === 'sending' ? send(work, update) : upToDate
}

function plan({ db, signal }: Job, store: Store, update: Update): Promise<PlanCounts> {
  const { store_update_id: id, kind, back_of } = update
  if (kind === 'delist') return planDelist(db, store, id)
  if (kind !== 'back')
    return planUpdate(db, store, { updateId: id, everything: kind === 'full', dry: kind === 'dry', signal })
  if (back_of === null) throw new Error(`Rollback ${id} has no update to roll back`)
  return planBack(db, store, id, back_of)
}

function stateOfPlan(kind: Update['kind'], waiting: number, reasons: readonly string[]) {
  if (kind === 'dry') return 'dry'
  if (waiting === 0) return 'nothing'
  return reasons.length > 0 ? 'held' : 'sending'
}

const isGated = (kind: Update['kind']) => kind === 'changed' || kind === 'full'

/** Why the update needs approval, not counting what was approved before. */
function holdReasons(
  shownCounts: ShownCounts,
  counts: PlanCounts,
  store: Store,
  before: SentSince | null,
): string[] {
  const { zeroed: approvedZeroed, price_beyond } = counts.approved
  const countsToApprove = {
    zeroed: counts.zeroed - approvedZeroed,
    price_beyond: counts.price_beyond - price_beyond,
  }
  const reasons = holdsUpdate({ ...shownCounts, ...countsToApprove }, store, before)
  return approvedZeroed + price_beyond > 0
    ? reasons.map((reason) => `${reason}, in addition to the approved changes`)
    : reasons
}

async function send({ job, store, totals, shop }: Work, update: Update): Promise<End> {
  const { store_update_id: id } = update
  const refuseChanged = () => refuseStatusChange(job.db, store)
  if (!shop) {
    await sendOutbox(job, store, id, { totals, refuseChanged })
    return upToDate
  }
  discardUsage(shop)
  const sending = await sendToMarket(shop, id, refuseChanged)
  await passOnUnsent(job.db, store, update)
  if (sending.end === 'sent') return upToDate
  return { end: 'waits', reason: 'The market’s rate limit is used up', until: sending.continuesAt }
}

/** Requests made outside a call count in no allowance, so the next call must not include them. */
const discardUsage = ({ market }: OpenShop) => void takeMeter(market)
