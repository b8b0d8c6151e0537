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
  if (stores.length === 0)
    return [{ text: 'No store takes anything of it yet: nothing changes there.', grave: false }]
  return [
    ...stores.map((store) => storeInWords(store, stores.length > 1 ? `${store.vendor_store_name}: ` : '')),
    ...sentenceIf(resends, 'Each update sends every product again, changed or not.').map((text) => ({
      text,
      grave: false,
    })),
    ...(complete ? [] : [{ text: 'There are more products than could be counted in time.', grave: false }]),
  ]
}

function storeInWords(effects: StoreEffects, name: string): EffectSentence {
  if (effects.stops !== null && effects.products > 0)
    return { text: `${name}Its updates stop before anything is told. ${effects.stops}`, grave: true }
  if (effects.products === 0)
    return { text: `${name}Nothing of it is sent: nothing changes in the store.`, grave: false }
  const parts = [...lossesOf(effects), ...leftoversOf(effects), ...changesOf(effects)]
  if (parts.length === 0)
    return {
      text: `${name}Nothing of ${many(effects.products, 'product')} changes in the store.`,
      grave: false,
    }
  const asks = effects.asks.length > 0 ? ' The update that brings this would wait for a decision.' : ''
  const grave = lossesOf(effects).length > 0 || leftoversOf(effects).length > 0 || asks !== ''
  return { text: `${name}${parts.join('; ')}.${asks}`, grave }
}

const sentenceIf = (n: number | boolean, text: string): string[] => (Number(n) > 0 ? [text] : [])
const products = (n: number) => many(n, 'product')

const lossesOf = (effects: StoreEffects): string[] => [
  ...sentenceIf(
    effects.silenced,
    `${products(effects.silenced)} would be told nothing any more, sold out or not`,
  ),
  ...sentenceIf(effects.deleted, `${products(effects.deleted)} would be deleted from the store`),
  ...sentenceIf(effects.zeroed, `${count(effects.zeroed)} of ${products(effects.selling)} would go to 0`),
  ...sentenceIf(
    effects.hidden,
    `${count(effects.hidden)} of ${products(effects.selling)} would be made inactive`,
  ),
]
/** What stays in the store whatever the feed says. */
const leftoversOf = (effects: StoreEffects): string[] => [
  ...sentenceIf(
    effects.quantities_left,
    `${many(effects.quantities_left, 'quantity')} would stay as they are, sold out or not`,
  ),
  ...sentenceIf(
    effects.prices_left,
    `${many(effects.prices_left, 'price')} would stay as they are, whatever the rules say`,
  ),
  ...sentenceIf(
    effects.contents_left,
    `descriptions of ${products(effects.contents_left)} would stay as they are (texts, images, category and attributes)`,
  ),
]
const changesOf = (effects: StoreEffects): string[] => [
  ...sentenceIf(effects.created, `${many(effects.created, 'new product')} would be added`),
  ...sentenceIf(effects.dropped, `${many(effects.dropped, 'new product')} wouldn’t be added any more`),
  ...sentenceIf(effects.restocked, `${products(effects.restocked)} would be sold again`),
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
    `descriptions of ${products(effects.content_changed)} would change (texts, images, category or attributes)`,
  ),
]
/** Products that sell out or return are counted in earlier sentences. */
const otherQuantity = (effects: StoreEffects) =>
  effects.zeroed + effects.hidden + effects.restocked > 0 ? 'other quantity' : 'quantity'
const beyondText = ({ price_beyond: n, price_bound_percent: bound }: StoreEffects) =>
  n > 0 ? `, ${count(n)} of them by more than ${bound}%` : ''
