import { z } from 'zod'

const n = z.number()
const storeEffects = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  products: n.describe('of the supplier, that were counted'),
  selling: n.describe('products of the supplier that it sells by the kept settings'),
  zeroed: n.describe('of those, what would go to 0'),
  hidden: n.describe('of those, what would be made inactive'),
  deleted: n,
  restocked: n.describe('what would be sold again'),
  created: n.describe('new products that would be added'),
  dropped: n.describe('new products that wouldn’t be added any more'),
  price_changed: n,
  price_beyond: n.describe('of those, by more than the store’s bound'),
  list_price_changed: n,
  quantity_changed: n.describe('beside what sells out or is sold again'),
  content_changed: n,
  silenced: n.describe('products that nothing would be told of any more'),
  prices_left: n.describe('prices that wouldn’t be told any more'),
  quantities_left: n.describe('quantities that wouldn’t be told any more'),
  contents_left: n.describe('products of which the content wouldn’t be told any more'),
  price_bound_percent: n,
  asks: z.array(z.string()).describe('why the update that brings this would wait for a decision'),
  stops: z
    .string()
    .nullable()
    .describe('why it is stopped before it is told: its market takes another currency'),
})
export type StoreEffects = z.output<typeof storeEffects>

/** What settings that are typed would change of what an integration's stores show. */
export const integrationEffects = z.object({
  complete: z.boolean().describe('false: there are more than could be counted in time'),
  stores: z.array(storeEffects).describe('those that take something, by name'),
})
export type IntegrationEffects = z.output<typeof integrationEffects>
