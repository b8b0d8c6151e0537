import { listingOf, sendablePart, type SendSettings } from '#contract/integrations/listing.ts'
import type { PriceProduct, PriceSettings } from '#contract/pricing/price.ts'
import {
  readOwnFeeds,
  soldTables,
  takenIn,
  type OwnFeed,
  pricedColumns,
  priceBy,
  readPriceSet,
  shownPrice,
  shownQuantity,
} from '#server/areas/listings/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { activeIntegration, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { batchesOf } from '#server/platform/database/cursor.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Part } from '#contract/stores/shops.ts'
import { awaitsAnswer } from '../send/calls.ts'
import type { ToldRow } from '../send/layouts.ts'
import {
  changesOf,
  countChanges,
  laneOf,
  newCounts,
  partsOf,
  type Candidate,
  type PlanCounts,
} from './product-changes.ts'
import { refuseOtherCurrency, type PricedStore } from '../connection/market-currency.ts'

export interface PlannedStore extends PricedStore {
  vendor_store_id: number
  vendor_id: number
  price_bound_percent: number
  /** The parts that its market accepts. */
  tells: readonly Part[]
  /** New products are on sale there at once. */
  needs_price: boolean
}
const batchSize = 2000

interface PlannedProduct {
  product_id: number
  sku: string
  title: string | null
  /** null: every update looks at it again. */
  seen_hash: string | null
  /** undefined: nothing is sent, and it is skipped until it changes. */
  out?: {
    lane: number
    told: string
    alone: boolean
    changes: Omit<ToldRow, 'sku'>
    before: Before | null
    content_hash: string | null
  }
}
export interface Before {
  quantity: number | null
  price: string | null
  list_price: string | null
  active: boolean | null
}

interface PlanOptions {
  updateId: number
  /** All that the store shall show is sent again. */
  everything: boolean
  /** Nothing is sent: it only says what would be. */
  dry: boolean
}

/**
 * Puts what a store is to be sent into an update's outbox: for each product that changed since the last look,
 * the parts that the store shows differently (docs/domain/store-updates.md, Store updates).
 */
export async function planUpdate(
  db: Db,
  store: PlannedStore,
  options: PlanOptions & { signal: AbortSignal },
): Promise<PlanCounts> {
  const { signal, dry } = options
  const counts = newCounts()
  let integrations = new Map<number, PlannedIntegration>()
  let price: PriceProduct | undefined
  // rules and settings are read in the same snapshot as the products' hashes
  const query = async (tx: Tx) => {
    const set = await readPriceSet(tx, store.vendor_id)
    if (!dry) refuseOtherCurrency(store, set)
    price = set.rules.length > 0 ? priceBy(set) : undefined
    integrations = await integrationsOf(tx, store)
    const closedSuppliers = await suppliersClosedTo(tx, store.vendor_id)
    const ownFeeds = await readOwnFeeds(tx, store.vendor_id)
    return candidates(store, options, closedSuppliers, ownFeeds)
  }
  for await (const { rows } of batchesOf(db, query, batchSize)) {
    signal.throwIfAborted()
    const products = rows.map((row) =>
      planProduct(row, { store, integrations, price, counts, everything: options.everything }),
    )
    await keepPlanned(db, store.vendor_store_id, products, options)
  }
  return counts
}

type PlannedIntegration = SendSettings & PriceSettings & { vendor_market_map_id: number }
async function integrationsOf(db: Db, store: PlannedStore): Promise<Map<number, PlannedIntegration>> {
  const rows = await db
    .selectFrom('vendor_market_map')
    .selectAll()
    .where('vendor_id', '=', store.vendor_id)
    .where('market_id', '=', store.market_id)
    .limit(5000)
    .execute()
  return new Map(rows.map((row) => [row.vendor_market_map_id, row as unknown as PlannedIntegration]))
}

