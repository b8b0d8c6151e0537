import { numberOf } from '#contract/billing/papers.ts'
import type { ChargeStep } from '#contract/payments/charge-page.ts'

/** The charge that the steps are about, and its invoice or credit note. */
export interface AboutCharge {
  vendor_id: number
  vendor_charge_id: number
  invoice_id: number | null
}

const nothingElse = { detail: null, charge_id: null, paper: null }
export const step = (
  given: Pick<ChargeStep, 'key' | 'tm' | 'kind' | 'text' | 'by'> & Partial<ChargeStep>,
): ChargeStep => ({ ...nothingElse, ...given })

interface PaperRow {
  invoice_id: number | null
  series: string | null
  number: number | null
}
/** A paper as a step names it. */
export const toPaper = ({ invoice_id, series, number }: PaperRow): ChargeStep['paper'] =>
  invoice_id === null || series === null || number === null
    ? null
    : { invoice_id, number: numberOf({ series, number }) }

/** What the timer did, without a person. */
export const bySchedule = 'Schedule'
/** The network of a card such as `Visa 4242`. */
export const networkOf = (card: string | null): string => card?.replace(/\s*\d+$/, '') || 'Payment gateway'
