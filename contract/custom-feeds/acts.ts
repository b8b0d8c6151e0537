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
  if (!f.active) return ['It is switched off: nothing of it counts now, so nothing stops.']
  const sentences: string[] = []
  const sharedProducts = f.products - f.own_products
  if (f.current_run_id !== null && sharedProducts > 0)
    sentences.push(
      `${many(sharedProducts, 'product')} ${sharedProducts === 1 ? 'goes' : 'go'} back to ${f.dropshipper_name}’s own feed: ` +
        `its quantity${f.custom_price ? ', prices and list price' : ''}.`,
    )
  if (f.current_run_id !== null && f.own_products > 0)
    sentences.push(
      `${many(f.own_products, 'product')} that only this feed has ${f.own_products === 1 ? 'is' : 'are'} ` +
        'not sold any more.',
    )
  if (f.current_run_id !== null && f.is_restricted)
    sentences.push(
      `All ${many(f.supplier_products, 'active product')} of the supplier are this user’s again, ` +
        'also those that the feed doesn’t name.',
    )
  if (f.dynamic_pricing_tier !== null)
    sentences.push(`The tier ${f.dynamic_pricing_tier} ends: the supplier’s own wholesale prices count.`)
  if (f.dynamic_restricted_access)
    sentences.push('The access that it grants ends; one that staff gave by hand stays.')
  if (sentences.length === 0) sentences.push('It holds no products yet, so nothing that is sold changes.')
  return [...sentences, ...toldStores(f)]
}

/** What its stores get, in a sentence; empty if there are none. */
const toldStores = ({ stores }: CustomFeedFacts): string[] =>
  stores.length === 0
    ? []
    : [`${list.format(stores)} ${stores.length === 1 ? 'is' : 'are'} told with the next update.`]
const pendingTools = ({ custom_feed_support, onboarding }: CustomFeedFacts): string[] =>
  custom_feed_support !== 1 || onboarding === 0
    ? []
    : [
        `The supplier requires a custom feed: the tools of ${many(onboarding, 'integration')} ` +
          `${onboarding === 1 ? 'is' : 'are'} pending until there is one again.`,
      ]

const acts: Readonly<Record<CustomFeedAct, (f: CustomFeedFacts) => ActEffects>> = {
  remove(f) {
    if (f.open_run_id !== null)
      return { refused: `Run ${f.open_run_id} is under way: terminate it first, or wait for its end` }
    return {
      does: [
        ...ends(f),
        ...pendingTools(f),
        'Its settings, password, files and runs are deleted. This can’t be taken back.',
        'Subscription and integrations stay.',
      ],
    }
  },
  off: (f) =>
    f.active
      ? { does: [...ends(f), 'It doesn’t run by itself; its settings and what it holds stay.'] }
      : { refused: 'It is switched off already' },
  on(f) {
    if (f.active) return { refused: 'It is switched on already' }
    const products =
      f.current_run_id === null
        ? 'It holds no products yet; what it brings counts from its first applied run on.'
        : `What it held last counts again: ${many(f.products, 'active product')}.`
    return { does: [products, ...toldStores(f)] }
  },
  reset(f) {
    if (f.current_run_id === null) return { refused: 'It holds no products yet' }
    return {
      does: [
        `${many(f.indexed_products, 'entry')} of it in the search index ` +
          `${f.indexed_products === 1 ? 'is' : 'are'} removed; its products are put in again at once, ` +
          'by a job.',
        'Until that has ended the search may not find them. Nothing that is sold changes.',
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
  if (f.no_access) return 'The supplier’s products aren’t this user’s, so nothing of it counts.'
  if (!f.active) return 'It is switched off: this user is sold what the supplier’s feed has.'
  const tier = f.dynamic_pricing_tier === null ? '' : ` The tier ${f.dynamic_pricing_tier} counts.`
  if (f.current_run_id === null)
    return `No run of it was applied yet: this user is sold what the supplier’s feed has.${tier}`
  const ownNote = f.own_products > 0 ? `, ${count(f.own_products)} of them in no other feed` : ''
  const restrictedNote = f.is_restricted ? ' Nothing else of the supplier is this user’s.' : ''
  return `It holds ${many(f.products, 'active product')}${ownNote}.${restrictedNote}${tier}`
}
