import { z } from 'zod'
import { countedStates, goodStates } from '#contract/feeds/standing.ts'
import { price as exactly } from '#contract/formats.ts'
import { money, moneyText, nearestCent } from '#contract/pricing/amounts.ts'
import { sellingCurrencies } from '#contract/pricing/rules.ts'
import { currencySigns } from '#contract/pricing/price-steps.ts'
import { count, many } from '#contract/words.ts'
import { pricedColumns } from '#server/areas/listings/public.ts'
import { explainListing, type Finding } from '#server/areas/stores/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { databaseNow } from '#server/platform/clock.ts'

const payload = z.object({
  product_id: z.number(),
  sku: z.string(),
  /** For one integration, also its price and its stores. */
  vendor_market_map_id: z.number().optional(),
})
type Payload = z.output<typeof payload>
type Mark = Finding['mark']

/**
 * Follows one product from its feed's last run through catalog, images, index and variants to the stores,
 * and reports its state at each step.
 */
export const diagnoseProduct: JobDefinition<Payload> = {
  type: 'DIAGNOSTIC_UPDATE_JOB',
  payload,
  key: (p) => `product-${p.product_id}-${p.vendor_market_map_id ?? ''}`,
  retries: 2,
  timeoutSeconds: 300,
  async run(job) {
    const { db, say: logLine } = job
    const { product_id, sku, vendor_market_map_id } = job.payload
    const findings: Finding[] = []
    const report = async (step: string, mark: Mark, text: string) => {
      findings.push({ step, mark, text })
      await logLine(`${step}: ${text}`, mark === 'wrong' ? 'warn' : 'info')
    }
    const facts = await readFacts(db, job.payload)
    if (!facts)
      return {
        findings: [{ step: 'Catalog', mark: 'wrong', text: `${sku} is no longer in the catalog` }],
        wrong: 1,
        completed_with_errors: 'The product was removed',
      }
    for (const { step, mark, text } of findingsOf(facts)) await report(step, mark, text)
    if (vendor_market_map_id !== undefined)
      for (const { step, mark, text } of await explainListing(db, vendor_market_map_id, product_id))
        await report(step, mark, text)
    return {
      findings,
      wrong: findings.filter((f) => f.mark === 'wrong').length,
      notes: findings.filter((f) => f.mark === 'note').length,
    }
  },
}

/** What the diagnosis says of a product before any vendor; undefined: there is no such product. */
export async function productFindings(db: Db, product_id: number): Promise<Finding[] | undefined> {
  const facts = await readFacts(db, { product_id })
  return facts && findingsOf(facts)
}

