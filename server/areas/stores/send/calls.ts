import type { RawBuilder } from 'kysely'
import type { Part } from '#contract/stores/shops.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { ToldRow } from './layouts.ts'
import type { Bucket, TellRow } from '../shops/market.ts'

/** One call to a market, as it is stored. */
export interface Call {
  store_call_id: number
  store_update_id: number
  call_key: string
  told: string
  ticket: string | null
  polls: number
  /** Seconds since it began. */
  age: number
}
/** One product of a call. */
export interface Line extends TellRow {
  product_id: number
}

/** How much of an allowance is used, and when it has room, in ms; a past moment means it has room now. */
export async function allowanceNow(
  db: Db,
  storeId: number,
  { name, limit, seconds }: Bucket,
): Promise<{ used: number; opens: number }> {
  const { rows } = await sql<{ used: number; oldest: string | null }>`
    select coalesce(sum(spent), 0)::float as used, min(insert_tm) filter (where spent > 0) as oldest
    from store_call
    where vendor_store_id = ${storeId}
      and bucket = ${name}
      and insert_tm > now() - make_interval(secs => ${seconds})`.execute(db)
  const { used, oldest } = singleRow(rows)
  return { used, opens: used < limit || oldest === null ? 0 : Date.parse(oldest) + seconds * 1000 }
}
export const opensAt = async (db: Db, storeId: number, bucket: Bucket): Promise<number> =>
  (await allowanceNow(db, storeId, bucket)).opens

/** Waiting rows are counted up to this: no call takes more. */
const mostCounted = 5000
interface NextParts {
  lane: number
  told: string
  alone: boolean
  /** Rows that wait with these parts. */
  waiting: number
}
/** The parts of the next rows, removals first; rows with shut parts are skipped. */
export async function nextPartsToSend(
  db: Db,
  updateId: number,
  shutParts: readonly string[],
): Promise<NextParts | undefined> {
  const { rows } = await sql<NextParts>`
    with next as (
      select lane, told, alone
      from store_outbox
      where store_update_id = ${updateId} and store_call_id is null and told <> all(${shutParts}::text[])
      order by lane, told, alone
      limit 1)
    select *, (
      select count(*)::int
      from (
        select
        from store_outbox
        where store_update_id = ${updateId}
          and store_call_id is null
          and (lane, told, alone) = (next.lane, next.told, next.alone)
        limit ${mostCounted}) of_them) as waiting
    from next`.execute(db)
  return rows[0]
}

/** Records a call and its rows before it is made. */
export async function beginCall(
  db: Db,
  request: {
    store: number
    update: number
    lane: number
    told: string
    alone: boolean
    bucket: string
    most: number
  },
): Promise<{ call: Call; lines: Line[] }> {
  return db.transaction().execute(async (tx) => {
    const { rows: calls } = await sql<Call>`
      insert into store_call (vendor_store_id, store_update_id, bucket, told, products)
      values (${request.store}, ${request.update}, ${request.bucket}, ${request.told}, 0)
      returning store_call_id, store_update_id, call_key, told, ticket, polls, 0 as age`.execute(tx)
    const call = singleRow(calls)
    await sql`
      with taken as (
        update store_outbox
        set store_call_id = ${call.store_call_id}
        where store_update_id = ${request.update}
          and product_id in (
            select product_id
            from store_outbox
            where store_update_id = ${request.update}
              and store_call_id is null
              and lane = ${request.lane}
              and told = ${request.told}
              and alone = ${request.alone}
            order by product_id
            limit ${request.most})
        returning 1)
      update store_call
      set products = (select count(*) from taken)
      where store_call_id = ${call.store_call_id}`.execute(tx)
    return { call, lines: await releaseRepeatedSkus(tx, call, await linesOf(tx, request.store, call)) }
  })
}

/** Markets answer by SKU, so the second of two products with one SKU goes into another call. */
async function releaseRepeatedSkus(tx: Tx, call: Call, lines: readonly Line[]): Promise<Line[]> {
  const firsts = new Map(lines.toReversed().map((line) => [line.sku, line]))
  const firstLines = lines.filter((line) => firsts.get(line.sku) === line)
  const repeatedLines = lines.filter((line) => firsts.get(line.sku) !== line)
  if (repeatedLines.length > 0) {
    await sql`
      update store_outbox
      set store_call_id = null
      where store_call_id = ${call.store_call_id}
        and product_id = any(${repeatedLines.map((line) => line.product_id)}::bigint[])`.execute(tx)
    await sql`
      update store_call
      set products = ${firstLines.length}
      where store_call_id = ${call.store_call_id}`.execute(tx)
  }
  return firstLines
}

export async function linesOf(db: Db, storeId: number, call: Call): Promise<Line[]> {
  const { rows } = await sql<
    Omit<ToldRow, 'sku'> & {
      product_id: number
      sku: string
      remote: Line['remote']
      fresh: boolean
      changes: object
    }
  >`
    select o.product_id, o.sku, o.changes, sp.remote, not coalesce(sp.in_store, false) as fresh
    from store_outbox o
    left join store_product sp on sp.vendor_store_id = ${storeId} and sp.product_id = o.product_id
    where o.store_call_id = ${call.store_call_id}
    order by o.product_id`.execute(db)
  return rows.map(({ changes, ...row }) => ({ ...changes, ...row }))
}

/** Calls without an end: interrupted, or accepted by the market with a ticket. */
export async function openCalls(
  db: Db,
  storeId: number,
): Promise<(Call & { state: string; due: boolean })[]> {
  const { rows } = await sql<Call & { state: string; due: boolean }>`
    select store_call_id, store_update_id, call_key, told, ticket, polls, state,
      extract(epoch from now() - insert_tm)::int as age, coalesce(poll_tm <= now(), true) as due
    from store_call
    where vendor_store_id = ${storeId} and state in ('sending', 'accepted') and told <> 'compared'
    order by store_call_id
    limit 1000`.execute(db)
  return rows
}

/** The market hasn't said what became of a product: until it does, it is neither sent nor compared. */
export const awaitsAnswer = (storeId: number, productId: RawBuilder<unknown>) => sql`exists (
      select
      from store_update u
      join store_outbox o using (store_update_id)
      where u.vendor_store_id = ${storeId}
        and u.state in ('accepted', 'asked', 'planning', 'sending')
        and o.store_call_id is not null
        and o.product_id = ${productId})`

/** When the next accepted call is polled, in ms, by the database's clock. */
export async function nextPoll(db: Db, storeId: number): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(poll_tm) - now())::float8 as seconds
    from store_call
    where vendor_store_id = ${storeId} and state = 'accepted' and told <> 'compared'`.execute(db)
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? undefined : databaseNow() + Math.max(0.05, seconds) * 1000
}

/** Ends a call as failed; its remaining rows wait again. */
export async function releaseCall(
  db: Db,
  call: Call,
  message: string,
  usage: { requests: number; spent: number },
) {
  await db.transaction().execute(async (tx) => {
    await sql`
      update store_outbox set store_call_id = null where store_call_id = ${call.store_call_id}`.execute(tx)
    await sql`
      update store_call
      set state = 'failed', end_tm = now(), said = ${message}, requests = requests + ${usage.requests},
        spent = spent + ${usage.spent}
      where store_call_id = ${call.store_call_id}`.execute(tx)
  })
}

export const parseParts = (parts: string): Part[] => parts.split(' ') as Part[]
