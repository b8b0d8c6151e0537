import { jobStatus } from '#contract/jobs/types.ts'
import { clause, sentence } from '#contract/sentence.ts'
import type { VendorStore } from '#contract/stores/stores.ts'
import { unpaidTexts } from '#contract/stores/unpaid.ts'
import { many } from '#contract/words.ts'
import { links } from '../../links.ts'
import { shortTime } from '../../ui/time.ts'

/** Why a store has its status; null if there is nothing to say. */
export function reasonOf(store: VendorStore): string | null {
  if (store.stopped_reason ?? store.last_failure) return store.stopped_reason ?? store.last_failure
  if (!store.takes_file) return 'Nobody has said yet how it is sent to'
  if (store.unpaid !== null) return unpaidTexts[store.unpaid]
  if (store.held_update_id !== null) return `Update ${store.held_update_id} waits for a decision`
  if (store.waits_until !== null)
    return store.waits_for === null
      ? `Its market is asked at ${shortTime(store.waits_until)} what became of what it took`
      : `${clause(store.waits_for)}: goes on at ${shortTime(store.waits_until)}`
  if (store.refused > 0) return `Its market refuses ${many(store.refused, 'product')}`
  if (store.kept_back > 0)
    return `Update ${store.kept_back_by} keeps ${many(store.kept_back, 'product')} as a person decided`
  if (store.integrations === 0) return 'No integration fills it'
  if (!store.has_price_rules) return 'It is sent no prices: this user has no price rules'
  return null
}

/** What a person does about a store. */
export interface StoreAct {
  label: string
  to: string
}
export const howItIsReached = 'how-it-is-reached'
export const refusedProducts = 'refused-products'

/** A store's status in a sentence or two, with a link to what resolves it. */
export function storeAnswer(store: VendorStore): { text: string; act?: StoreAct } {
  const page = links.vendorStore(store.vendor_id, store.vendor_store_id)
  const reason = sentence(reasonOf(store) ?? '')
  const update = (id: number | null) => `${page}?update=${id}`
  if (store.job_status === jobStatus.executing) return { text: 'An update of it runs now.' }
  if (!store.takes_file)
    return {
      text: `Nothing is sent to it: nobody has said yet how ${store.market_name} is reached.`,
      act: { label: 'Say how', to: `#${howItIsReached}` },
    }
  // these two are shown in full below
  if (store.stopped_reason !== null || store.last_failure !== null) return { text: '' }
  if (store.unpaid !== null)
    return {
      text: reason,
      act: { label: 'See what is owed', to: links.vendor(store.vendor_id, 'billing_history') },
    }
  if (store.held_update_id !== null)
    return {
      text: `${reason} Nothing else is sent until then.`,
      act: { label: 'Decide', to: update(store.held_update_id) },
    }
  if (store.waits_until !== null) return { text: `${reason} Nobody has to do anything.` }
  if (store.job_status !== null) return { text: 'An update of it waits for its turn.' }
  if (store.refused > 0)
    return { text: reason, act: { label: 'See why, and what to do', to: `#${refusedProducts}` } }
  if (store.behind_since !== null)
    return { text: `What changed since ${shortTime(store.behind_since)} goes out with its next update.` }
  if (store.kept_back > 0)
    return { text: reason, act: { label: 'See the update', to: update(store.kept_back_by) } }
  if (store.integrations === 0)
    return {
      text: `${reason} It has nothing to show before one of ${store.market_name} is added.`,
      act: { label: 'See the integrations', to: links.vendor(store.vendor_id, 'integrations') },
    }
  const updateText = store.last_update_tm === null ? 'It was never updated.' : 'It was told all that changed.'
  if (store.has_price_rules) return { text: updateText }
  return {
    text: `${updateText} ${reason}`,
    act: { label: 'Add price rules', to: links.vendor(store.vendor_id, 'price_rules') },
  }
}

/** Whether an update is the next thing to do. */
export const wantsUpdate = (store: VendorStore): boolean =>
  store.takes_file &&
  store.unpaid === null &&
  store.held_update_id === null &&
  store.job_status === null &&
  store.waits_until === null &&
  store.integrations > 0 &&
  (store.behind_since !== null || store.last_failure !== null || store.last_update_tm === null)
