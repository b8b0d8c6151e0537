import { settingLabels } from '#contract/integrations/settings.ts'
import type { WhyShown } from '#contract/pricing/shown-price.ts'

type Words = string | ((said: string) => string)
const words: Readonly<Record<WhyShown['why'], Words>> = {
  standing: (detail) => `The integration gets no updates: ${detail}`,
  store_synchronize: `“${settingLabels.store_synchronize}” is off, so nothing is sent`,
  no_way: 'The store’s file has no destination, so nothing is sent',
  untold: 'Prices aren’t sent to this market',
  skip_price_updates: `“${settingLabels.skip_price_updates}” is on, so the price doesn’t change`,
  no_rules: 'No price rules, so the price doesn’t change',
  gone: 'The product is inactive or missing from its feed, so the price doesn’t change',
  no_price: 'The product has no price now, so the store shows it sold out at the old price',
  held: 'is held for approval',
  stopped: (detail) => `The store’s updates are stopped: ${detail}`,
  refused: (detail) => `The market refused it: ${detail}`,
  sending: 'is running',
  back: (detail) =>
    `was rolled back${because(detail)}. The old price stays until the product or a rule changes`,
  discarded: (detail) => `was rejected later${because(detail)}`,
  waits: 'Waiting for the market',
  next: 'Will be checked in the next update',
}
const because = (detail: string) => (detail === '' ? '' : `, “${detail}”`)

/** Why a store shows another price, in words; for an update, the words after its number. */
export function shownSentence({ why: reason, text }: WhyShown): string {
  const template = words[reason]
  return typeof template === 'string' ? template : template(text ?? '')
}
