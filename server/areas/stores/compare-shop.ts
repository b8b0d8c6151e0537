import { differenceOf, differences, type Difference, type Stands } from '#contract/stores/difference.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { opensAt } from './calls.ts'
import { ShopFault } from './shops/ask.ts'
import type { Shown, TellRow } from './shops/market.ts'
import { endSurvey, surveyShop, type Survey } from './survey-shop.ts'
import { asked, spentOf, waits, type Telling } from './telling.ts'

/** Products that are asked for at once. */
const batch = 100
/** After so long what changed meanwhile is told first. */
const turnMs = 300_000

interface Line extends Stands {
  product_id: number
  sku: string
  remote: TellRow['remote']
  /** Its integration adds what the look-up misses. */
  added: boolean
  sent_tm: string
}

/**
 * Reads from its market what a store shows of each product that it was told, and keeps what differs: what
 * would sell at a wrong price, or what there isn't, is told again by the next update, which its gate sees
 * (docs/domain.md, Stores: the markets' interfaces). It goes on where it stopped.
 * @returns when it goes on, in ms; none: all is compared
 * @throws ShopFault where the market takes no more questions for now
 */
export async function compareShop(of: Telling, updateId: number): Promise<number | undefined> {
  const { db, signal, progress } = of.job
  const ends = Date.now() + turnMs
  let compared = 0
  const survey = await surveyShop(of, updateId)
  if (typeof survey === 'number') return survey
  while (Date.now() < ends) {
    signal.throwIfAborted()
    const lines = await nextLines(db, of.storeId, updateId)
    if (lines.length === 0) {
      await endSurvey(db, updateId)
      await end(db, of.storeId, updateId)
      return undefined
    }
    await keepCompared(db, of.storeId, updateId, lines, await shownBy(of, updateId, lines, survey))
    compared += lines.length
    progress(`${compared} products compared`)
  }
  return Date.now()
}

/** What the market shows of these: as it showed all, or, of what was told since, as it shows it now. */
async function shownBy(of: Telling, updateId: number, lines: readonly Line[], survey: Survey | undefined) {
  const since = survey ? lines.filter((line) => line.sent_tm >= survey.asked_tm) : lines
  const shown = since.length > 0 ? await shownOf(of, updateId, since) : new Map<string, Shown>()
  for (const line of lines) {
    const one = since.includes(line) ? undefined : survey?.whole(rowOf(line))
    if (one) shown.set(line.sku, one)
  }
  return shown
}
const rowOf = ({ sku, remote }: Line): TellRow => ({ sku, remote, fresh: false })

/** What the market shows of these, counted in its allowance. */
async function shownOf(of: Telling, updateId: number, lines: readonly Line[]): Promise<Map<string, Shown>> {
  const { market, storeId, job } = of
  const { bucket } = market.call(['quantity'])
  for (let opens = await opensAt(job.db, storeId, bucket); opens > Date.now();) {
    if (!(await waits(opens, job.signal)))
      throw new ShopFault('quota', 'The market takes no more for now.', 'It goes on by itself.', {
        opensAt: opens,
      })
    opens = await opensAt(job.db, storeId, bucket)
  }
  let said: string | null = null
  try {
    const shown = await asked(() => market.shown!(lines.map(rowOf)))
    return new Map(shown.map((one) => [one.sku, one]))
  } catch (error) {
    said = error instanceof ShopFault ? error.message : 'It was broken off'
    throw error
  } finally {
    const { requests, spent } = spentOf(market, bucket)
    await sql`
      insert into store_call (vendor_store_id, store_update_id, bucket, told, products, live, state, requests,
        spent, said, end_tm)
      values (${storeId}, ${updateId}, ${bucket.name}, 'compared', ${lines.length},
        ${said === null ? lines.length : 0}, ${said === null ? 'done' : 'failed'}, ${requests}, ${spent},
        ${said}, now())`.execute(job.db)
  }
}

