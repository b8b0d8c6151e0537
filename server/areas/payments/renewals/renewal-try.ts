import type { CardOnFile } from '../intents/open-intents.ts'
import type { SettledIntent } from '../intents/settled-intent.ts'

/** An invoice as its try finds it. */
export interface TriedInvoice {
  invoice_id: number
  series: 'INV'
  number: number
  issued_on: string
  tries: number
  was_next_try: string | null
  credit_used: string
  vendor_status_id: number
}

/** An answered try of an invoice’s card. */
export interface RenewalTry extends Omit<SettledIntent, 'invoice_id'>, TriedInvoice {
  next_try: string | null
  /** Which scheduled try it is or replaces; null: a person or the customer started it. */
  scheduledTry: number | null
  suspends: boolean
  /** A card saved since this one was charged, to be charged next. */
  instead: CardOnFile | null
}
