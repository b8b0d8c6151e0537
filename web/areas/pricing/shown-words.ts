import { settingLabels } from '#contract/integrations/settings.ts'
import type { WhyShown } from '#contract/pricing/shown-price.ts'

type Words = string | ((said: string) => string)
const words: Readonly<Record<WhyShown['why'], Words>> = {
  standing: (detail) => `The integration isn’t kept up to date: ${detail}`,
  store_synchronize: `“${settingLabels.store_synchronize}” is off, nothing is sent`,
  no_way: 'Nothing is sent to this store: its file goes nowhere',
  untold: 'Its market is told no prices',
  skip_price_updates: `“${settingLabels.skip_price_updates}” is on, the price there stays`,
  no_rules: 'There is no price rule: the price there stays',
  gone: 'The product is inactive or gone from its feed: the price there stays',
  no_price: 'It has no price now: it is sold out there, and the price there stays',
  held: 'is held for a decision',
  stopped: (detail) => `The store’s updates are stopped: ${detail}`,
  refused: (detail) => `The market refuses it: ${detail}`,
  sending: 'is under way',
  back: (detail) =>
    `took back what was sent${because(detail)}; that stays until the product or a rule changes`,
  discarded: (detail) => `was discarded after that${because(detail)}`,
  waits: 'It waits for the market',
  next: 'It is looked at in the next update',
}
const because = (detail: string) => (detail === '' ? '' : `, “${detail}”`)

/** Why a store shows another price, in words; for an update, the words after its number. */
export function shownSentence({ why: reason, text }: WhyShown): string {
  const template = words[reason]
  return typeof template === 'string' ? template : template(text ?? '')
}
