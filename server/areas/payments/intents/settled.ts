import type { Refusal } from '../gateways/gateway.ts'

/** What became of money that was to move. */
export interface Answer {
  money_intent_id: string
  state: 'succeeded' | 'declined' | 'failed'
  transaction_num: string | null
  refusal: Refusal | null
}
/** An intent that has just got its answer, with what it was to do. */
export interface Settled extends Omit<Answer, 'money_intent_id'> {
  /** null: nobody was asked. */
  money_intent_id: string | null
  vendor_id: number
  kind: 'renewal' | 'manual' | 'auth' | 'refund'
  amount: string
  invoice_id: number | null
  try_no: number | null
  refund_of: number | null
  terms: unknown
  /** What was asked at the gateway; null: nothing was. */
  request: { method?: string } | null
  card: string | null
  asked_by: number | null
  asked_by_name: string
  /** It was paid another way, which a person says; no gateway has it. */
  outside?: { reason: string }
}

/** Why it didn't go through, as `card_exception` says it. */
export const exceptionOf = ({ refusal }: Pick<Answer, 'refusal'>): string | null => refusal?.message ?? null

/** Who asked for it; null: the service itself. */
export const askedBy = ({ asked_by, asked_by_name }: Pick<Settled, 'asked_by' | 'asked_by_name'>) =>
  asked_by === null ? null : { login_id: asked_by, name: asked_by_name }
