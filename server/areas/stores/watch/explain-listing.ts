import {
  listingOf,
  notSent,
  sendablePart,
  type CatalogueProduct,
  type Listing,
  type SendSettings,
} from '#contract/integrations/listing.ts'
import { price as exactly } from '#contract/formats.ts'
import { money, moneyText, nearestCent } from '#contract/pricing/amounts.ts'
import type { PricedProduct, PriceResult, PriceSettings } from '#contract/pricing/price.ts'
import { currencySigns, whySteps } from '#contract/pricing/price-steps.ts'
import { needsPrice, sendableParts, refusals, type Refusal } from '#contract/stores/shops.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { unpaidTexts, type Unpaid } from '#contract/stores/unpaid.ts'
import {
  readOwnFeeds,
  soldTables,
  takenIn,
  costEntry,
  pricedColumns,
  priceBy,
  readPriceSet,
} from '#server/areas/listings/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { activeIntegration, readyIntegration, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** One finding, and whether it is as it should be. */
export interface Finding {
  step: string
  mark: 'fine' | 'note' | 'wrong'
  text: string
}

interface Row extends CatalogueProduct, PricedProduct {
  add_out_of_stock: boolean
  /** Where its cost comes from. */
  column: string | null
  /** Its vendor's custom feed has it, and says its quantity or its cost. */
  own: { quantity: boolean; cost: boolean } | null
  /** Its vendor has a custom feed that counts. */
  feed_live: boolean
  /** The supplier has it, and the restricted custom feed doesn't. */
  left_out: boolean
  /** The stores in which another product has its SKU. */
  taken_in: number[]
}
type Integration = SendSettings &
  PriceSettings & {
    vendor_market_map_id: number
    vendor_id: number
    dropshipper_id: number
    market_name: string
    company: string
    supplier_name: string
    ready: boolean
    paused_at: string | null
  }

/** What an integration sends of a product, station by station. */
export interface ExplainedListing {
  vendor_id: number
  company: string
  market_name: string
  integration: Finding
  /** The vendor has no such product, so nothing follows. */
  available: Finding | null
  /** It is for sale, by the supplier's feed or the custom feed. */
  active: boolean
  /** What its custom feed says of it; none: it has no custom feed that counts. */
  customFeed: Finding[]
  price: Finding[]
  /** None: it has no store there. */
  stores: ExplainedStore[]
  noStore: Finding | null
}
interface ExplainedStore {
  vendor_store_id: number
  vendor_store_name: string
  in_store: boolean
  quantity: number | null
  price: string | null
  sent_tm: string | null
  /** The update that has it and isn't finished. */
  update_id: number | null
  update_state: string | null
  findings: Finding[]
}

/** The same as one list: the price step by step, then store by store. */
export async function explainListing(db: Db, integrationId: number, productId: number): Promise<Finding[]> {
  const explained = await explainStations(db, integrationId, productId)
  if (!explained) return []
  const { integration, available, customFeed, price, stores, noStore } = explained
  if (available) return [integration, available]
  return [
    integration,
    ...customFeed,
    ...price,
    ...(noStore ? [noStore] : []),
    ...stores.flatMap((store) => store.findings),
  ]
}

export async function explainStations(
  db: Db,
  integrationId: number,
  productId: number,
): Promise<ExplainedListing | undefined> {
  const { rows: integrations } = await sql<Integration>`
    select m.*, k.market_name, v.company, d.supplier_name, ${readyIntegration} as ready
    from vendor_market_map m
    join vendor v using (vendor_id)
    join market k using (market_id)
    join dropshipper d using (dropshipper_id)
    where m.vendor_market_map_id = ${integrationId}`.execute(db)
  const [integration] = integrations
  if (!integration) return undefined
  const closedSuppliers = await suppliersClosedTo(db, integration.vendor_id)
  const product = await soldProduct(db, integration, productId, closedSuppliers)
  const { vendor_id, company, market_name } = integration
  return {
    vendor_id,
    company,
    market_name,
    integration: explainIntegration(integration, closedSuppliers),
    ...(await explainProduct(db, integration, productId, product)),
  }
}

