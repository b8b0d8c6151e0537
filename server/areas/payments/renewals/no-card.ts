import { fromCents, type Cents } from '#contract/billing/cents.ts'
import type { Who } from '#server/platform/services.ts'
import type { Refusal } from '../gateways/gateway.ts'
import type { Settled } from '../intents/settled.ts'

/** A try that asks nobody: there is no card, or its bank has written it off. */
export const noCard = (
  one: { vendor_id: number; invoice_id: number; total: Cents; try_no: number | null },
  refusal: Refusal | null = null,
  who?: Who,
): Settled => ({
  money_intent_id: null,
  kind: 'renewal',
  state: 'failed',
  vendor_id: one.vendor_id,
  invoice_id: one.invoice_id,
  try_no: one.try_no,
  amount: fromCents(one.total),
  transaction_num: null,
  refusal: refusal ?? missing,
  refund_of: null,
  terms: {},
  request: null,
  card: null,
  asked_by: who?.login_id ?? null,
  asked_by_name: who?.name ?? 'Feedstock',
})
const missing = { code: 'no_card', decline_code: null, message: 'There is no card on file' }