/** The next that the store shows by our books; not those that the market still owes an answer of. */
async function nextLines(db: Db, storeId: number, updateId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select sp.product_id, p.sku, sp.remote, sp.quantity, sp.price::text, sp.active, sp.sent_tm,
      exists (
        select
        from vendor_store st
        join vendor_market_map m using (vendor_id, market_id)
        where st.vendor_store_id = sp.vendor_store_id
          and m.dropshipper_id = p.dropshipper_id
          and m.missing_lookup_products
      ) as added
    from store_product sp
    join product p using (product_id)
    where sp.vendor_store_id = ${storeId}
      and sp.in_store
      and sp.product_id > (select compared_to from store_update where store_update_id = ${updateId})
      and not exists (
        select
        from store_update u
        join store_outbox o using (store_update_id)
        where u.vendor_store_id = ${storeId} and u.state = 'accepted' and o.product_id = sp.product_id)
    order by sp.product_id
    limit ${batch}`.execute(db)
  return rows
}

async function keepCompared(
  db: Db,
  storeId: number,
  updateId: number,
  lines: readonly Line[],
  shown: ReadonlyMap<string, Shown>,
): Promise<void> {
  const differing = lines.flatMap((line) => {
    const one = shown.get(line.sku)
    const how = differenceOf(line, one)
    if (!how) return []
    const differs = how === 'gone' && line.added ? 'missing' : how
    const { quantity, price, active } = line
    const by = one
      ? { quantity: one.quantity, price: one.price, active: one.active }
      : { removed: true as const }
    const mended = differences[differs].mended
    return [{ product_id: line.product_id, differs, mended, from: { quantity, price, active }, by }]
  })
  const counts: Partial<Record<Difference, number>> = {}
  for (const { differs } of differing) counts[differs] = (counts[differs] ?? 0) + 1
  await db.transaction().execute(async (tx) => {
    if (differing.length > 0)
      // what the market shows is what the next update compares with; what was sold there stays as it was told
      await sql`
        update store_product sp
        set differs_update_id = ${updateId}, differs = x.differs, differs_from = x.from, differs_by = x.by,
          in_store = x.differs not in ('gone', 'missing'),
          remote = case when x.differs not in ('gone', 'missing') then sp.remote end,
          price = case when x.mended then coalesce((x.by ->> 'price')::numeric, sp.price) else sp.price end,
          quantity = case
            when x.mended then greatest((x.by ->> 'quantity')::int, sp.quantity)
            else sp.quantity end,
          active = case when x.differs = 'sold' then true else sp.active end,
          seen_hash = case when x.mended then null else sp.seen_hash end
        from jsonb_to_recordset(${JSON.stringify(differing)}::jsonb) as x(
          product_id bigint, differs text, mended boolean, "from" jsonb, by jsonb)
        where sp.vendor_store_id = ${storeId} and sp.product_id = x.product_id`.execute(tx)
    await sql`
      update store_update u
      set compared_to = ${lines.at(-1)!.product_id}, shown = shown + ${lines.length},
        differing = (
          select coalesce(jsonb_object_agg(key, n), '{}')
          from (
            select key, sum(value::int) as n
            from (
              select * from jsonb_each_text(u.differing)
              union all
              select * from jsonb_each_text(${JSON.stringify(counts)}::jsonb)) both_
            group by key) summed)
      where store_update_id = ${updateId}`.execute(tx)
  })
}

/** It is over; what is to be told again makes its store behind. */
const end = (db: Db, storeId: number, updateId: number) =>
  db.transaction().execute(async (tx) => {
    await sql`
      update store_update
      set state = 'compared', end_tm = now(), planned_tm = now()
      where store_update_id = ${updateId}`.execute(tx)
    await sql`
      update vendor_store
      set behind_since = coalesce(behind_since, now())
      where vendor_store_id = ${storeId}
        and exists (
          select
          from store_product sp
          where sp.differs_update_id = ${updateId} and sp.seen_hash is null)`.execute(tx)
  })