/**
 * The products that changed since the last look: `now_hash` is a number made of everything that decides what the
 * store is sent of a product.
 */
const candidates = (
  store: PlannedStore,
  { updateId, everything }: PlanOptions,
  closedSuppliers: readonly number[],
  ownFeeds: readonly OwnFeed[],
) => sql<Candidate>`
  with ${soldTables(integrationsSql(store, closedSuppliers), ownFeeds)}
  select p.product_id, p.sku, p.title, p.description, p.images, p.weight, p.length, p.width, p.height, p.upc,
    p.ean, p.isbn, coalesce(pa.asin, p.asin) as asin, p.unspsc, p.options, p.parent_sku, p.quantity, p.active, p.add_out_of_stock,
    p.vendor_market_map_id, h.now_hash::text as now_hash, ${pricedColumns},
    coalesce(sp.in_store, false) as in_store,
    ${takenIn(sql`${store.vendor_store_id}::int`)} as taken,
    sp.quantity as was_quantity, sp.price as was_price, sp.list_price as was_list_price,
    sp.active as was_active, sp.content_hash::text as was_content_hash, ${shownQuantity('sp')} as shown_quantity,
    ${shownPrice('sp')} as shown_price,
    sp.again_tm is not null as again, coalesce(a.sinks, false) as may_sink, a.price::text as may_cost
  from sold p
  left join product_asin pa on pa.product_id = p.product_id and pa.market_id = ${store.market_id}
  cross join lateral (select hashtextextended(concat_ws('|', p.seen, p.setup, pa.asin), 0) as now_hash) h
  left join store_product sp
    on sp.vendor_store_id = ${store.vendor_store_id} and sp.product_id = p.product_id
  left join store_approval a
    on a.vendor_store_id = ${store.vendor_store_id} and a.product_id = p.product_id
  where (sp.seen_hash is distinct from h.now_hash
      or (not p.never_run_full_update and ${everything ? sql`true` : sql`not p.is_smart_update`}))
    and (p.active or not p.own or sp.in_store)
    -- one that goes on has told these, as they were then
    and (sp.store_update_id is distinct from ${updateId} or sp.seen_hash is distinct from h.now_hash)
    and (sp.refused_update_id is distinct from ${updateId} or sp.seen_hash <> h.now_hash)
    and not ${awaitsAnswer(store.vendor_store_id, sql`p.product_id`)}`

/** The integrations that supply a store, with their suppliers' feeds. */
const integrationsSql = (store: PlannedStore, closedSuppliers: readonly number[]) => sql`
    select m.vendor_market_map_id, m.dropshipper_id, f.feed_id, m.is_smart_update, m.never_run_full_update,
      hashtextextended(m::text || v.pricing_version || coalesce((
        select string_agg(u.currency_id::text, ' ' order by u.currency_id)
        from dropshipper_currency u
        where u.dropshipper_id = m.dropshipper_id), ''), 0) as setup
    from vendor_market_map m
    join vendor v using (vendor_id)
    join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    join feed f on f.dropshipper_id = m.dropshipper_id and ${ownFeed('f')}
    where m.vendor_id = ${store.vendor_id}
      and m.market_id = ${store.market_id}
      and ${activeIntegration}
      and m.dropshipper_id <> all(${sql.val(closedSuppliers)}::int[])`

