import type { OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { count, many } from '#contract/words.ts'
import { ageInWords } from '../../../ui/time.ts'

/** Why the account is stopped; null: it is active. */
export function accountAnswer({
  inactive,
  unpaid,
}: Pick<OwnSuppliers, 'inactive' | 'unpaid'>): string | null {
  if (inactive === 'canceled') return 'Your account is canceled.'
  if (inactive === null) return unpaid ? 'You have an unpaid bill.' : null
  const consequence =
    inactive === 'delisted' ? 'Our products were removed from your stores.' : 'Store updates have stopped.'
  return `Your account is suspended${unpaid ? ' for an unpaid bill' : ''}. ${consequence}`
}

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

/** The state of the suppliers, in a sentence or two. */
export function suppliersAnswer({ suppliers, stores }: Pick<OwnSuppliers, 'suppliers' | 'stores'>): string {
  const active = suppliers.filter((supplier) => supplier.state !== 'frozen')
  const wrong = active.filter((supplier) => supplier.state !== 'fresh')
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
    state === 'works' && behind_since !== null && told_tm === null
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

/** How many of a supplier's products are in the stores, and how old their figures are. */
export function supplierFigures(
  supplier: Pick<
    OwnSupplier,
    'listed' | 'age_seconds' | 'promised_hours' | 'read_tm' | 'state' | 'no_access'
  >,
): string {
  const live = `${many(supplier.listed, 'product')} listed.`
  if (supplier.state === 'frozen' || supplier.no_access) return live
  if (supplier.age_seconds !== null)
    return `${live} Stock and prices are ${ageInWords(supplier.age_seconds)} old (we promise ${hoursText(supplier.promised_hours)} or less).`
  // a store's first update is still running
  if (supplier.listed > 0) return `${live} Some haven’t been updated recently.`
  return supplier.read_tm ? 'Not in any of your stores yet.' : live
}

const hoursText = (hours: number) => (hours % 24 === 0 ? many(hours / 24, 'day') : many(hours, 'hour'))
