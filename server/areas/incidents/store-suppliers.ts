import type { OwnStore, OwnSupplier } from '#contract/incidents/incidents.ts'
import { count } from '#contract/words.ts'

type SellingSupplier = Pick<OwnSupplier, 'dropshipper_name' | 'state' | 'what'>

const troubled: readonly OwnSupplier['state'][] = ['late', 'failing', 'checking']
/** More suppliers than this are counted. */
const mostNamed = 2

/**
 * A store that was sent all there is isn't up to date while a supplier's newest data hasn't reached us.
 * @param suppliers those whose products it sells
 */
export function withSuppliers(store: OwnStore, suppliers: readonly SellingSupplier[]): OwnStore {
  if (store.state !== 'works' && store.state !== 'partly') return store
  const late = suppliers.filter(({ state }) => troubled.includes(state))
  const supplierText = textOf(late)
  if (supplierText === null) return store
  return {
    ...store,
    state: store.state === 'works' ? 'outdated' : 'partly',
    text: store.text === null ? supplierText : `${store.text} ${supplierText}`,
  }
}

function textOf([first, ...others]: readonly SellingSupplier[]): string | null {
  if (!first) return null
  if (others.length === 0)
    return `Products from ${first.dropshipper_name} aren’t up to date.${first.what === null ? '' : ` ${first.what}`}`
  const names = [first, ...others].map(({ dropshipper_name }) => dropshipper_name)
  const named =
    names.length > mostNamed
      ? `${names.slice(0, mostNamed).join(', ')} and ${count(names.length - mostNamed)} more`
      : names.join(' and ')
  return `Products from ${named} aren’t up to date.`
}
