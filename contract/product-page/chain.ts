import { z } from 'zod'
import { moment } from '../values.ts'

/** From the supplier's file to the shelf, in order. */
export const stations = ['feed', 'catalog', 'custom_feed', 'price', 'store'] as const
export type StationName = (typeof stations)[number]
export const stationTitles: Readonly<Record<StationName, string>> = {
  feed: 'Feed',
  catalog: 'Catalog',
  custom_feed: 'Custom feed',
  price: 'Price',
  store: 'Store',
}

const finding = z.object({
  step: z.string(),
  mark: z.enum(['fine', 'note', 'wrong']),
  text: z.string(),
})

/** A piece of a sentence: words, a moment or a record, which the reader's screen writes and links. */
const part = z.union([
  z.string(),
  z.object({ tm: moment }),
  z.object({ feed_run_id: z.number(), held: z.boolean() }),
  z.object({ store_update_id: z.number(), vendor_store_id: z.number() }),
])
export type SentencePart = z.output<typeof part>

const station = z.object({
  station: z.enum(stations),
  mark: z.enum(['fine', 'note', 'wrong', 'none']).describe('none: the chain doesn’t pass it'),
  summary: z.string(),
  findings: z.array(finding),
})
export type Station = z.output<typeof station>

/** Why a product is sold as it is, or isn't. */
export const productChain = z.object({
  vendor: z
    .object({
      vendor_id: z.number(),
      company: z.string(),
      integrations: z.array(
        z.object({
          vendor_market_map_id: z.number(),
          market_name: z.string(),
          status: z.string(),
        }),
      ),
      vendor_market_map_id: z.number().nullable().describe('the integration whose chain this is'),
    })
    .nullable(),
  stations: z.array(station),
  broken: z.enum(stations).nullable().describe('the first station with a problem that counts; null: none'),
  sentence: z.array(part),
})
export type ProductChain = z.output<typeof productChain>
