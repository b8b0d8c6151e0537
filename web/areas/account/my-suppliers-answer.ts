import type { OwnSuppliers } from '#contract/incidents/incidents.ts'
import { count, many } from '#contract/words.ts'

/** What a customer wants to know first, in a sentence or two. */
export function suppliersAnswer({ suppliers, stores }: OwnSuppliers): string {
  const active = suppliers.filter((one) => one.state !== 'frozen')
  const wrong = active.filter((one) => one.state !== 'fresh')
  const listed = stores.reduce((sum, store) => sum + store.listed, 0)
  const live = `${many(listed, 'listing')} ${listed === 1 ? 'is' : 'are'} live.`
  const stopped = stores.filter((store) => store.state === 'stopped' || store.state === 'unpaid').length
  const reached = stopped > 0 ? ` ${many(stopped, 'store')} can’t be updated.` : ''
  if (active.length === 0) return `${live}${reached}`
  const noun = active.length < suppliers.length ? 'active supplier' : 'supplier'
  if (wrong.length === 0) return `All your ${noun}s are up to date. ${live}${reached}`
  return `${count(active.length - wrong.length)} of your ${many(active.length, noun)} ${
    active.length - wrong.length === 1 ? 'is' : 'are'
  } up to date; we look after the other ${wrong.length === 1 ? 'one' : wrong.length}. ${live}${reached}`
}
