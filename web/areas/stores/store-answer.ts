import { jobStatus } from '#contract/jobs/types.ts'
import { clause, sentence } from '#contract/sentence.ts'
import type { FeedTrouble } from '#contract/integrations/feed-troubles.ts'
import type { VendorStore } from '#contract/stores/stores.ts'
import { unpaidTexts } from '#contract/stores/unpaid.ts'
import { many } from '#contract/words.ts'
import { links } from '../../links.ts'
import { shortTime } from '../../ui/time.ts'
import { feedAct, feedsText } from '../../ui/feed-words.ts'

/** A store with the feeds behind its integrations that aren't up to date. */
export interface StoreWithFeeds extends VendorStore {
  /** Undefined until they are known. */
  feeds: readonly FeedTrouble[] | undefined
}

/** Adds to each store the feeds of its market. */
export const withFeeds = (
  stores: readonly VendorStore[],
  feeds: readonly (FeedTrouble & { market_name: string })[] | undefined,
): StoreWithFeeds[] =>
  stores.map((store) => ({
    ...store,
    feeds: feeds?.filter((feed) => feed.market_name === store.market_name),
  }))

/** Why a store has its status; null if there is nothing to say. */
export function reasonOf(store: VendorStore): string | null {
  if (store.stopped_reason ?? store.last_failure) return store.stopped_reason ?? store.last_failure
  if (!store.takes_file) return 'No connection set up'
  if (store.unpaid !== null) return unpaidTexts[store.unpaid]
  if (store.held_update_id !== null) return `Update ${store.held_update_id} needs approval`
  if (store.waits_until !== null)
    return store.waits_for === null
      ? `Waiting for the market’s results. Next check at ${shortTime(store.waits_until)}`
      : `${clause(store.waits_for)}. Resumes at ${shortTime(store.waits_until)}`
  if (store.refused > 0) return `${many(store.refused, 'product')} refused by the market`
  if (store.kept_back > 0)
    return `${many(store.kept_back, 'product')} withheld: update ${store.kept_back_by} was rejected or rolled back`
  if (store.integrations === 0) return 'No active integrations'
  if (!store.has_price_rules) return 'No prices are sent because the vendor has no price rules'
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
export function storeAnswer(store: StoreWithFeeds): { text: string; act?: StoreAct } {
  const page = links.vendorStore(store.vendor_id, store.vendor_store_id)
  const reason = sentence(reasonOf(store) ?? '')
  const update = (id: number | null) => `${page}?update=${id}`
  if (store.job_status === jobStatus.executing) return { text: 'Update running.' }
  if (!store.takes_file)
    return {
      text: `Not connected to ${store.market_name} yet.`,
      act: { label: 'Connect', to: `#${howItIsReached}` },
    }
  // these two are shown in full below
  if (store.stopped_reason !== null || store.last_failure !== null) return { text: '' }
  if (store.unpaid !== null)
    return {
      text: reason,
      act: { label: 'View billing', to: links.vendor(store.vendor_id, 'billing_history') },
    }
  if (store.held_update_id !== null)
    return {
      text: `${reason} Nothing is sent until then.`,
      act: { label: 'Review update', to: update(store.held_update_id) },
    }
  if (store.waits_until !== null) return { text: reason }
  if (store.job_status !== null) return { text: 'Update queued.' }
  if (store.refused > 0)
    return { text: reason, act: { label: 'View refused products', to: `#${refusedProducts}` } }
  if (store.behind_since !== null)
    return { text: `Changes since ${shortTime(store.behind_since)} will be sent with the next update.` }
  if (store.kept_back > 0)
    return { text: reason, act: { label: 'View update', to: update(store.kept_back_by) } }
  if (store.integrations === 0)
    return {
      text: `${reason} Add an integration for ${store.market_name} to send products.`,
      act: { label: 'View integrations', to: links.vendor(store.vendor_id, 'integrations') },
    }
  const updateText = updateTextOf(store)
  const [worstFeed] = store.feeds ?? []
  if (store.has_price_rules) return { text: updateText, ...(worstFeed && { act: feedAct(worstFeed) }) }
  return {
    text: `${updateText} ${reason}`,
    act: { label: 'Add price rules', to: links.vendor(store.vendor_id, 'price_rules') },
  }
}

function updateTextOf({ last_update_tm, feeds }: StoreWithFeeds): string {
  if (last_update_tm === null) return 'Never updated.'
  if (feeds === undefined) return 'All changes sent.'
  return feeds.length > 0 ? `All changes sent. ${feedsText(feeds)}` : 'Up to date. All changes sent.'
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
