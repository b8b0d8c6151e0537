import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { SentencePart, Station, StationName } from '#contract/product-page/chain.ts'
import { sentence } from '#contract/sentence.ts'
import { midSentence } from '#contract/words.ts'
import type { HeldChange } from '#server/areas/feeds/public.ts'
import { hasUnknownCurrency, type ChainFacts } from './stations.ts'

/** What is shown since when, and what decides that. */
export const chainSentence = (
  facts: ChainFacts,
  stations: readonly Station[],
  broken: StationName | null,
): SentencePart[] => [...shownParts(facts), ...causeParts(facts, stations, broken)]

function shownParts({ product, vendor, explained }: ChainFacts): SentencePart[] {
  if (!vendor) return catalogParts(product)
  const listed = explained?.stores.filter((store) => store.in_store) ?? []
  const [store] = listed
  if (!store) return [`Not listed in a store of ${vendor.company}.`]
  const name = listed.length > 1 ? `${store.vendor_store_name} shows` : 'Shows'
  const quantity = store.quantity === null ? 'this product' : String(store.quantity)
  return store.sent_tm === null
    ? [`${name} ${quantity}.`]
    : [`${name} ${quantity} since `, { tm: store.sent_tm }, '.']
}

function catalogParts({ active, gone_tm, quantity, updated }: ChainFacts['product']): SentencePart[] {
  if (gone_tm !== null) return ['Missing from the feed since ', { tm: gone_tm }, '.']
  if (!active) return ['Inactive in the catalog.']
  return updated.tm === null
    ? [`${quantity} in stock.`]
    : [`${quantity} in stock since `, { tm: updated.tm }, '.']
}

function causeParts(
  { held, customHeld, vendor, product, explained }: ChainFacts,
  stations: readonly Station[],
  broken: StationName | null,
): SentencePart[] {
  if (broken === null)
    return [hasUnknownCurrency(product) ? ' The currency of its price is unknown.' : ' No problems found.']
  if (broken === 'feed' && held && held.change !== 'same') return heldParts(held, 'The newer file')
  const station = stations.find((one) => one.station === broken)
  const wrong = station?.findings.find((one) => one.mark === 'wrong')
  if (broken === 'custom_feed' && customHeld && wrong?.step === 'Held file')
    return heldParts(customHeld, 'The custom feed’s newer file')
  // what the sentence says already
  if (broken === 'catalog' && product.gone_tm !== null && vendor === null) return [' It isn’t for sale.']
  const heldStore = broken === 'store' && explained?.stores.find((store) => store.update_state === 'held')
  return [
    ...(wrong ? [` ${sentence(wrong.text)}`] : []),
    ...(heldStore && heldStore.update_id !== null
      ? [' ', { store_update_id: heldStore.update_id, vendor_store_id: heldStore.vendor_store_id }]
      : []),
  ]
}

function heldParts({ feed_run_id, tm, change, fields }: HeldChange, file: string): SentencePart[] {
  const when: SentencePart[] = tm === null ? [`${file}, held,`] : [`${file}, held at `, { tm }, ',']
  return [' ', ...when, ` ${changeText(change, fields)}. `, { feed_run_id, held: true }]
}

const shownChanges = 3
function changeText(change: HeldChange['change'], fields: HeldChange['fields']): string {
  if (change === 'gone') return 'no longer has this SKU'
  if (change === 'new') return 'has this SKU again'
  const changes = Object.entries(fields)
    .filter(([, { from, to }]) => `${from ?? ''}${to ?? ''}`.length < 40)
    .map(
      ([field, { from, to }]) =>
        `${midSentence(productFields[field as ProductField]?.label ?? field)} from ${from ?? 'nothing'} to ${to ?? 'nothing'}`,
    )
  if (changes.length === 0) return change === 'changed' ? 'changes its texts' : 'may change this product'
  return `changes ${changes.slice(0, shownChanges).join(', ')}`
}
