import { settingLabels } from '#contract/integrations/settings.ts'
import type { WhyShown } from '#contract/pricing/shown-price.ts'

type Words = string | ((said: string) => string)
const words: Readonly<Record<WhyShown['why'], Words>> = {
  standing: (said) => `The integration isn’t kept up to date: ${said}`,
  store_synchronize: `“${settingLabels.store_synchronize}” is off, nothing is sent`,
  no_way: 'Nothing is sent to this store: its file goes nowhere',
  untold: 'Its market is told no prices',
  skip_price_updates: `“${settingLabels.skip_price_updates}” is on, the price there stays`,
  no_rules: 'There is no price rule: the price there stays',
  gone: 'The product is inactive or gone from its feed: the price there stays',
  no_price: 'It has no price now: it is sold out there, and the price there stays',
  held: 'is held for a decision',
  stopped: (said) => `The store’s updates are stopped: ${said}`,
  refused: (said) => `The market refuses it: ${said}`,
  sending: 'is under way',
  back: (said) => `took back what was sent${because(said)}; that stays until the product or a rule changes`,
  discarded: (said) => `was discarded after that${because(said)}`,
  waits: 'It waits for the market',
  next: 'It is looked at in the next update',
}
const because = (said: string) => (said === '' ? '' : `, “${said}”`)

/** Why a store shows another price, in words; of an update, what stands after its name. */
export function shownSentence({ why, text }: WhyShown): string {
  const of = words[why]
  return typeof of === 'string' ? of : of(text ?? '')
}