/** The facts about the product, and about its integration if one is given. */
async function readFacts(
  db: Db,
  { product_id, vendor_market_map_id }: Omit<Payload, 'sku'>,
): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select p.sku, p.title, p.quantity, ${pricedColumns}, p.gone_tm, p.images, p.updated_run_id,
      d.allow_browse, d.max_file_age_allowed_in_days,
      last.feed_run_id as last_run_id, last.state as last_state, last.reason as last_reason,
      good.end_tm as last_good_tm,
      i.images_good, i.image_reasons,
      exists (select 1 from product_index x where x.product_id = p.product_id) as indexed,
      (p.product_id > f.indexed_upto or exists (
        select 1
        from index_pending q
        where q.feed_id = p.feed_id and q.product_id = p.product_id)) as index_behind,
      (select mapping_status from product_variant v where v.product_id = p.product_id) as mapping_status,
      (select count(*) from subscription s where s.dropshipper_id = p.dropshipper_id) as subscribers,
      (
        select count(*)
        from vendor_market_map m
        where m.dropshipper_id = p.dropshipper_id and ${activeIntegration}
      ) as integrations,
      (
        select v.currency_id
        from vendor_market_map m
        join vendor v using (vendor_id)
        where m.vendor_market_map_id = ${vendor_market_map_id ?? null}::int
      ) as vendor_currency_id,
      sent.stores, sent.stores_sent, sent.stores_behind
    from product p
    join dropshipper d using (dropshipper_id)
    join feed f using (feed_id)
    left join lateral (
      select feed_run_id, state, reason
      from feed_run r
      where r.feed_id = p.feed_id and r.state in (${sql.join([...countedStates])})
      order by r.end_tm desc nulls last
      limit 1) last on true
    left join lateral (
      select end_tm
      from feed_run r
      where r.feed_id = p.feed_id and r.state in (${sql.join([...goodStates])})
      order by r.end_tm desc nulls last
      limit 1) good on true
    cross join lateral (
      select count(*) filter (where i.state = 'good') as images_good,
        string_agg(distinct i.reason, '; ') filter (where i.state = 'failed') as image_reasons
      from product_image i
      where i.dropshipper_id = p.dropshipper_id
        and md5(i.url) in (select md5(u) from unnest(string_to_array(p.images, E'\\n')) u)) i
    cross join lateral (
      select count(*) as stores, count(*) filter (where sp.in_store) as stores_sent,
        count(*) filter (
          where sp.in_store and (st.behind_since is not null or st.stopped_reason is not null)
        ) as stores_behind
      from ${vendor_market_map_id === undefined ? standing : ofIntegration(vendor_market_map_id)}) sent
    where p.product_id = ${product_id}`.execute(db)
  return rows[0]
}

const finding = (step: string, mark: Mark, text: string): Finding => ({ step, mark, text })

/** The product's state at each step from its feed to the stores. */
const findingsOf = (p: Facts): Finding[] => [
  ...feedFindings(p),
  ...catalogueFindings(p),
  imageFinding(p),
  indexFinding(p),
  finding('Variants', p.mapping_status === 'queued' ? 'note' : 'fine', variantText(p)),
  finding(
    'Vendors',
    p.subscribers > 0 ? 'fine' : 'note',
    `${many(p.subscribers, 'subscriber')}, ${many(p.integrations, 'active integration')}; ` +
      `browsing is ${p.allow_browse === 1 ? 'public' : 'not public'}`,
  ),
  finding(
    'Stores',
    p.stores_sent > 0 && p.stores_sent === p.stores && p.stores_behind === 0 ? 'fine' : 'note',
    standsIn(p),
  ),
]

function feedFindings(p: Facts): Finding[] {
  const findings: Finding[] = []
  if (p.last_state && !goodStates.some((state) => state === p.last_state))
    findings.push(
      finding('Feed', 'wrong', `Run ${p.last_run_id} was ${p.last_state}: ${p.last_reason ?? ''}`),
    )
  else
    findings.push(
      finding('Feed', 'fine', p.last_run_id ? `Run ${p.last_run_id} was ${p.last_state}` : 'No run yet'),
    )
  const ageHours = p.last_good_tm ? (databaseNow() - Date.parse(p.last_good_tm)) / 3_600_000 : 0
  const allowedHours = p.max_file_age_allowed_in_days * 24
  if (ageHours > allowedHours) {
    const text = `Last good run ${Math.floor(ageHours)} h ago (limit ${allowedHours} h)`
    findings.push(finding('Feed', 'wrong', text))
  }
  return findings
}

function catalogueFindings(p: Facts): Finding[] {
  const findings = [
    p.gone_tm
      ? finding('Catalog', 'wrong', 'Missing from the feed, so it is not for sale')
      : finding('Catalog', 'fine', `Last changed by run ${p.updated_run_id}, ${p.quantity} in stock`),
  ]
  if (p.quantity === 0 && !p.gone_tm)
    findings.push(finding('Catalog', 'note', 'Out of stock at the supplier'))
  if (p.wholesale_price === null) findings.push(finding('Price', 'wrong', 'The feed has no price'))
  else findings.push(finding('Price', 'fine', `Costs ${costText(p, p.wholesale_price)}`))
  return findings
}

function imageFinding(p: Facts): Finding {
  if (!p.images) return finding('Images', 'note', 'The feed has no images')
  if (p.image_reasons) return finding('Images', p.images_good > 0 ? 'note' : 'wrong', p.image_reasons)
  if (p.images_good === 0) return finding('Images', 'note', 'Not checked yet')
  return finding('Images', 'fine', `${p.images_good} OK`)
}

function indexFinding(p: Facts): Finding {
  if (p.index_behind) return finding('Search index', 'note', 'A change is waiting for the next sync')
  return p.indexed
    ? finding('Search index', 'fine', 'Up to date')
    : finding('Search index', 'wrong', 'Missing')
}

function variantText({ mapping_status }: Facts): string {
  if (mapping_status === 'mapped') return 'Mapped to a parent'
  return mapping_status === 'queued' ? 'Waiting to be mapped' : 'Not a variant'
}

/** In the product's own currency, else the vendor's, as for prices; else without a currency. */
function costText({ currency, vendor_currency_id: vendors }: Facts, cost: string): string {
  const ownCurrency = Object.keys(sellingCurrencies).find(
    (id) => sellingCurrencies[Number(id) as keyof typeof sellingCurrencies] === currency,
  )
  const currencyName = currencySigns[Number(currency === null ? vendors : ownCurrency)]
  const sign = currencyName ?? (currency === null ? '' : `${currency} `)
  return `${sign}${exactly(moneyText(nearestCent(money(cost))), null)}`
}

/** The stores that list it, of any vendor. */
const standing = sql`
  store_product sp
  join vendor_store st using (vendor_store_id)
  where sp.product_id = p.product_id and sp.in_store`
/** The stores of one integration, whether they list it or not. */
const ofIntegration = (id: number) => sql`
  vendor_market_map m
  join vendor_store st using (vendor_id, market_id)
  left join store_product sp on sp.vendor_store_id = st.vendor_store_id and sp.product_id = p.product_id
  where m.vendor_market_map_id = ${id}`

function standsIn({ stores, stores_sent: sentStores, stores_behind: behind }: Facts): string {
  if (sentStores === 0)
    return stores > 1 ? `Not listed in any of ${count(stores)} stores` : 'Not listed in any store'
  const storesText =
    sentStores === stores ? many(sentStores, 'store') : `${count(sentStores)} of ${many(stores, 'store')}`
  const late = behind === 0 ? 'up to date' : `${count(behind)} waiting for an update`
  return `Listed in ${storesText}, ${late}`
}

interface Facts {
  sku: string
  title: string | null
  quantity: number
  wholesale_price: string | null
  currency: string | null
  vendor_currency_id: number | null
  gone_tm: string | null
  images: string | null
  allow_browse: number
  max_file_age_allowed_in_days: number
  updated_run_id: number
  last_run_id: number | null
  last_state: string | null
  last_reason: string | null
  last_good_tm: string | null
  images_good: number
  image_reasons: string | null
  indexed: boolean
  index_behind: boolean
  mapping_status: string | null
  subscribers: number
  integrations: number
  stores: number
  stores_sent: number
  stores_behind: number
}
