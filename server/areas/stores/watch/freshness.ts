import type { Parsed } from '#contract/index.ts'
import {
  mostShelves,
  shelfWeek,
  type GoodRun,
  type Shelf,
  type FinishedUpdate,
} from '#contract/stores/freshness.ts'
import { ownFeed, requireSupplier } from '#server/areas/supplier-record/public.ts'
import { activeIntegration, requireVendor } from '#server/areas/vendor-record/public.ts'
import type { RawBuilder } from 'kysely'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

export async function listVendorShelves({ db, clock }: Ctx, { params }: Parsed<'listVendorShelves'>) {
  await requireVendor(db, params.vendor_id)
  return readShelves(db, clock.now(), sql`m.vendor_id = ${params.vendor_id}`)
}

export async function listSupplierShelves({ db, clock }: Ctx, { params }: Parsed<'listSupplierShelves'>) {
  await requireSupplier(db, params.id)
  return readShelves(db, clock.now(), sql`m.dropshipper_id = ${params.id}`)
}

interface Pair {
  vendor_id: number
  company: string
  vendor_store_id: number
  vendor_store_name: string
  dropshipper_id: number
  dropshipper_name: string
  feed_id: number
  vendor_custom_feed_id: number | null
  promised_hours: number
}
interface Run extends GoodRun {
  feed_id: number
}
interface Update extends FinishedUpdate {
  vendor_store_id: number
}

/** Reads the stores that were updated longest ago, then sorts their shelves by age. */
async function readShelves(db: Db, now: number, condition: RawBuilder<unknown>): Promise<Shelf[]> {
  const { rows: pairs } = await shelfPairs(condition, mostShelves * 4).execute(db)
  const feeds = [...new Set(pairs.map((pair) => pair.feed_id))]
  const stores = [...new Set(pairs.map((pair) => pair.vendor_store_id))]
  const runs = Map.groupBy(await goodRuns(db, feeds), (run) => run.feed_id)
  const updates = Map.groupBy(await goodUpdates(db, stores), (update) => update.vendor_store_id)
  return pairs
    .map((pair) => shelfOf(pair, runs.get(pair.feed_id) ?? [], updates.get(pair.vendor_store_id) ?? [], now))
    .toSorted((a, b) => staleness(b) - staleness(a))
    .slice(0, mostShelves)
}

/** Each store with a supplier and the feed that counts, the stores that were updated longest ago first. */
export const shelfPairs = (condition: RawBuilder<unknown>, limit: number) => sql<Pair>`
  select v.vendor_id, v.company, st.vendor_store_id, st.vendor_store_name, d.dropshipper_id,
    d.supplier_name as dropshipper_name, f.feed_id, f.vendor_custom_feed_id,
    d.max_file_age_allowed_in_days * 24 as promised_hours
  from vendor_market_map m
  join vendor v using (vendor_id)
  join dropshipper d using (dropshipper_id)
  left join vendor_custom_feed c
    on c.vendor_id = m.vendor_id and c.dropshipper_id = m.dropshipper_id and c.active
  join feed f on f.dropshipper_id = m.dropshipper_id
    and (${ownFeed('f')}
      or (f.vendor_custom_feed_id = c.vendor_custom_feed_id and f.current_run_id is not null))
  join vendor_store st on st.vendor_id = m.vendor_id and st.market_id = m.market_id
  where ${condition} and ${activeIntegration} and st.drop_to ->> 'kind' <> 'none'
  order by st.behind_since nulls last, st.vendor_store_id, d.dropshipper_id, f.feed_id
  limit ${limit}`

/** How many times older than promised it is. */
const staleness = ({ age_seconds, promised_hours }: Shelf) => (age_seconds ?? 0) / (promised_hours * 3600)

function shelfOf({ feed_id: _feed, ...pair }: Pair, runs: Run[], updates: Update[], now: number): Shelf {
  const week = shelfWeek(runs, updates, { now, promisedMs: pair.promised_hours * 3_600_000 })
  const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1000))
  const iso = (ms: number) => new Date(ms).toISOString()
  const moment = (ms: number | undefined) => (ms === undefined ? null : iso(ms))
  return {
    ...pair,
    read_tm: moment(runs.at(-1)?.read),
    applied_tm: moment(runs.findLast((run) => run.applied)?.end),
    told_tm: moment(updates.at(-1)?.end),
    age_seconds: seconds(week.age),
    p95_seconds: seconds(week.p95),
    hourly_seconds: week.hourly.map(seconds),
    broken: week.broken.map(({ from, until: to }) => ({
      from: iso(from),
      until: to === null ? null : iso(to),
    })),
  }
}

const ms = (tm: string) => sql.raw(`(extract(epoch from ${tm}) * 1000)::float8`)

/** Most rows read for one feed or store: one a half hour for the week and two weeks before it. */
const mostEach = 1000

/** Runs of the week and the two weeks before it, so that what was shown at its start is known. */
async function goodRuns(db: Db, feedIds: readonly number[]): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select r.feed_id, ${ms('coalesce(r.start_tm, r.insert_tm)')} as read, ${ms('r.end_tm')} as end,
      r.state = 'applied' as applied
    from unnest(${feedIds}::int[]) as f(feed_id)
    cross join lateral (
      select *
      from feed_run r
      where r.feed_id = f.feed_id
        and r.state in ('applied', 'unchanged')
        and r.end_tm > now() - interval '21 days'
      order by r.feed_run_id desc
      limit ${mostEach}) r
    order by r.end_tm`.execute(db)
  return rows
}

/** The update `u` brought its store up to date: nothing is left over, and the market accepted some of it. */
const broughtUpToDate = sql<boolean>`(
  u.state in ('sent', 'nothing')
  and u.kind in ('changed', 'full')
  and u.left_over = 0
  and (u.sent > 0 or u.refused = 0))`
/** A store's last such update. */
export const lastTold = (storeId: RawBuilder<unknown>) => sql`
  select u.planned_tm, u.end_tm
  from store_update u
  where u.vendor_store_id = ${storeId} and ${broughtUpToDate} and u.end_tm is not null
  order by u.store_update_id desc
  limit 1`

async function goodUpdates(db: Db, storeIds: readonly number[]): Promise<Update[]> {
  const { rows } = await sql<Update>`
    select u.vendor_store_id, ${ms('u.planned_tm')} as planned, ${ms('u.end_tm')} as end
    from unnest(${storeIds}::int[]) as s(vendor_store_id)
    cross join lateral (
      select *
      from store_update u
      where u.vendor_store_id = s.vendor_store_id
        and ${broughtUpToDate}
        and u.end_tm > now() - interval '21 days'
      order by u.store_update_id desc
      limit ${mostEach}) u
    order by u.end_tm`.execute(db)
  return rows
}