const placeOf = ({ company, market_name }: Integration) => `${company} at ${market_name}`

function explainIntegration(integration: Integration, closedSuppliers: readonly number[]): Finding {
  const place = placeOf(integration)
  const finding = (mark: Finding['mark'], text: string) => ({ step: 'Integration', mark, text })
  if (!integration.ready) return finding('wrong', `${place} isn’t active`)
  if (integration.paused_at !== null) return finding('wrong', `${place} is frozen`)
  if (closedSuppliers.includes(integration.dropshipper_id))
    return finding('wrong', `${integration.company} has no access to ${integration.supplier_name}`)
  return finding('fine', `${place} is active`)
}

type ExplainedProduct = Omit<ExplainedListing, 'vendor_id' | 'company' | 'market_name' | 'integration'>
async function explainProduct(
  db: Db,
  integration: Integration,
  productId: number,
  product: Row | undefined,
): Promise<ExplainedProduct> {
  const { company, vendor_id, market_id } = integration
  if (!product) {
    const available: Finding = { step: 'Catalog', mark: 'wrong', text: `Not available to ${company}` }
    return { available, active: false, customFeed: [], price: [], stores: [], noStore: null }
  }
  const set = await readPriceSet(db, vendor_id)
  const sign = currencySigns[set.currency_id] ?? '$'
  const price = set.rules.length > 0 ? priceBy(set)(product, integration) : undefined
  const stores = await storesOf(db, vendor_id, market_id, productId)
  const amountText = (amount: string) => `${sign}${exactly(moneyText(nearestCent(money(amount))), null)}`
  return {
    available: null,
    active: product.active,
    customFeed: explainFeed(product),
    price: explainPrice(integration, product, price, sign),
    stores: stores.map((store) => ({
      ...store,
      findings: explainStore(integration, product, price, { store, amountText }).map((finding) => ({
        step: store.vendor_store_name,
        ...finding,
      })),
    })),
    noStore:
      stores.length > 0
        ? null
        : { step: 'Stores', mark: 'note', text: `${placeOf(integration)} has no store` },
  }
}

const leftOut = 'The restricted custom feed doesn’t list this SKU'
/** What the vendor's custom feed says of a product of its supplier. */
function explainFeed({ feed_live: isLive, left_out: isLeftOut, own: customFeed, quantity }: Row): Finding[] {
  const finding = (mark: Finding['mark'], text: string) => [{ step: 'Custom feed', mark, text }]
  if (!isLive) return []
  if (isLeftOut) return finding('wrong', `${leftOut}, so it isn’t for sale`)
  if (!customFeed) return finding('note', 'Not in the custom feed, so the supplier’s values are used')
  if (customFeed.quantity) return finding('note', `Stock is ${quantity}, from the custom feed`)
  return finding('fine', 'Listed; its stock is the supplier’s')
}

function explainPrice(
  { company, supplier_name, market_name }: Integration,
  { own: customFeed, column }: Row,
  price: PriceResult | undefined,
  sign: string,
): Finding[] {
  if (!price)
    return [{ step: 'Price', mark: 'note', text: `${company} has no price rules, so no price is sent` }]
  const findings: Finding[] = []
  const feed = customFeed?.cost ? 'custom feed' : 'feed'
  if (column !== null)
    findings.push({ step: 'Price', mark: 'fine', text: `Cost comes from the ${feed}’s column “${column}”` })
  const names = { supplier: () => supplier_name, market: () => market_name }
  for (const { step, text, amount } of whySteps(price, names, sign))
    if (amount === null) findings.push({ step, mark: step === 'Price' ? 'wrong' : 'note', text })
    else findings.push({ step, mark: 'fine', text: `${text}: ${sign}${exactly(amount, null)}` })
  return findings
}

