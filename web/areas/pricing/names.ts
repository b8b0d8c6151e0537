import type { PricingView } from '#contract/pricing/price-rules.ts'
import type { RuleNames } from '#contract/pricing/price-steps.ts'

/** What a vendor's suppliers and markets are called. */
export const namesOf = ({ suppliers, markets }: PricingView): RuleNames => ({
  supplier: (id) => suppliers.find((s) => s.dropshipper_id === id)?.dropshipper_name ?? `supplier ${id}`,
  market: (id) => markets.find((m) => m.market_id === id)?.market_name ?? `market ${id}`,
})
