import type { IntegrationEffects, StoreEffects } from '#contract/integrations/effects.ts'
import { count, many } from '#contract/words.ts'

interface EffectSentence {
  text: string
  /** Something is lost or becomes outdated. */
  grave: boolean
}

/**
 * What settings change in the stores: a sentence a store, and what couldn't be counted.
 *
 * @param resends each update sends everything by them, and did not before
 */
export function effectsInWords({ stores, complete }: IntegrationEffects, resends = false): EffectSentence[] {
  if (stores.length === 0) return [{ text: 'No store is connected yet, so nothing changes.', grave: false }]
  return [
    ...stores.map((store) => storeInWords(store, stores.length > 1 ? `${store.vendor_store_name}: ` : '')),
    ...sentenceIf(resends, 'Every update will send all products, changed or not.').map((text) => ({
      text,
      grave: false,
    })),
    ...(complete ? [] : [{ text: 'Too many products to count them all in time.', grave: false }]),
  ]
}

function storeInWords(effects: StoreEffects, name: string): EffectSentence {
  if (effects.stops !== null && effects.products > 0)
    return { text: `${name}Updates would stop. ${effects.stops}`, grave: true }
  if (effects.products === 0) return { text: `${name}Nothing is sent, so nothing changes.`, grave: false }
  const parts = [...lossesOf(effects), ...leftoversOf(effects), ...changesOf(effects)]
  if (parts.length === 0)
    return {
      text: `${name}No changes to ${many(effects.products, 'product')}.`,
      grave: false,
    }
  const asks = effects.asks.length > 0 ? ' The update would be held for approval.' : ''
  const grave = lossesOf(effects).length > 0 || leftoversOf(effects).length > 0 || asks !== ''
  return { text: `${name}${parts.join('; ')}.${asks}`, grave }
}

const sentenceIf = (n: number | boolean, text: string): string[] => (Number(n) > 0 ? [text] : [])
const products = (n: number) => many(n, 'product')

const lossesOf = (effects: StoreEffects): string[] => [
  ...sentenceIf(
    effects.silenced,
    `${products(effects.silenced)} would no longer be updated, even if sold out`,
  ),
  ...sentenceIf(effects.deleted, `${products(effects.deleted)} would be deleted from the store`),
  ...sentenceIf(effects.zeroed, `${count(effects.zeroed)} of ${products(effects.selling)} would be set to 0`),
  ...sentenceIf(
    effects.hidden,
    `${count(effects.hidden)} of ${products(effects.selling)} would be made inactive`,
  ),
]
/** What stays in the store whatever the feed says. */
const leftoversOf = (effects: StoreEffects): string[] => [
  ...sentenceIf(
    effects.quantities_left,
    `${many(effects.quantities_left, 'quantity')} would no longer be updated, even if sold out`,
  ),
  ...sentenceIf(
    effects.prices_left,
    `${many(effects.prices_left, 'price')} would no longer follow the price rules`,
  ),
  ...sentenceIf(
    effects.contents_left,
    `${products(effects.contents_left)} would no longer get content updates (text, images, category and attributes)`,
  ),
]
const changesOf = (effects: StoreEffects): string[] => [
  ...sentenceIf(effects.created, `${many(effects.created, 'new product')} would be added`),
  ...sentenceIf(effects.dropped, `${many(effects.dropped, 'new product')} would no longer be added`),
  ...sentenceIf(effects.restocked, `${products(effects.restocked)} would be back in stock`),
  ...sentenceIf(
    effects.price_changed,
    `${many(effects.price_changed, 'price')} would change${beyondText(effects)}`,
  ),
  ...sentenceIf(effects.list_price_changed, `${many(effects.list_price_changed, 'list price')} would change`),
  ...sentenceIf(
    effects.quantity_changed,
    `${many(effects.quantity_changed, otherQuantity(effects))} would change`,
  ),
  ...sentenceIf(
    effects.content_changed,
    `${products(effects.content_changed)} would get new content (text, images, category or attributes)`,
  ),
]
/** Products that sell out or return are counted in earlier sentences. */
const otherQuantity = (effects: StoreEffects) =>
  effects.zeroed + effects.hidden + effects.restocked > 0 ? 'other quantity' : 'quantity'
const beyondText = ({ price_beyond: n, price_bound_percent: bound }: StoreEffects) =>
  n > 0 ? `, ${count(n)} by more than ${bound}%` : ''
