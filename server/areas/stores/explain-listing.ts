import { notSent, listingOf, type CatalogueProduct, type SentBy } from '#contract/integrations/listing.ts'
import { money, moneyText, nearestCent } from '#contract/pricing/amounts.ts'
import { type PricedProduct, type PriceSettings } from '#contract/pricing/price.ts'
import { currencySigns, whySteps } from '#contract/pricing/why.ts'
import { needsPrice, refusals, type Refusal } from '#contract/stores/shops.ts'
import { pricedColumns, priceBy, readPriceSet } from '#server/areas/pricing/public.ts'
import { unpaidTexts, type Unpaid } from '#contract/stores/unpaid.ts'
import { suppliersClosedTo, readyIntegration } from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/db.ts'

/** One thing that was found, and whether it is as it should be. */
export interface Finding {
  step: string
  mark: 'fine' | 'note' | 'wrong'
  text: string
}

interface Row extends CatalogueProduct, PricedProduct {
  column: string | null
}
type Integration = SentBy &
  PriceSettings & {
    vendor_id: number
    market_name: string
    company: string
    supplier_name: string
    ready: boolean
    paused_at: string | null
  }

/** What an integration's stores are told of a product, and why: its price step by step, then store by store. */
export async function explainListing(db: Db, integrationId: number, productId: number): Promise<Finding[]> {
  const { rows: integrations } = await sql<Integration>`
    select m.*, k.market_name, v.company, d.supplier_name, ${readyIntegration} as ready
    from vendor_market_map m
    join vendor v using (vendor_id)
    join market k using (market_id)
    join dropshipper d using (dropshipper_id)
    where m.vendor_market_map_id = ${integrationId}`.execute(db)
  const { rows } = await sql<Row>`
    select p.sku, p.title, p.description, p.images, p.weight, p.length, p.width, p.height, p.upc, p.ean,
      p.isbn, p.asin, p.unspsc, p.options, p.parent_sku, p.quantity,
      (p.gone_tm is null and p.product_status_id = 1) as active, ${pricedColumns},
      (
        select entry ->> 'from'
        from feed f
        cross join jsonb_array_elements(f.mapping) entry
        where f.feed_id = p.feed_id and entry ->> 'field' = 'wholesale_price'
        limit 1
      ) as column
    from product p
    where p.product_id = ${productId}`.execute(db)
  const [by] = integrations
  const [product] = rows
  if (!by || !product) return []
  const where = `${by.company} at ${by.market_name}`
  const found: Finding[] = []
  const say = (step: string, mark: Finding['mark'], text: string) => found.push({ step, mark, text })
  const closed = await suppliersClosedTo(db, by.vendor_id)
  if (!by.ready) say('Integration', 'wrong', `${where} isn’t active`)
  else if (by.paused_at !== null) say('Integration', 'wrong', `${where} is frozen`)
  else if (closed.includes(product.dropshipper_id))
    say('Integration', 'wrong', `${by.supplier_name} is closed to ${by.company}`)
  else say('Integration', 'fine', `${where} is active`)

  const set = await readPriceSet(db, by.vendor_id)
  const sign = currencySigns[set.currency_id] ?? '$'
  const shown = (amount: string) => `${sign}${moneyText(nearestCent(money(amount)))}`
  const priced = set.rules.length > 0 ? priceBy(set)(product, by) : undefined
  if (!priced) say('Price', 'note', `${by.company} has no price rules: no price is sent`)
  else {
    if (product.column !== null) say('Price', 'fine', `Its cost is the feed’s column “${product.column}”`)
    const names = { supplier: () => by.supplier_name, market: () => by.market_name }
    for (const { step, text, amount } of whySteps(priced, names, sign))
      say(step, amount === null ? 'wrong' : 'fine', amount === null ? text : `${text}: ${shown(amount)}`)
  }
  const stores = await storesOf(db, by.vendor_id, by.market_id, productId)
  if (stores.length === 0) say('Stores', 'note', `${where} has no store`)
  for (const store of stores) {
    const told = listingOf(product, by, {
      known: store.in_store,
      taken: false,
      priced,
      needsPrice: needsPrice({ ...by, by_interface: store.by_interface }),
    })
    const name = store.vendor_store_name
    if (typeof told === 'string') say(name, store.in_store ? 'note' : 'wrong', `Not told: ${notSent[told]}`)
    else say(name, 'fine', `Is to show ${listingText(told, shown)}`)
    if (store.in_store) say(name, 'fine', `Shows ${listingText(store, shown)}, told ${utc(store.sent_tm)}`)
    if (store.refused_why !== null)
      say(name, 'wrong', `Its market refuses it: ${store.refused_text} ${refusals[store.refused_why]}`)
    if (store.stopped_reason !== null) say(name, 'wrong', `Its updates are stopped: ${store.stopped_reason}`)
    if (store.unpaid !== null) say(name, 'wrong', unpaidTexts[store.unpaid])
    if (store.update_state === 'held') say(name, 'wrong', `Update ${store.update_id} holds it for a person`)
    else if (store.update_state !== null)
      say(
        name,
        'note',
        `It waits in update ${store.update_id}${store.waits_until ? ` until ${utc(store.waits_until)}` : ''}`,
      )
    else if (store.behind) say(name, 'note', 'It is looked at in the next update')
  }
  return found
}

/** As screens show moments: M/D/YY h:mm am, with the zone. */
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
const listingText = (
  of: { quantity: number | null; price: string | null; active: boolean | null },
  shown: (amount: string) => string,
): string =>
  [
    of.quantity === null ? 'its quantity as it is' : `${of.quantity} in stock`,
    of.price === null ? 'no price' : shown(of.price),
    ...(of.active === false ? ['inactive'] : []),
  ].join(', ')

interface StoreOf {
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
    select st.vendor_store_name, coalesce(st.drop_to ->> 'kind' = 'api', false) as by_interface,
      coalesce(sp.in_store, false) as in_store, sp.quantity, sp.price::text,
      sp.active, sp.sent_tm, sp.refused_why, sp.refused_text, st.stopped_reason,
      st.behind_since is not null as behind, st.waits_until, open.store_update_id as update_id,
      open.state as update_state,
      case v.vendor_status_id when 2 then 'suspended' when 3 then 'delisted' end as unpaid
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
