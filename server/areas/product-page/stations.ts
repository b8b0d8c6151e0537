import { stations as order, type Station, type StationName } from '#contract/product-page/chain.ts'
import type { Product } from '#contract/product-page/product.ts'
import type { HeldChange } from '#server/areas/feeds/public.ts'
import type { ExplainedListing, Finding } from '#server/areas/stores/public.ts'

export interface ChainFacts {
  product: Product
  vendor: { company: string; custom_feed_id: number | null } | null
  findings: readonly Finding[]
  /** The held run of the product's feed, and of the vendor's custom feed beside it. */
  held: HeldChange | undefined
  customHeld: HeldChange | undefined
  /** For the vendor's integration; none: no vendor is named, or it has no integration. */
  explained: ExplainedListing | undefined
}

/** The chain's stations in order, each with what was found there. */
export const toStations = (facts: ChainFacts): Station[] =>
  order.map((name) => {
    const findings = findingsAt[name](facts)
    return { station: name, mark: worst(findings), summary: summaryOf(name, facts, findings), findings }
  })

/**
 * The station that decides what is shown: first what takes the product off sale, then what keeps the store from
 * being sent it, last a feed that isn't read any more.
 */
export const brokenStation = (stations: readonly Station[]): StationName | null =>
  decisive.find((name) => stations.some((one) => one.station === name && one.mark === 'wrong')) ?? null
const decisive: readonly StationName[] = ['catalog', 'custom_feed', 'price', 'store', 'feed']

const findingsAt: Record<StationName, (facts: ChainFacts) => Finding[]> = {
  feed: feedFindings,
  catalog: catalogFindings,
  custom_feed: customFeedFindings,
  price: priceFindings,
  store: storeFindings,
}

const worst = (findings: readonly Finding[]): Station['mark'] => {
  if (findings.length === 0) return 'none'
  if (findings.some((one) => one.mark === 'wrong')) return 'wrong'
  return findings.some((one) => one.mark === 'note') ? 'note' : 'fine'
}
const ofStep = ({ findings }: ChainFacts, ...steps: readonly string[]) =>
  findings.filter((one) => steps.includes(one.step))
const asNote = (finding: Finding): Finding =>
  finding.mark === 'wrong' ? { ...finding, mark: 'note' } : finding

/** A held file that leaves the product as it is doesn't break its chain. */
function feedFindings(facts: ChainFacts): Finding[] {
  const feed = ofStep(facts, 'Feed')
  const { held } = facts
  if (!held) return feed
  const isTouched = held.change !== 'same'
  const change: Finding = { step: 'Held file', mark: isTouched ? 'wrong' : 'note', text: heldText(held) }
  return [...(isTouched ? feed : feed.map(asNote)), change]
}
export const heldText = ({ feed_run_id, change }: HeldChange): string =>
  `Run ${feed_run_id} ${heldTexts[change]}`
const heldTexts: Record<HeldChange['change'], string> = {
  gone: 'is held; its file no longer has this SKU',
  new: 'is held; its file has this SKU again',
  changed: 'is held; its file changes this product',
  same: 'is held; its file leaves this product unchanged',
  unknown: 'is held; whether its file changes this product isn’t stored',
}

/** What doesn't take the product off sale is no more than a note. */
function catalogFindings(facts: ChainFacts): Finding[] {
  const { explained } = facts
  const catalog = ofStep(facts, 'Catalog')
  const rest = ofStep(facts, 'Images', 'Search index', 'Variants').map(asNote)
  if (explained?.available) return [explained.available, ...catalog, ...rest]
  // its custom feed may have what the supplier's feed no longer has
  return [...(explained?.active ? catalog.map(asNote) : catalog), ...rest]
}

function customFeedFindings({ explained, customHeld, product, vendor }: ChainFacts): Finding[] {
  const findings = explained?.customFeed ?? []
  if (vendor === null && product.own_feed !== null)
    return [{ step: 'Custom feed', mark: 'note', text: `Only ${product.own_feed.company} has this product` }]
  if (!customHeld || findings.length === 0) return [...findings]
  const mark = customHeld.change === 'same' ? 'note' : 'wrong'
  return [...findings, { step: 'Held file', mark, text: heldText(customHeld) }]
}

function priceFindings(facts: ChainFacts): Finding[] {
  const { explained, product } = facts
  const findings = explained ? explained.price : ofStep(facts, 'Price')
  return hasUnknownCurrency(product) ? [...findings, unknownCurrency] : findings
}
const unknownCurrency: Finding = { step: 'Currency', mark: 'note', text: 'Currency unknown' }

/** Neither the feed nor the supplier says what currency the price is in. */
export const hasUnknownCurrency = ({ wholesale_price, currency }: Product): boolean =>
  wholesale_price !== null && currency === null

function storeFindings(facts: ChainFacts): Finding[] {
  const { vendor, explained } = facts
  if (!vendor) return ofStep(facts, 'Vendors', 'Stores')
  if (!explained)
    return [
      { step: 'Integration', mark: 'wrong', text: `${vendor.company} has no integration with this supplier` },
    ]
  const stores = explained.stores.flatMap((store) => store.findings)
  return [explained.integration, ...(explained.noStore ? [explained.noStore] : []), ...stores]
}

/** The station in a few words. */
function summaryOf(name: StationName, facts: ChainFacts, findings: readonly Finding[]): string {
  const wrong = findings.find((one) => one.mark === 'wrong')
  if (wrong) return wrong.text
  const { explained, product, vendor } = facts
  if (findings.length === 0) return name === 'custom_feed' ? noCustomFeed(vendor) : 'Nothing to check'
  switch (name) {
    case 'catalog':
      return product.active ? `${product.quantity} in stock` : 'Inactive'
    case 'price':
      return [findings.findLast((one) => one.mark === 'fine')?.text ?? findings[0]?.text ?? '']
        .concat(findings.length > 1 && findings.includes(unknownCurrency) ? 'currency unknown' : [])
        .join(', ')
    case 'store': {
      const shown = explained?.stores.find((store) => store.in_store)
      return shown
        ? `${shown.vendor_store_name}${shown.quantity === null ? '' : ` shows ${shown.quantity}`}`
        : (findings.at(-1)?.text ?? '')
    }
    default:
      return (findings.find((one) => one.mark === 'note') ?? findings[0])?.text ?? ''
  }
}
const noCustomFeed = (vendor: ChainFacts['vendor']) => (vendor === null ? 'Choose a vendor' : 'None')
