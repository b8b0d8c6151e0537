import { differenceOf, differences, type Difference, type ShownState } from '#contract/stores/difference.ts'
import { doubtsGone } from '#contract/stores/update-gate.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { opensAt, awaitsAnswer } from '../send/calls.ts'
import { ShopFault } from '../shops/ask.ts'
import { listPriceOf, pagesOf, type Market, type Reads, type Shown, type TellRow } from '../shops/market.ts'
import { endSurvey, surveyShop, type Survey } from './survey-shop.ts'
import { storeRefused, takeUsage, waitUntil, type OpenShop } from '../send/open-shop.ts'

/** Products read at once. */
const batch = 100
/** After this time, changes are sent before the comparison continues. */
const turnMs = 300_000

interface Line extends ShownState {
  product_id: number
  sku: string
  remote: TellRow['remote']
  /** Its integration adds products that the lookup misses. */
  added: boolean
  sent_tm: string
  /** It was sent so recently that the market may not show it yet. */
  settles: boolean
}

/** All is compared, or the comparison continues at this moment, in ms. */
export type ComparisonEnd = { end: 'compared' } | { end: 'continues'; continuesAt: number }

/**
 * Reads what a store's market shows of each product it was sent, and records the differences: a wrong
 * price, or stock that doesn't exist, is sent again by the next update, through its gate
 * (docs/domain/store-comparison.md, Store comparison). It continues where it stopped.
 * @throws ShopFault if the market takes no more questions for now
 */
export async function compareShop(shop: OpenShop, updateId: number): Promise<ComparisonEnd> {
  const { db, signal, progress } = shop.job
  const ends = databaseNow() + turnMs
  const onward = pagesOf()
  let comparedCount = 0
  const survey = await surveyShop(shop, updateId)
  if (typeof survey === 'number') return { end: 'continues', continuesAt: survey }
  const reads = readsOf(shop.market)
  const comparison = { shop, updateId, reads, survey }
  const size = 'of' in reads ? Math.min(batch, reads.most) : batch
  while (databaseNow() < ends) {
    signal.throwIfAborted()
    if ('page' in reads && !(await readPage(shop, updateId, reads, onward))) continue
    const lines = await nextLines(comparison, size)
    if (lines.length === 0) {
      await endSurvey(db, updateId)
      await end(db, shop.storeId, updateId)
      return { end: 'compared' }
    }
    const shownProducts = await readShown(comparison, lines)
    await keepCompared(comparison, lines, shownProducts)
    comparedCount += lines.length
    progress(`${comparedCount} products compared`)
  }
  return { end: 'continues', continuesAt: databaseNow() }
}

/** A comparison of a store with its market. */
interface Comparison {
  shop: OpenShop
  updateId: number
  reads: Reads
  survey: Survey | undefined
}

/** What the market shows of these products: from the survey, or read now if they were sent since. */
async function readShown(
  { shop, updateId, reads, survey }: Comparison,
  lines: readonly Line[],
): Promise<Map<string, Shows>> {
  if ('page' in reads) return readStoredPages(shop.job.db, updateId, lines)
  const changedLines = survey ? lines.filter((line) => line.sent_tm >= survey.asked_tm) : lines
  const ask = async (asking: readonly Line[]) =>
    asking.length > 0 ? await askShown(shop, updateId, asking, reads) : new Map<string, Shows>()
  const shownProducts = await ask(changedLines)
  for (const line of lines) {
    const surveyed = changedLines.includes(line) ? undefined : survey?.whole(rowOf(line))
    if (surveyed) shownProducts.set(line.sku, toStored(surveyed))
  }
  // an answer may omit existing products, so the missing ones are read once more
  const missedLines = lines.filter((line) => !shownProducts.has(line.sku) && !line.settles)
  return new Map([...shownProducts, ...(await ask(missedLines))])
}
const rowOf = ({ sku, remote }: Line): TellRow => ({ sku, remote, fresh: false })

/** A market without reads of its own is read as after a lost answer. */
const readsOf = (market: Market): Reads =>
  market.reads ?? {
    bucket: market.call(['quantity']).bucket,
    most: batch,
    of: async (rows) => (await market.shown?.(rows)) ?? [],
  }

type Shows = Omit<Shown, 'remote'>

/** Market values as our columns accept them: whole pieces and amounts; anything else is unknown. */
function toStored({ quantity, price, list_price, ...product }: Shows): Shows {
  const pieces = Math.max(-mostPieces, Math.min(Math.floor(quantity ?? Number.NaN), mostPieces))
  const isAmount = (text: string) => /^(\d{1,11}(\.\d*)?|\.\d+)$/.test(text)
  return {
    ...product,
    ...(Number.isFinite(pieces) && { quantity: pieces }),
    ...(price !== undefined && isAmount(price) && { price }),
    ...(list_price !== undefined && (list_price === null || isAmount(list_price)) && { list_price }),
  }
}
const mostPieces = 2_147_483_647

