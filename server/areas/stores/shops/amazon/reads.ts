import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { plain } from '../orders.ts'
import type { Bucket, Reads, Shown } from '../market.ts'

const atOnce = 20
/** For each seller, by the usage plan of searching listings. */
const questions: Bucket = { name: 'listing questions', limit: 5, seconds: 1, unit: 'requests' }
/** What a new listing takes until it is found. */
const settleSeconds = 24 * 3600

const found = z.object({
  items: z.array(
    z.object({
      sku: z.string(),
      summaries: z.array(z.object({ status: z.array(z.string()).default([]) })).default([]),
      offers: z
        .array(
          z.object({ offerType: z.string().default('B2C'), price: z.object({ amount: plain }).nullish() }),
        )
        .default([]),
      fulfillmentAvailability: z
        .array(z.object({ fulfillmentChannelCode: z.string(), quantity: z.number().nullish() }))
        .default([]),
    }),
  ),
})
type Found = z.output<typeof found>
type Asked = <T>(path: string, answer: z.ZodType<T>) => Promise<{ body: T }>

/** A seller's listings, by their SKUs. */
export function openAmazonReads(
  asked: Asked,
  seller: string,
  marketplaceIds: string,
): Reads & { bucket: Bucket } {
  const search = async (skus: readonly string[]): Promise<Found['items']> => {
    const query = new URLSearchParams({
      marketplaceIds,
      identifiersType: 'SKU',
      identifiers: skus.join(','),
      includedData: 'summaries,offers,fulfillmentAvailability',
      pageSize: String(atOnce),
    })
    const path = `listings/2021-08-01/items/${encodeURIComponent(seller)}?${query.toString()}`
    return (await asked(path, found as z.ZodType<Found>)).body.items
  }
  return {
    bucket: questions,
    settleSeconds,
    most: atOnce * questions.limit,
    async of(rows) {
      const shown: Shown[] = []
      for (const [i, skus] of searches(rows.map(({ sku }) => sku)).entries()) {
        if (i > 0 && i % questions.limit === 0) await setTimeout(questions.seconds * 1000)
        shown.push(...(await search(skus)).map(shownOf))
      }
      return shown
    },
  }
}
/** A list is by commas, even by encoded ones: a SKU with one is searched alone. */
function searches(skus: readonly string[]): string[][] {
  const listed = skus.filter((sku) => !sku.includes(','))
  const lists = Array.from({ length: Math.ceil(listed.length / atOnce) }, (_, i) =>
    listed.slice(i * atOnce, (i + 1) * atOnce),
  )
  return [...lists, ...skus.filter((sku) => sku.includes(',')).map((sku) => [sku])]
}

function shownOf({ sku, summaries, offers, fulfillmentAvailability }: Found['items'][number]): Shown {
  const price = offers.find((offer) => offer.offerType === 'B2C')?.price
  // of what Amazon ships itself it has its own count
  const quantity = fulfillmentAvailability.find((own) => own.fulfillmentChannelCode === 'DEFAULT')?.quantity
  const buyable = summaries.some(({ status }) => status.includes('BUYABLE'))
  return {
    sku,
    remote: {},
    ...(price && { price: price.amount }),
    ...(typeof quantity === 'number' && { quantity }),
    // what is sold out can't be bought either
    ...(!buyable && (quantity ?? 0) > 0 && { active: false }),
  }
}
