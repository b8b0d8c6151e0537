import { jobStatus } from '#contract/jobs/types.ts'
import { clause, sentence } from '#contract/sentence.ts'
import type { VendorStore } from '#contract/stores/stores.ts'
import { unpaidTexts } from '#contract/stores/unpaid.ts'
import { many } from '#contract/words.ts'
import { links } from '../../links.ts'
import { shortTime } from '../../ui/time.ts'

/** Why it stands as it does; null: there is nothing to say. */
export function reasonOf(of: VendorStore): string | null {
  if (of.stopped_reason ?? of.last_failure) return of.stopped_reason ?? of.last_failure
  if (!of.takes_file) return 'Nobody has said yet how it is sent to'
  if (of.unpaid !== null) return unpaidTexts[of.unpaid]
  if (of.held_update_id !== null) return `Update ${of.held_update_id} waits for a decision`
  if (of.waits_until !== null)
    return of.waits_for === null
      ? `Its market is asked at ${shortTime(of.waits_until)} what became of what it took`
      : `${clause(of.waits_for)}: goes on at ${shortTime(of.waits_until)}`
  if (of.refused > 0) return `Its market refuses ${many(of.refused, 'product')}`
  if (of.kept_back > 0)
    return `Update ${of.kept_back_by} keeps ${many(of.kept_back, 'product')} as a person decided`
  if (of.integrations === 0) return 'No integration fills it'
  if (!of.has_price_rules) return 'It is sent no prices: this user has no price rules'
  return null
}

/** What a person does about a store. */
export interface StoreAct {
  label: string
  to: string
}
export const howItIsReached = 'how-it-is-reached'
export const refusedProducts = 'refused-products'

/** How a store stands, in a sentence or two, with where that is cleared. */
export function storeAnswer(of: VendorStore): { text: string; act?: StoreAct } {
  const page = links.vendorStore(of.vendor_id, of.vendor_store_id)
  const reason = sentence(reasonOf(of) ?? '')
  const update = (id: number | null) => `${page}?update=${id}`
  if (of.job_status === jobStatus.executing) return { text: 'An update of it runs now.' }
  if (!of.takes_file)
    return {
      text: `Nothing is sent to it: nobody has said yet how ${of.market_name} is reached.`,
      act: { label: 'Say how', to: `#${howItIsReached}` },
    }
  // these two are said in full below
  if (of.stopped_reason !== null || of.last_failure !== null) return { text: '' }
  if (of.unpaid !== null)
    return {
      text: reason,
      act: { label: 'See what is owed', to: links.vendor(of.vendor_id, 'billing_history') },
    }
  if (of.held_update_id !== null)
    return {
      text: `${reason} Nothing else is sent until then.`,
      act: { label: 'Decide', to: update(of.held_update_id) },
    }
  if (of.waits_until !== null) return { text: `${reason} Nobody has to do anything.` }
  if (of.job_status !== null) return { text: 'An update of it waits for its turn.' }
  if (of.refused > 0)
    return { text: reason, act: { label: 'See why, and what to do', to: `#${refusedProducts}` } }
  if (of.behind_since !== null)
    return { text: `What changed since ${shortTime(of.behind_since)} goes out with its next update.` }
  if (of.kept_back > 0) return { text: reason, act: { label: 'See the update', to: update(of.kept_back_by) } }
  if (of.integrations === 0)
    return {
      text: `${reason} It has nothing to show before one of ${of.market_name} is added.`,
      act: { label: 'See the integrations', to: links.vendor(of.vendor_id, 'integrations') },
    }
  const told = of.last_update_tm === null ? 'It was never updated.' : 'It was told all that changed.'
  if (of.has_price_rules) return { text: told }
  return {
    text: `${told} ${reason}`,
    act: { label: 'Add price rules', to: links.vendor(of.vendor_id, 'price_rules') },
  }
}

/** Whether an update is the next thing to do with it. */
export const wantsUpdate = (of: VendorStore): boolean =>
  of.takes_file &&
  of.unpaid === null &&
  of.held_update_id === null &&
  of.job_status === null &&
  of.waits_until === null &&
  of.integrations > 0 &&
  (of.behind_since !== null || of.last_failure !== null || of.last_update_tm === null)