/** Asks within the allowance, and records the call. */
async function askWithinAllowance<T>(
  { shop, updateId, reads: { bucket } }: Pick<Comparison, 'shop' | 'updateId' | 'reads'>,
  products: number | ((answer: T) => number),
  question: () => Promise<T>,
): Promise<T> {
  const { market, storeId, job } = shop
  for (let opens = await opensAt(job.db, storeId, bucket); opens > databaseNow();) {
    if (!(await waitUntil(opens, job.signal)))
      throw new ShopFault(
        'quota',
        'The market’s rate limit is used up.',
        'The comparison resumes automatically.',
        {
          opensAt: opens,
        },
      )
    opens = await opensAt(job.db, storeId, bucket)
  }
  let failure: string | null = 'Interrupted'
  let productCount = typeof products === 'number' ? products : 0
  try {
    const answer = await question()
    failure = null
    if (typeof products !== 'number') productCount = products(answer)
    return answer
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    failure = error.message
    if (error.why === 'credentials') throw storeRefused(error)
    throw error
  } finally {
    const { requests, spent } = takeUsage(market, bucket)
    await sql`
      insert into store_call (vendor_store_id, store_update_id, bucket, told, products, live, state, requests,
        spent, said, end_tm)
      values (${storeId}, ${updateId}, ${bucket.name}, 'compared', ${productCount},
        ${failure === null ? productCount : 0}, ${failure === null ? 'done' : 'failed'}, ${requests}, ${spent}, ${failure}, now())`.execute(
      job.db,
    )
  }
}

/** What the market shows of these. */
const askShown = (
  shop: OpenShop,
  updateId: number,
  lines: readonly Line[],
  reads: Extract<Reads, { of: unknown }>,
) =>
  askWithinAllowance({ shop, updateId, reads }, lines.length, async () => {
    const shownProducts: Shows[] = await reads.of(lines.map(rowOf))
    return new Map(shownProducts.map((product) => [product.sku, toStored(product)]))
  })

/**
 * Stores the next page of what the market shows and its cursor; comparisons look products up there, because
 * pages come in any order.
 * @returns whether all of it is read
 */
