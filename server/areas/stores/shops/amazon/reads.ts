import { marketVersions } from '../versions.ts'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { numberOrText } from '../orders.ts'
import type { Bucket, Reads, Shown, TellRow } from '../market.ts'
import { askAmazon, type AmazonAccount } from './account.ts'

const skusPerSearch = 20
/** For each seller, by the usage plan of searching listings. */
const questions: Bucket = { name: 'listing searches', limit: 5, seconds: 1, unit: 'requests' }
/** What a new listing takes until it is found. */
const settleSeconds = 24 * 3600

const searchAnswer = z.object({
  items: z.array(
    z.object({
      sku: z.string(),
      summaries: z.array(z.object({ status: z.array(z.string()).default([]) })).default([]),
      offers: z
        .array(
          z.object({
            offerType: z.string().default('B2C'),
            price: z.object({ amount: numberOrText }).nullish(),
          }),
        )
        .default([]),
      fulfillmentAvailability: z
        .array(z.object({ fulfillmentChannelCode: z.string(), quantity: z.number().nullish() }))
        .default([]),
    }),
  ),
})
type Listing = z.output<typeof searchAnswer>['items'][number]

/** A seller's listings, by their SKUs. */
export const amazonReads = (account: AmazonAccount): Reads & { bucket: Bucket } => ({
  bucket: questions,
  settleSeconds,
  most: skusPerSearch * questions.limit,
  of: (rows) => readListings(account, rows),
})

async function readListings(account: AmazonAccount, rows: readonly TellRow[]): Promise<Shown[]> {
  const listings: Shown[] = []
  for (const [i, skus] of searches(rows.map(({ sku }) => sku)).entries()) {
    if (i > 0 && i % questions.limit === 0) await setTimeout(questions.seconds * 1000)
    listings.push(...(await searchListings(account, skus)).map(toShown))
  }
  return listings
}

/** A list is separated by commas, even encoded ones: a SKU with a comma is searched alone. */
function searches(skus: readonly string[]): string[][] {
  const listableSkus = skus.filter((sku) => !sku.includes(','))
  const lists = Array.from({ length: Math.ceil(listableSkus.length / skusPerSearch) }, (_, i) =>
    listableSkus.slice(i * skusPerSearch, (i + 1) * skusPerSearch),
  )
  return [...lists, ...skus.filter((sku) => sku.includes(',')).map((sku) => [sku])]
}

async function searchListings(account: AmazonAccount, skus: readonly string[]): Promise<Listing[]> {
  const query = new URLSearchParams({
    marketplaceIds: account.marketplace.id,
    identifiersType: 'SKU',
    identifiers: skus.join(','),
    includedData: 'summaries,offers,fulfillmentAvailability',
    pageSize: String(skusPerSearch),
  })
  const path = `listings/${marketVersions.amazonListings.version}/items/${encodeURIComponent(account.sellerId)}?${query.toString()}`
  const answer = searchAnswer as z.ZodType<z.output<typeof searchAnswer>>
  return (await askAmazon(account, { path, answer })).body.items
}

function toShown({ sku, summaries, offers, fulfillmentAvailability }: Listing): Shown {
  const price = offers.find((offer) => offer.offerType === 'B2C')?.price
  // of what Amazon ships itself it has its own count
  const quantity = fulfillmentAvailability.find(
    (stock) => stock.fulfillmentChannelCode === 'DEFAULT',
  )?.quantity
  const isBuyable = summaries.some(({ status }) => status.includes('BUYABLE'))
  return {
    sku,
    remote: {},
    ...(price && { price: price.amount }),
    ...(typeof quantity === 'number' && { quantity }),
    // what is sold out can't be bought either
    ...(!isBuyable && (quantity ?? 0) > 0 && { active: false }),
  }
}