type AmountText = (amount: string) => string
/** What a store should show of a product, what it shows, and what keeps it from being updated. */
function explainStore(
  integration: Integration,
  product: Row,
  price: PriceResult | undefined,
  { store, amountText }: { store: StoreOf; amountText: AmountText },
): Omit<Finding, 'step'>[] {
  const market = { ...integration, by_interface: store.by_interface }
  const settings = product.add_out_of_stock
    ? { ...integration, upload_outofstock_product: true }
    : integration
  const listing = listingOf(product, settings, {
    known: store.in_store,
    shows: store,
    taken: product.taken_in.includes(store.vendor_store_id),
    priced: price,
    needsPrice: needsPrice(market),
  })
  const findings: Omit<Finding, 'step'>[] = []
  const add = (mark: Finding['mark'], text: string) => findings.push({ mark, text })
  if (listing === 'inactive' && product.left_out) add('wrong', `Not sent: ${leftOut}`)
  else if (typeof listing === 'string')
    add(store.in_store ? 'note' : 'wrong', `Not sent: ${notSent[listing]}`)
  else {
    const part = sendablePart(listing, sendableParts(market))
    add('fine', `Should show ${sentText(part, price !== undefined, amountText)}`)
  }
  if (store.in_store) add('fine', `Shows ${listingText(store, amountText)}, sent ${utc(store.sent_tm)}`)
  if (store.refused_why !== null)
    add('wrong', `Refused by the market: ${store.refused_text} ${refusals[store.refused_why]}`)
  if (store.stopped_reason !== null) add('wrong', `Updates are stopped: ${store.stopped_reason}`)
  if (store.unpaid !== null) add('wrong', unpaidTexts[store.unpaid])
  if (store.update_state === 'held') add('wrong', `Held in update ${store.update_id}, which needs approval`)
  else if (store.update_state !== null) {
    const end = store.waits_until ? ` until ${utc(store.waits_until)}` : ''
    add('note', `Waiting in update ${store.update_id}${end}`)
  } else if (store.behind) add('note', 'Checked in the next update')
  return findings
}

/** A moment as screens show it, with the time zone. */
const utc = (tm: string | null) =>
  tm === null ? 'never' : `${inUtc.format(new Date(tm)).replace(',', '').toLowerCase()} UTC`
const inUtc = new Intl.DateTimeFormat('en-US', {
  month: 'numeric',
  day: 'numeric',
  year: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})
/** A product that is being taken down keeps its price, as does one whose prices are left alone. */
function sentText(listing: Listing, hasRules: boolean, amountText: AmountText): string {
  if (listing.removed) return 'nothing (deleted)'
  return listingText(listing, amountText, hasRules ? 'unchanged price' : 'no price')
}
const listingText = (
  shownProduct: { quantity: number | null; price: string | null; active: boolean | null },
  amountText: AmountText,
  noPriceText = 'no price',
): string =>
  [
    shownProduct.quantity === null ? 'unchanged stock' : `${shownProduct.quantity} in stock`,
    shownProduct.price === null ? noPriceText : amountText(shownProduct.price),
    ...(shownProduct.active === false ? ['inactive'] : []),
  ].join(', ')