/** What a product is planned by. */
interface PlanBy {
  store: PlannedStore
  integrations: ReadonlyMap<number, PlannedIntegration>
  price: PriceProduct | undefined
  counts: PlanCounts
  everything: boolean
}
function planProduct(
  row: Candidate,
  { store, integrations, price, counts, everything }: PlanBy,
): PlannedProduct {
  const integration = integrations.get(row.vendor_market_map_id)
  if (!integration) throw new Error(`No integration of the store has product ${row.product_id}`)
  const { product_id, sku, title, now_hash: seen_hash, in_store: inStore } = row
  const seenProduct = { product_id, sku, title, seen_hash }
  const settings = row.add_out_of_stock ? { ...integration, upload_outofstock_product: true } : integration
  const listing = listingOf(row, settings, {
    known: inStore,
    shows: { quantity: row.was_quantity, active: row.was_active },
    taken: row.taken,
    priced: price?.(row, integration),
    needsPrice: store.needs_price,
  })
  if (typeof listing === 'string') {
    counts.withheld[listing] = (counts.withheld[listing] ?? 0) + 1
    // removing the other product doesn't change this one's hash, so every update looks at it
    return listing === 'load_child_product_conflicts' ? { ...seenProduct, seen_hash: null } : seenProduct
  }
  const sendsAll =
    row.again || (!integration.never_run_full_update && (everything || !integration.is_smart_update))
  const changes = changesOf(row, sendablePart(listing, store.tells), {
    integration,
    sendsAll,
    tells: store.tells,
  })
  const parts = partsOf(changes.row)
  if (parts.length === 0) return seenProduct
  countChanges(counts, row, changes, store.price_bound_percent)
  const sinks = inStore && (listing.removed || !listing.active || listing.quantity === 0)
  return {
    ...seenProduct,
    out: {
      lane: laneOf(sinks, changes),
      told: parts.join(' '),
      alone: !integration.support_multi_update,
      changes: changes.row,
      before: inStore
        ? {
            quantity: row.was_quantity,
            price: row.was_price,
            list_price: row.was_list_price,
            active: row.was_active,
          }
        : null,
      content_hash: changes.content_hash,
    },
  }
}

/** When planning began: later requests belong to the next update. */
const countedAt = (updateId: number) =>
  sql`(select counted_tm from store_update where store_update_id = ${updateId})`

/**
 * Locks a store while part of a plan is saved: nothing is saved for a store that was moved or removed
 * meanwhile.
 */
export async function lockPlanning(tx: Tx, storeId: number, updateId: number): Promise<void> {
  await sql`select from vendor_store where vendor_store_id = ${storeId} for key share`.execute(tx)
  const { rows } = await sql`
    select from store_update where store_update_id = ${updateId} and state = 'planning'`.execute(tx)
  if (rows.length === 0) throw new Error('The update ended while it was being prepared')
}

const keepPlanned = (
  db: Db,
  storeId: number,
  products: readonly PlannedProduct[],
  { updateId, dry }: PlanOptions,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockPlanning(tx, storeId, updateId)
    const outboxRows = products.flatMap(({ out: line, ...seenProduct }) =>
      line ? [{ ...seenProduct, ...line }] : [],
    )
    if (outboxRows.length > 0)
      await sql`
        insert into store_outbox (store_update_id, lane, product_id, told, alone, sku, title, changes, before,
          seen_hash, content_hash)
        select ${updateId}::bigint, x.lane, x.product_id, x.told, x.alone, x.sku, x.title, x.changes,
          coalesce(x.before, 'null'), x.seen_hash, x.content_hash
        from jsonb_to_recordset(${JSON.stringify(outboxRows)}::jsonb) as x(
          lane smallint, product_id bigint, told text, alone boolean, sku text, title text, changes jsonb,
          before jsonb, seen_hash bigint, content_hash bigint)`.execute(tx)
    const unchanged = dry ? [] : products.filter((line) => !line.out)
    if (unchanged.length > 0)
      await sql`
        insert into store_product as sp (vendor_store_id, product_id, seen_hash)
        select ${storeId}::int, x.product_id, x.seen_hash
        from jsonb_to_recordset(${JSON.stringify(unchanged)}::jsonb) as x(product_id bigint, seen_hash bigint)
        on conflict (vendor_store_id, product_id) do update
        set seen_hash = excluded.seen_hash, again_tm = null
        where sp.again_tm is null or sp.again_tm < ${countedAt(updateId)}`.execute(tx)
  })
