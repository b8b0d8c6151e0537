import type { Refusal } from '../gateways/gateway.ts'

/** The result of money that was to move. */
export interface Answer {
  money_intent_id: string
  state: 'succeeded' | 'declined' | 'failed'
  transaction_num: string | null
  refusal: Refusal | null
}
/** An intent that has just been answered. */
export interface SettledIntent extends Omit<Answer, 'money_intent_id'> {
  /** null: the gateway wasn't asked. */
  money_intent_id: string | null
  vendor_id: number
  kind: 'renewal' | 'manual' | 'auth' | 'refund'
  amount: string
  invoice_id: number | null
  try_no: number | null
  refund_of: number | null
  terms: unknown
  /** The request to the gateway; null: there was none. */
  request: { method?: string } | null
  card: string | null
  asked_by: number | null
  asked_by_name: string
  /** A person recorded it as paid another way; no gateway has it. */
  outside?: { reason: string }
}

/** Why it failed, as in `card_exception`. */
export const exceptionOf = ({ refusal }: Pick<Answer, 'refusal'>): string | null => refusal?.message ?? null

/** The person who asked for it; null: the service itself. */
export const askedBy = ({ asked_by, asked_by_name }: Pick<SettledIntent, 'asked_by' | 'asked_by_name'>) =>
  asked_by === null ? null : { login_id: asked_by, name: asked_by_name }
