import { z } from 'zod'

const n = z.number()
const storeEffects = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  products: n.describe('counted products of the supplier'),
  selling: n.describe('products that it sells with the saved settings'),
  zeroed: n.describe('of these, set to 0'),
  hidden: n.describe('of these, made inactive'),
  deleted: n,
  restocked: n.describe('products back in stock'),
  created: n.describe('new products added'),
  dropped: n.describe('new products no longer added'),
  price_changed: n,
  price_beyond: n.describe('of these, by more than the store’s limit'),
  list_price_changed: n,
  quantity_changed: n.describe('apart from products that sell out or return'),
  content_changed: n,
  silenced: n.describe('products that would no longer be updated'),
  prices_left: n.describe('prices no longer sent'),
  quantities_left: n.describe('quantities no longer sent'),
  contents_left: n.describe('products whose content is no longer sent'),
  price_bound_percent: n,
  asks: z.array(z.string()).describe('why the update would be held for approval'),
  stops: z.string().nullable().describe('why updates stop: the market uses another currency'),
})
export type StoreEffects = z.output<typeof storeEffects>

/** What settings that are typed would change of what an integration's stores show. */
export const integrationEffects = z.object({
  complete: z.boolean().describe('false: too many products to count in time'),
  stores: z.array(storeEffects).describe('affected stores, by name'),
})
export type IntegrationEffects = z.output<typeof integrationEffects>
