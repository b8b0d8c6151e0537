import type { OwnStanding, OwnSuppliers } from '#contract/incidents/incidents.ts'

export interface Step {
  key: 'suppliers' | 'store' | 'card'
  text: string
  isDone: boolean
}

/** The steps of a new account; none once all are done, or if the account isn’t served. */
export function firstSteps(
  { suppliers, stores, inactive }: Pick<OwnSuppliers, 'suppliers' | 'stores' | 'inactive'>,
  standing: Pick<OwnStanding, 'has_card' | 'billed'> | undefined,
): Step[] {
  if (inactive !== null || standing === undefined) return []
  const steps: Step[] = [
    { key: 'suppliers', text: 'Choose your suppliers', isDone: suppliers.length > 0 },
    { key: 'store', text: 'Connect your store', isDone: stores.some(({ state }) => state !== 'off') },
    { key: 'card', text: 'Add your card', isDone: standing.has_card },
  ]
  // an account that is free needs a card only with what it will pay for
  const open = steps.filter(({ key, isDone }) => !isDone && (key !== 'card' || standing.billed))
  return open.length > 0 ? steps : []
}

/** The greeting by the hour of the day where the reader is. */
export function greeting(name: string, hour: number): string {
  const part = partOfDay(hour)
  return name === '' ? `Good ${part}.` : `Good ${part}, ${name}.`
}

function partOfDay(hour: number): string {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