async function readPage(
  shop: OpenShop,
  updateId: number,
  reads: Extract<Reads, { page: unknown }>,
  onward: (cursor: string) => string,
): Promise<boolean> {
  const { db } = shop.job
  const { shown_cursor } = await db
    .selectFrom('store_update')
    .select('shown_cursor')
    .where('store_update_id', '=', updateId)
    .executeTakeFirstOrThrow()
  if (shown_cursor === '') return true
  const { shown: products, next = '' } = await askWithinAllowance(
    { shop, updateId, reads },
    (page) => page.shown.length,
    () => reads.page(shown_cursor === null ? undefined : onward(shown_cursor)),
  )
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into store_shown as s (store_update_id, sku, quantity, price, active)
      select ${updateId}::bigint, x.sku, x.quantity, x.price, x.active
      from jsonb_to_recordset(${JSON.stringify([...new Map(products.map((product) => [product.sku, toStored(product)])).values()])}::jsonb)
        as x(sku text, quantity int, price numeric, active boolean)
      on conflict (store_update_id, sku) do update
      set quantity = coalesce(excluded.quantity, s.quantity),
        price = coalesce(excluded.price, s.price),
        active = coalesce(excluded.active, s.active)`.execute(tx)
    await sql`
      update store_update
      set shown_cursor = ${next}, counted_tm = coalesce(counted_tm, now())
      where store_update_id = ${updateId}`.execute(tx)
  })
  return false
}

/** What the stored pages say of these. */
async function readStoredPages(
  db: Db,
  updateId: number,
  lines: readonly Line[],
): Promise<Map<string, Shows>> {
  const { rows } = await sql<
    { sku: string } & { [K in keyof Omit<Shows, 'sku' | 'list_price'>]-?: Shows[K] | null }
  >`
    select sku, quantity, price::text, active
    from store_shown
    where store_update_id = ${updateId} and sku = any(${lines.map(({ sku }) => sku)}::text[])`.execute(db)
  // what it doesn't say is left out
  return new Map(
    rows.map((row) => [
      row.sku,
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Shows,
    ]),
  )
}

/**
 * The next products that the store shows by our records, except those with an open call, those sent after the
 * market was read, and those sent too recently to show.
 */
async function nextLines({ shop, updateId, reads }: Comparison, many: number): Promise<Line[]> {
  const { storeId, market, job } = shop
  const { rows } = await sql<Line>`
    select sp.product_id, p.sku, sp.remote, sp.quantity, sp.price::text, sp.list_price::text, sp.active,
      sp.sent_tm, sp.sent_tm > now() - make_interval(secs => ${reads.settleSeconds ?? 0}) as settles,
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
    join store_update u on u.store_update_id = ${updateId}
    where sp.vendor_store_id = ${storeId}
      and sp.in_store
      and sp.product_id > u.compared_to
      and (u.counted_tm is null or sp.sent_tm < u.counted_tm)
      and not ${awaitsAnswer(storeId, sql`sp.product_id`)}
    order by sp.product_id
    limit ${many}`.execute(job.db)
  const shownAs = (amount: string | null) => (amount === null ? null : (market.amount?.(amount) ?? amount))
  return rows.map((row) => {
    const list_price =
      row.price === null ? null : listPriceOf({ price: row.price, list_price: row.list_price })
    return { ...row, price: shownAs(row.price), list_price: shownAs(list_price) }
  })
}

async function keepCompared(
  { shop: { storeId, job }, updateId }: Comparison,
  lines: readonly Line[],
  shownProducts: ReadonlyMap<string, Shows>,
): Promise<void> {
  const lastId = lines.at(-1)?.product_id ?? 0
  const differing = lines.flatMap((line) => {
    const product = shownProducts.get(line.sku)
    const difference = differenceOf(line, product)
    if (!difference || (difference === 'gone' && line.settles)) return []
    const differs = difference === 'gone' && line.added ? 'missing' : difference
    const { quantity, price, active, list_price } = line
    const marketValues = product
      ? {
          quantity: product.quantity,
          price: product.price,
          active: product.active,
          list_price: product.list_price,
        }
      : { removed: true as const }
    const isMended = differences[differs].mended
    return [
      {
        product_id: line.product_id,
        differs,
        mended: isMended,
        from: { quantity, price, active, list_price },
        by: marketValues,
      },
    ]
  })
  const counts: Partial<Record<Difference, number>> = {}
  for (const { differs } of differing) counts[differs] = (counts[differs] ?? 0) + 1
  await job.db.transaction().execute(async (tx) => {
    if (differing.length > 0)
      // the next update compares with what the market shows; units sold there keep the quantity that was sent
      await sql`
        update store_product sp
        set differs_update_id = ${updateId}, differs = x.differs, differs_from = x.from, differs_by = x.by,
          price = case when x.mended then coalesce((x.by ->> 'price')::numeric, sp.price) else sp.price end,
          list_price = case
            when x.mended and x.by ? 'list_price' then (x.by ->> 'list_price')::numeric
            else sp.list_price end,
          quantity = case
            when x.mended then greatest((x.by ->> 'quantity')::int, sp.quantity)
            else sp.quantity end,
          active = case when x.differs = 'sold' then true else sp.active end,
          seen_hash = case when x.mended and x.differs <> 'missing' then null else sp.seen_hash end
        from jsonb_to_recordset(${JSON.stringify(differing)}::jsonb) as x(
          product_id bigint, differs text, mended boolean, "from" jsonb, by jsonb)
        where sp.vendor_store_id = ${storeId} and sp.product_id = x.product_id`.execute(tx)
    await sql`
      update store_update u
      set compared_to = greatest(compared_to, ${lastId}), shown = shown + ${lines.length},
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

/** Ends the comparison unless someone else did; products to send again mark the store as behind. */
const end = (db: Db, storeId: number, updateId: number) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ compared: number; gone: number; hold_zero_percent: number }>`
      select u.shown as compared, st.hold_zero_percent::float8 as hold_zero_percent,
        coalesce((u.differing ->> 'gone')::int, 0) + coalesce((u.differing ->> 'missing')::int, 0) as gone
      from store_update u
      join vendor_store st using (vendor_store_id)
      where u.store_update_id = ${updateId} and u.state = 'planning'
      for update of u`.execute(tx)
    const [comparison] = rows
    if (!comparison) return
    const doubt = doubtsGone(comparison, comparison)
    await (doubt === undefined ? keepGone(tx, updateId) : forgetGone(tx, updateId))
    await sql`
      update store_update
      set end_tm = now(), planned_tm = now(), state = ${doubt === undefined ? 'compared' : 'discarded'},
        decided_reason = ${doubt ?? null},
        differing = case when ${doubt !== undefined} then differing - 'gone' - 'missing' else differing end
      where store_update_id = ${updateId}`.execute(tx)
    await forgetShown(tx, updateId)
    await sql`
      update vendor_store
      set behind_since = coalesce(behind_since, now())
      where vendor_store_id = ${storeId}
        and exists (
          select
          from store_product sp
          where sp.differs_update_id = ${updateId} and sp.seen_hash is null)`.execute(tx)
  })

/** Deletes the stored pages of a comparison that is over. */
export const forgetShown = (db: Db, updateId: number) =>
  db.deleteFrom('store_shown').where('store_update_id', '=', updateId).execute()

/** Products that the market no longer has are no longer in the store. */
const keepGone = (tx: Tx, updateId: number) =>
  sql`
    update store_product
    set in_store = false, remote = null,
      seen_hash = case when differs <> 'missing' then seen_hash end
    where differs_update_id = ${updateId} and differs in ('gone', 'missing')`.execute(tx)
const forgetGone = (tx: Tx, updateId: number) =>
  sql`
    update store_product
    set differs_update_id = null, differs = null, differs_from = null, differs_by = null
    where differs_update_id = ${updateId} and differs in ('gone', 'missing')`.execute(tx)
