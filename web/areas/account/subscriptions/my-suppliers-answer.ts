import type { OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { count, many } from '#contract/words.ts'
import { ageInWords } from '../../../ui/time.ts'

/** How many stores can't be updated; null if the account itself is stopped. */
export function stoppedAnswer({
  stores,
  inactive,
}: Pick<OwnSuppliers, 'stores' | 'inactive'>): string | null {
  const stoppedCount = stores.filter((store) =>
    ['stopped', 'unpaid', 'suspended'].includes(store.state),
  ).length
  return stoppedCount > 0 && inactive === null ? `${many(stoppedCount, 'store')} can’t be updated.` : null
}

/** Whether a supplier isn't up to date; a pause is no problem. */
export const hasProblem = ({ state }: Pick<OwnSupplier, 'state'>) => state !== 'fresh' && state !== 'frozen'

/** The state of the suppliers, in a sentence or two. */
export function suppliersAnswer({ suppliers, stores }: Pick<OwnSuppliers, 'suppliers' | 'stores'>): string {
  const active = suppliers.filter((supplier) => supplier.state !== 'frozen')
  const wrong = active.filter(hasProblem)
  const live = liveText(stores)
  if (suppliers.length === 0 && stores.length === 0) return 'No suppliers or stores yet.'
  if (suppliers.length === 0) return live
  if (active.length === 0)
    return `${suppliers.length === 1 ? 'Your supplier is' : 'All your suppliers are'} paused. ${live}`
  return `${upToDate(active.length, wrong.length, active.length < suppliers.length ? 'active supplier' : 'supplier')}. ${live}`
}

function liveText(stores: OwnSuppliers['stores']): string {
  const listingCount = stores.reduce((sum, store) => sum + store.listed, 0)
  if (listingCount > 0) return `${many(listingCount, 'listing')} ${listingCount === 1 ? 'is' : 'are'} live.`
  if (stores.length === 0) return 'No stores yet.'
  const isFirst = ({ state, behind_since, told_tm }: OwnSuppliers['stores'][number]) =>
    (state === 'works' || state === 'outdated') && behind_since !== null && told_tm === null
  return stores.some(isFirst) ? 'We’re sending the first products to your store.' : 'No live listings yet.'
}

function upToDate(all: number, wrong: number, noun: string): string {
  const good = all - wrong
  if (all === 1)
    return good === 1 ? `Your ${noun} is up to date` : `Your ${noun} isn’t up to date; we’re working on it`
  if (wrong === 0) return `All your ${noun}s are up to date`
  if (good === 0) return `None of your ${many(all, noun)} are up to date; we’re working on them`
  return `${count(good)} of your ${many(all, noun)} ${good === 1 ? 'is' : 'are'} up to date; we’re working on the other ${wrong === 1 ? 'one' : count(wrong)}`
}

/** How many of a supplier's products are in the stores. */
export const listedText = ({ listed, read_tm, state }: Pick<OwnSupplier, 'listed' | 'read_tm' | 'state'>) =>
  listed === 0 && read_tm !== null && state !== 'frozen' ? 'Not listed yet' : `${count(listed)} listed`

/** How old its stock and prices in the stores are against what we promise; null: unknown, or not updated. */
export function ageOf({
  age_seconds,
  promised_hours: promised,
  state,
  no_access,
}: Pick<OwnSupplier, 'age_seconds' | 'promised_hours' | 'state' | 'no_access'>) {
  if (age_seconds === null || state === 'frozen' || no_access) return null
  const age = ageInWords(age_seconds)
  return {
    hours: age_seconds / 3600,
    promised,
    text: `${age} (max ${hoursText(promised)})`,
    label: `Stock and prices are ${age} old. We promise ${hoursText(promised)} or less.`,
  }
}

const hoursText = (hours: number) => (hours % 24 === 0 ? many(hours / 24, 'day') : many(hours, 'hour'))
