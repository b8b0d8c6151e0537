import type { Parsed } from '#contract/index.ts'
import { integrationStatus, type IntegrationFacts } from '#contract/integrations/standing.ts'
import { priceText } from '#contract/pricing/price.ts'
import { whyShown } from '#contract/pricing/shown-price.ts'
import { currencySigns, whySteps } from '#contract/pricing/price-steps.ts'
import {
  readOwnFeeds,
  soldTables,
  costEntry,
  feedsOf,
  pricedColumns,
  priceBy,
  readPriceSet,
  type SoldProduct,
  type SoldThrough,
} from '#server/areas/listings/public.ts'
import { activeIntegration, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { tellsPrice } from './store-effects.ts'

interface Row extends SoldProduct {
  dropshipper_name: string
  updated_run_id: number
  feed_id: number
  fed_product_id: number
  entry: { from?: string; transforms?: { kind: string }[] } | null
}

/** How a product's prices came about for a vendor, from the feed's column to each market. */
export async function getPriceChain({ db }: Ctx, { params, query }: Parsed<'getPriceChain'>) {
  const set = await readPriceSet(db, params.vendor_id)
  const { rows: suppliers } = await sql<{ dropshipper_id: number; sku: string }>`
    select dropshipper_id, sku from product where product_id = ${query.product_id}`.execute(db)
  const ownFeeds = await readOwnFeeds(db, params.vendor_id)
  // the feed that says what it costs: the vendor's own where it prices the product
  const [known] = suppliers
  if (!known) throw notFound('product')
  const { rows } = await sql<Row>`
    with ${soldTables(feedsOf([known.dropshipper_id]), ownFeeds, { sku: known.sku })}
    select p.product_id, p.sku, p.title, p.active, d.supplier_name as dropshipper_name, x.updated_run_id,
      x.feed_id, x.product_id as fed_product_id,
      ${costEntry} as entry, ${pricedColumns}
    from sold p
    join dropshipper d on d.dropshipper_id = p.dropshipper_id
    left join own_feed w on w.dropshipper_id = p.dropshipper_id and w.live and (w.custom_price or p.own)
    left join own c on c.feed_id = w.feed_id and c.sku = p.sku and c.alive and c.wholesale_price is not null
    join product x on x.product_id = coalesce(c.product_id, p.product_id)
    join feed f on f.feed_id = x.feed_id
    where p.product_id = ${query.product_id}`.execute(db)
  const product = rows[0]
  if (!product) throw notFound('product')
  const integrations = await integrationsOf(db, params.vendor_id, product.dropshipper_id)
  const price = priceBy(set)
  const { rows: names } = await sql<{ market_id: number; market_name: string }>`
    select market_id, market_name from market order by market_id limit 1000`.execute(db)
  const marketNames = new Map(names.map((row) => [row.market_id, row.market_name]))
  const stores = await storesShowing(db, params.vendor_id, query.product_id)
  const ruleNames = {
    supplier: () => product.dropshipper_name,
    market: (id: number) => marketNames.get(id) ?? `market ${id}`,
  }
  const { product_id, sku, title, dropshipper_name, entry, updated_run_id, feed_id } = product
  return {
    product_id,
    sku,
    title,
    dropshipper_name,
    feed: {
      column: entry?.from ?? null,
      transforms: (entry?.transforms ?? []).map(({ kind }) => kind),
      run_id: updated_run_id,
      feed_id,
      product_id: product.fed_product_id,
    },
    product,
    markets: integrations.flatMap((integration) => {
      const { market_id, standing } = integration
      const marketStores = stores.filter((store) => store.market_id === market_id)
      // what isn't sold there and isn't shown there is of no interest
      if (standing !== null && !marketStores.some((store) => store.in_store)) return []
      const result = price(product, integration)
      const now = priceText(result)
      const steps = whySteps(result, ruleNames, currencySigns[set.currency_id])
      const shownStores = marketStores
        .filter((store) => store.in_store || store.refused_text !== null || store.open !== null)
        .map((store) => {
          const { store_synchronize, skip_price_updates } = integration
          const rules = set.rules.length > 0
          const facts = {
            standing,
            store_synchronize,
            skip_price_updates,
            rules,
            active: product.active,
            now,
          }
          return { ...store, why: whyShown({ ...store, ...facts, ...reachOf(store), shown: store.price }) }
        })
      return [{ ...integration, price: now, steps, stores: marketStores.length, shown: shownStores }]
    }),
  }
}

const reachOf = (store: Showing) => ({
  reached: store.kind !== 'none',
  tells_price: tellsPrice(store),
})

interface Integration extends SoldThrough {
  /** Why its stores aren't kept up to date; null: they are. */
  standing: string | null
}
/** A vendor's integrations of a supplier, also such as aren't active: their stores show what they showed. */
async function integrationsOf(db: Db, vendorId: number, dropshipperId: number): Promise<Integration[]> {
  const closedSuppliers = await suppliersClosedTo(db, vendorId)
  const { rows } = await sql<SoldThrough & IntegrationFacts & { is_active: boolean }>`
    select m.*, k.market_name, s.vendor_id is not null as subscribed, ${activeIntegration} as is_active
    from vendor_market_map m
    join market k using (market_id)
    left join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_id = ${vendorId} and m.dropshipper_id = ${dropshipperId}
    order by lower(k.market_name), m.vendor_market_map_id
    limit 500`.execute(db)
  const standingOf = (row: (typeof rows)[number]) => {
    if (closedSuppliers.includes(dropshipperId)) return 'No access to this supplier'
    return row.is_active && row.subscribed ? null : integrationStatus(row)
  }
  return rows.map((row) => ({ ...row, standing: standingOf(row) }))
}

interface Update {
  store_update_id: number
  text: string | null
}
interface Showing {
  market_id: number
  market_name: string
  kind: string
  vendor_store_id: number
  vendor_store_name: string
  in_store: boolean
  price: string | null
  quantity: number | null
  told_tm: string | null
  refused_text: string | null
  stopped_reason: string | null
  behind: boolean
  waits_until: string | null
  open: (Update & { state: 'held' | 'sending' }) | null
  back: Update | null
  discarded: Update | null
}
/** What a vendor's stores show of a product, as they were told last, and what came after. */
async function storesShowing(db: Db, vendorId: number, productId: number): Promise<Showing[]> {
  const { rows } = await sql<Showing>`
    select st.market_id, k.market_name, coalesce(st.drop_to ->> 'kind', 'none') as kind, st.vendor_store_id,
      st.vendor_store_name, coalesce(sp.in_store, false) as in_store,
      case when sp.in_store then sp.price end as price,
      case when sp.in_store then sp.quantity end as quantity,
      case when sp.in_store then sp.sent_tm end as told_tm, sp.refused_text, st.stopped_reason,
      st.behind_since is not null as behind,
      (
        select min(until)
        from (
          select st.waits_until as until
          union all
          select c.poll_tm
          from store_call c
          where c.vendor_store_id = st.vendor_store_id and c.state = 'accepted') w
        where until > now()
      ) as waits_until,
      (
        select jsonb_build_object('store_update_id', u.store_update_id, 'text', null,
          'state', case when u.state = 'held' then 'held' else 'sending' end)
        from store_update u
        join store_outbox o using (store_update_id)
        where u.vendor_store_id = st.vendor_store_id
          and u.state in ('held', 'sending', 'accepted')
          and o.product_id = ${productId}
        order by u.store_update_id desc
        limit 1
      ) as open,
      (
        select jsonb_build_object('store_update_id', u.store_update_id, 'text', u.decided_reason)
        from store_update u
        where u.store_update_id = sp.store_update_id and u.kind = 'back'
      ) as back,
      -- which products it held isn't known any more
      (
        select jsonb_build_object('store_update_id', u.store_update_id, 'text', u.decided_reason)
        from store_update u
        where u.vendor_store_id = st.vendor_store_id
          and u.state = 'discarded'
          and u.kind in ('changed', 'full')
          and u.store_update_id > coalesce(sp.store_update_id, 0)
          and not exists (
            select
            from store_update later
            where later.vendor_store_id = u.vendor_store_id
              and later.store_update_id > u.store_update_id
              and later.kind in ('changed', 'full')
              and later.state in ('sending', 'accepted', 'sent', 'nothing'))
        order by u.store_update_id desc
        limit 1
      ) as discarded
    from vendor_store st
    join market k using (market_id)
    left join store_product sp
      on sp.vendor_store_id = st.vendor_store_id and sp.product_id = ${productId}
    where st.vendor_id = ${vendorId}
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 500`.execute(db)
  return rows
}
