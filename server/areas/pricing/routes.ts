import type { Handlers } from '#server/platform/http/http.ts'
import { getPriceChain } from './price-chain.ts'
import { listPriceRules } from './read.ts'
import { listRuleNames } from './rule-names.ts'
import { savePriceRules } from './save-price-rules.ts'
import { weighPriceRules } from './weigh-price-rules.ts'

export const pricingRoutes: Handlers<'pricing'> = {
  listPriceRules,
  listRuleNames,
  savePriceRules,
  weighPriceRules,
  getPriceChain,
}
