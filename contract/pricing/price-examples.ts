import { pricing, type PricedProduct, type PriceSettings } from './price.ts'
import { priceRule, type PriceRule } from './rules.ts'

// Rules, a product and an integration that tests price.

export const rule = (values: Partial<Record<keyof PriceRule, unknown>>): PriceRule =>
  priceRule.parse({ markup_type_id: 1, markup_value: '0', ...values })
export const product = (values: Partial<PricedProduct> = {}): PricedProduct => ({
  dropshipper_id: 1,
  manufacturer: 'Bosch',
  categories: 'Garden > Tools > Saws',
  wholesale_price: '10.0000',
  msrp: '30.0000',
  map_price: null,
  dropship_fee: '1.5000',
  shipping_cost: '4.2500',
  currency: null,
  ...values,
})
export const strict: PriceSettings = {
  market_id: 7,
  sell_below_map: false,
  allow_ignore_brand_map: false,
  allow_price_override_below_map: false,
}
export const price = (
  rules: Partial<Record<keyof PriceRule, unknown>>[],
  values: Partial<PricedProduct> = {},
  settings: Partial<PriceSettings> = {},
) => pricing(rules.map(rule))(product(values), { ...strict, ...settings })