interface StoreOf {
  vendor_store_id: number
  vendor_store_name: string
  by_interface: boolean
  in_store: boolean
  quantity: number | null
  price: string | null
  active: boolean | null
  sent_tm: string | null
  refused_why: Refusal | null
  refused_text: string | null
  stopped_reason: string | null
  unpaid: Unpaid | null
  behind: boolean
  waits_until: string | null
  update_id: number | null
  update_state: string | null
}
async function storesOf(db: Db, vendorId: number, marketId: number, productId: number): Promise<StoreOf[]> {
  const { rows } = await sql<StoreOf>`
    select st.vendor_store_id, st.vendor_store_name,
      coalesce(st.drop_to ->> 'kind' = 'api', false) as by_interface,
      coalesce(sp.in_store, false) as in_store, sp.quantity, sp.price::text,
      sp.active, sp.sent_tm, sp.refused_why, sp.refused_text, st.stopped_reason,
      st.behind_since is not null as behind, st.waits_until, open.store_update_id as update_id,
      open.state as update_state,
      case v.vendor_status_id
        when ${sql.lit(vendorStatus.suspended)} then 'suspended'
        when ${sql.lit(vendorStatus.delisted)} then 'delisted' end as unpaid
    from vendor_store st
    join vendor v using (vendor_id)
    left join store_product sp
      on sp.vendor_store_id = st.vendor_store_id and sp.product_id = ${productId}
    left join lateral (
      select u.store_update_id, u.state
      from store_update u
      join store_outbox o using (store_update_id)
      where u.vendor_store_id = st.vendor_store_id
        and u.state in ('held', 'sending', 'accepted')
        and o.product_id = ${productId}
      order by u.store_update_id desc
      limit 1) open on true
    where st.vendor_id = ${vendorId} and st.market_id = ${marketId}
    order by lower(st.vendor_store_name)
    limit 20`.execute(db)
  return rows
}

/** The product as the integration's vendor is sold it (docs/domain/custom-feeds.md, What its vendor is sold); none: it isn't. */
async function soldProduct(
  db: Db,
  integration: Integration,
  productId: number,
  closedSuppliers: readonly number[],
): Promise<Row | undefined> {
  const known = await db
    .selectFrom('product')
    .select('sku')
    .where('product_id', '=', productId)
    .executeTakeFirst()
  if (!known) return undefined
  const { sku } = known
  const integrationSql = sql`
    select m.vendor_market_map_id, m.dropshipper_id, f.feed_id
    from vendor_market_map m
    join feed f on f.dropshipper_id = m.dropshipper_id and ${ownFeed('f')}
    left join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    where m.vendor_id = ${integration.vendor_id}
      and m.market_id = ${integration.market_id}
      and (m.vendor_market_map_id = ${integration.vendor_market_map_id} or (s.vendor_id is not null
        and ${activeIntegration}
        and m.dropshipper_id <> all(${sql.val(closedSuppliers)}::int[])))`
  const { rows } = await sql<Row>`
    with ${soldTables(integrationSql, await readOwnFeeds(db, integration.vendor_id), { sku })}
    select p.sku, p.title, p.description, p.images, p.weight, p.length, p.width, p.height, p.upc, p.ean,
      p.isbn, coalesce(pa.asin, p.asin) as asin, p.unspsc, p.options, p.parent_sku, p.quantity, p.active, p.add_out_of_stock,
      ${pricedColumns},
      case when c.product_id is not null then jsonb_build_object('quantity', p.own or w.counts_stock,
        'cost', p.own or (w.custom_price and c.wholesale_price is not null)) end as own,
      w.feed_id is not null as feed_live,
      not p.own and c.product_id is null and coalesce(w.is_restricted, false) and exists (
        select
        from product x
        where x.product_id = p.product_id and x.gone_tm is null and x.product_status_id = 1
      ) as left_out,
      array(
        select st.vendor_store_id
        from vendor_store st
        where st.vendor_id = ${integration.vendor_id}
          and st.market_id = ${integration.market_id}
          and ${takenIn(sql`st.vendor_store_id`)}) as taken_in,
      (
        select ${costEntry} ->> 'from'
        from product x
        join feed f using (feed_id)
        where x.product_id = case
            when w.custom_price and c.wholesale_price is not null then c.product_id
            else p.product_id end
      ) as column
    from sold p
    left join product_asin pa on pa.product_id = p.product_id and pa.market_id = ${integration.market_id}
    left join own_feed w on w.dropshipper_id = p.dropshipper_id and w.live
    left join own c on c.feed_id = w.feed_id and c.sku = p.sku and c.alive
    where p.product_id = ${productId} and p.vendor_market_map_id = ${integration.vendor_market_map_id}`.execute(
    db,
  )
  return rows[0]
}
