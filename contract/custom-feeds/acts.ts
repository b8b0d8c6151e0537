import { count, many } from '../words.ts'
import type { CustomFeedView } from './custom-feeds.ts'

/** The facts that decide the effects of an act on a custom feed, before it and in it. */
export type CustomFeedFacts = Pick<
  CustomFeedView,
  | 'active'
  | 'is_restricted'
  | 'custom_price'
  | 'dynamic_pricing_tier'
  | 'dynamic_restricted_access'
  | 'dropshipper_name'
  | 'current_run_id'
  | 'open_run_id'
  | 'no_access'
  | 'products'
  | 'own_products'
  | 'supplier_products'
  | 'indexed_products'
  | 'stores'
  | 'custom_feed_support'
  | 'onboarding'
>
export type CustomFeedAct = 'remove' | 'off' | 'on' | 'reset'
type ActEffects = { refused: string } | { does: string[] }

const list = new Intl.ListFormat('en')
/** What changes for its vendor once it no longer counts, in sentences. */
function ends(f: CustomFeedFacts): string[] {
  if (!f.active) return ['The custom feed is off, so what the vendor sells doesn’t change.']
  const sentences: string[] = []
  const sharedProducts = f.products - f.own_products
  if (f.current_run_id !== null && sharedProducts > 0)
    sentences.push(
      `${many(sharedProducts, 'product')} ${sharedProducts === 1 ? 'uses' : 'use'} the data of ${f.dropshipper_name}’s own feed again: ` +
        `stock${f.custom_price ? ', prices and list prices' : ''}.`,
    )
  if (f.current_run_id !== null && f.own_products > 0)
    sentences.push(
      `${many(f.own_products, 'product')} found only in this feed ${f.own_products === 1 ? 'is' : 'are'} no longer sold.`,
    )
  if (f.current_run_id !== null && f.is_restricted)
    sentences.push(
      `The vendor can sell all ${many(f.supplier_products, 'active product')} of the supplier again, ` +
        'including products not in this feed.',
    )
  if (f.dynamic_pricing_tier !== null)
    sentences.push(`Tier ${f.dynamic_pricing_tier} ends. The supplier’s own wholesale prices apply.`)
  if (f.dynamic_restricted_access)
    sentences.push('Access granted by the feed ends. Access granted by staff stays.')
  if (sentences.length === 0)
    sentences.push('The feed has no products yet, so what the vendor sells doesn’t change.')
  return [...sentences, ...toldStores(f)]
}

/** What its stores get, in a sentence; empty if there are none. */
const toldStores = ({ stores }: CustomFeedFacts): string[] =>
  stores.length === 0 ? [] : [`The next update sends the changes to ${list.format(stores)}.`]
const pendingTools = ({ custom_feed_support, onboarding }: CustomFeedFacts): string[] =>
  custom_feed_support !== 1 || onboarding === 0
    ? []
    : [
        `The supplier requires a custom feed. The Tools step of ${many(onboarding, 'integration')} ` +
          'stays pending until a new custom feed is added.',
      ]

const acts: Readonly<Record<CustomFeedAct, (f: CustomFeedFacts) => ActEffects>> = {
  remove(f) {
    if (f.open_run_id !== null)
      return { refused: `Run ${f.open_run_id} is in progress. Terminate it or wait until it ends` }
    return {
      does: [
        ...ends(f),
        ...pendingTools(f),
        'Settings, password, files and runs are permanently deleted.',
        'The subscription and integrations stay.',
      ],
    }
  },
  off: (f) =>
    f.active
      ? { does: [...ends(f), 'Scheduled runs stop. Settings and products are kept.'] }
      : { refused: 'The custom feed is already off' },
  on(f) {
    if (f.active) return { refused: 'The custom feed is already on' }
    const products =
      f.current_run_id === null
        ? 'The feed has no products yet. It takes effect with its first applied run.'
        : `Its ${many(f.products, 'active product')} ${f.products === 1 ? 'takes' : 'take'} effect again.`
    return { does: [products, ...toldStores(f)] }
  },
  reset(f) {
    if (f.current_run_id === null) return { refused: 'The feed has no products yet' }
    return {
      does: [
        `${many(f.indexed_products, 'entry')} ${f.indexed_products === 1 ? 'is' : 'are'} removed from the search index. ` +
          'A job then adds the products again.',
        'Until the job ends, search may not find them. What the vendor sells doesn’t change.',
      ],
    }
  },
}

/**
 * The effects of an act, shown by the browser beforehand and applied by the server (docs/domain/custom-feeds.md, Acts).
 */
export const customFeedEffects = (act: CustomFeedAct, facts: CustomFeedFacts): ActEffects => acts[act](facts)

/** What the custom feed contributes now, in a sentence. */
export function bringsText(f: CustomFeedFacts): string {
  if (f.no_access) return 'The vendor has no access to this supplier’s products, so the feed has no effect.'
  if (!f.active) return 'Off. The vendor sells from the supplier’s own feed.'
  const tier = f.dynamic_pricing_tier === null ? '' : ` Tier ${f.dynamic_pricing_tier} applies.`
  if (f.current_run_id === null)
    return `No run applied yet. The vendor sells from the supplier’s own feed.${tier}`
  const ownNote = f.own_products > 0 ? `, ${count(f.own_products)} found only in this feed` : ''
  const restrictedNote = f.is_restricted ? ' The vendor can’t sell this supplier’s other products.' : ''
  return `${many(f.products, 'active product')}${ownNote}.${restrictedNote}${tier}`
}
