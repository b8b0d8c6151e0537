import type { LivePath } from '#contract/integrations/live.ts'
import { many } from '#contract/words.ts'

export const stepNames = ['Supplier', 'Store', 'Price rule', 'Preview', 'Live'] as const
export type StepNumber = 1 | 2 | 3 | 4 | 5

/** What is shown of a step before it is opened. */
export interface StepState {
  done: boolean
  text: string
}

/** Each step's state, from what exists: nothing of it is kept twice. */
export function stepStates(path: LivePath): readonly StepState[] {
  const { supplier, store, integration, rules } = path
  const isLive = integration?.status === 'Active' && store?.connected === true
  return [
    supplier?.subscribed
      ? { done: !supplier.no_access, text: supplier.dropshipper_name }
      : { done: false, text: 'Choose a supplier' },
    store?.connected && integration
      ? { done: true, text: store.vendor_store_name }
      : {
          done: false,
          text: `Connect ${store && !store.connected ? store.vendor_store_name : 'a store'}`,
        },
    rules.covering > 0
      ? { done: true, text: many(rules.covering, 'rule') }
      : { done: isLive, text: 'Set prices' },
    { done: isLive, text: 'Products and margins' },
    isLive ? { done: true, text: 'Updating' } : { done: false, text: 'Start updates' },
  ]
}

/** The furthest step that can be opened: each before it is done, and a preview needs nothing else. */
export function furthestStep(states: readonly StepState[]): StepNumber {
  const open = states.findIndex(({ done }) => !done) + 1
  // prices are optional where files are sent, and the preview is for looking
  return (open === 0 || open >= 3 ? 5 : open) as StepNumber
}

/** The step that is shown: the one of the address, as far as it can be opened; else the first that isn't done. */
export function shownStep(states: readonly StepState[], chosen: number | undefined): StepNumber {
  const first = states.findIndex(({ done }) => !done) + 1 || 5
  return Math.min(chosen ?? first, furthestStep(states)) as StepNumber
}
