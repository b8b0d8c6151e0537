import type { IntegrationEffects, StoreEffects } from '#contract/integrations/effects.ts'
import { count, many } from '#contract/words.ts'

interface Said {
  text: string
  /** Something is lost, or goes stale. */
  grave: boolean
}

/**
 * What settings change in the stores: a sentence a store, and what couldn't be counted.
 *
 * @param resends each update sends everything by them, and did not before
 */
export function effectsInWords({ stores, complete }: IntegrationEffects, resends = false): Said[] {
  if (stores.length === 0)
    return [{ text: 'No store takes anything of it yet: nothing changes there.', grave: false }]
  return [
    ...stores.map((of) => storeInWords(of, stores.length > 1 ? `${of.vendor_store_name}: ` : '')),
    ...said(resends, 'Each update sends every product again, changed or not.').map((text) => ({
      text,
      grave: false,
    })),
    ...(complete ? [] : [{ text: 'There are more products than could be counted in time.', grave: false }]),
  ]
}

function storeInWords(of: StoreEffects, name: string): Said {
  if (of.stops !== null && of.products > 0)
    return { text: `${name}Its updates stop before anything is told. ${of.stops}`, grave: true }
  if (of.products === 0)
    return { text: `${name}Nothing of it is sent: nothing changes in the store.`, grave: false }
  const parts = [...lost(of), ...left(of), ...changed(of)]
  if (parts.length === 0)
    return { text: `${name}Nothing of ${many(of.products, 'product')} changes in the store.`, grave: false }
  const asks = of.asks.length > 0 ? ' The update that brings this would wait for a decision.' : ''
  const grave = lost(of).length > 0 || left(of).length > 0 || asks !== ''
  return { text: `${name}${parts.join('; ')}.${asks}`, grave }
}

const said = (n: number | boolean, text: string): string[] => (Number(n) > 0 ? [text] : [])
const products = (n: number) => many(n, 'product')

const lost = (of: StoreEffects): string[] => [
  ...said(of.silenced, `${products(of.silenced)} would be told nothing any more, sold out or not`),
  ...said(of.deleted, `${products(of.deleted)} would be deleted from the store`),
  ...said(of.zeroed, `${count(of.zeroed)} of ${products(of.selling)} would go to 0`),
  ...said(of.hidden, `${count(of.hidden)} of ${products(of.selling)} would be made inactive`),
]
/** What stays there whatever the feed says. */
const left = (of: StoreEffects): string[] => [
  ...said(
    of.quantities_left,
    `${many(of.quantities_left, 'quantity')} would stay as they are, sold out or not`,
  ),
  ...said(of.prices_left, `${many(of.prices_left, 'price')} would stay as they are, whatever the rules say`),
  ...said(
    of.contents_left,
    `descriptions of ${products(of.contents_left)} would stay as they are (texts, images, category and attributes)`,
  ),
]
const changed = (of: StoreEffects): string[] => [
  ...said(of.created, `${many(of.created, 'new product')} would be added`),
  ...said(of.dropped, `${many(of.dropped, 'new product')} wouldn’t be added any more`),
  ...said(of.restocked, `${products(of.restocked)} would be sold again`),
  ...said(of.price_changed, `${many(of.price_changed, 'price')} would change${beyond(of)}`),
  ...said(of.list_price_changed, `${many(of.list_price_changed, 'list price')} would change`),
  ...said(of.quantity_changed, `${many(of.quantity_changed, otherQuantity(of))} would change`),
  ...said(
    of.content_changed,
    `descriptions of ${products(of.content_changed)} would change (texts, images, category or attributes)`,
  ),
]
/** What sells out or is sold again stands before, and is counted there. */
const otherQuantity = (of: StoreEffects) =>
  of.zeroed + of.hidden + of.restocked > 0 ? 'other quantity' : 'quantity'
const beyond = ({ price_beyond: n, price_bound_percent: bound }: StoreEffects) =>
  n > 0 ? `, ${count(n)} of them by more than ${bound}%` : ''
