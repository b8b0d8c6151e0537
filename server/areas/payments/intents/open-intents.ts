import { randomUUID } from 'node:crypto'
import { fromCents, type Cents } from '#contract/billing/cents.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { PaymentRequest, RefundRequest } from '../gateways/gateway.ts'
import type { IssuedPaper } from '../papers/invoices.ts'
import type { SettledIntent } from './settled-intent.ts'

/** Money to move at the gateway, written down beforehand (docs/domain/moving-money.md, Money moves once). */
interface NewIntent {
  vendor_id: number
  kind: SettledIntent['kind']
  amount: Cents
  card?: string
  invoice_id?: number
  /** null: it isn't a scheduled try. */
  try_no?: number | null
  refund_of?: number
  /** What else settling it does. */
  terms?: object
  request: Omit<PaymentRequest, 'key' | 'vendor_id' | 'amount'> | Omit<RefundRequest, 'key' | 'amount'>
}
interface Origin {
  gateway: string
  tm: string
  asked_by?: number
  asked_by_name?: string
}

/** Writes down what to move, in the transaction that decides it; nothing is sent yet. */
export async function openIntents(tx: Tx, intents: readonly NewIntent[], origin: Origin): Promise<string[]> {
  if (intents.length === 0) return []
  const rows = intents.map(({ amount, request, ...intent }) => {
    const key = `fs_${randomUUID()}`
    return {
      terms: {},
      ...intent,
      money_intent_id: key,
      amount: fromCents(amount),
      request: { ...request, key, vendor_id: intent.vendor_id, amount },
    }
  })
  await sql`
    insert into money_intent (money_intent_id, vendor_id, kind, amount, gateway, request, card, invoice_id, try_no,
      refund_of, terms, asked_by, asked_by_name, insert_tm, next_check_tm,
      second_person_above)
    select i.*, ${origin.asked_by ?? null}::int, ${origin.asked_by_name ?? 'Feedstock'}, ${origin.tm}::timestamptz,
      ${origin.tm}::timestamptz,
      -- anybody may charge what is owed on an invoice
      case when ${origin.asked_by ?? null}::int is not null and i.kind <> 'renewal'
        then (select second_person_above from money_setting) end
    from jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, gateway: origin.gateway })))}::jsonb)
      as i (money_intent_id text, vendor_id int, kind text, amount numeric, gateway text, request jsonb,
        card text, invoice_id bigint, try_no smallint, refund_of bigint, terms jsonb)`.execute(tx)
  return rows.map((row) => row.money_intent_id)
}

/** The intent that charges an invoice to a card. */
export const ofInvoice = (
  { customer, method, card }: CardOnFile,
  {
    vendor_id,
    invoice_id,
    total,
    try_no,
    ...paper
  }: Pick<IssuedPaper, 'vendor_id' | 'invoice_id' | 'total' | 'series' | 'number'> & {
    try_no: number | null
  },
  terms: object = {},
): NewIntent => ({
  vendor_id,
  kind: 'renewal',
  amount: total,
  invoice_id,
  try_no,
  terms,
  card,
  request: { customer, method, description: `Renewal, ${numberOf(paper)}`, hold: false },
})

export interface CardOnFile {
  vendor_id: number
  customer: string
  method: string
  card: string
}
/** Vendors' cards on file, by vendor; vendors without one are left out. */
export async function cardOf(db: Db, vendorIds: readonly number[]) {
  const { rows } = await sql<CardOnFile>`
    select m.vendor_id, c.customer, m.method, m.brand || ' ' || m.last4 as card
    from payment_method m
    join payment_customer c using (vendor_id, gateway)
    where m.vendor_id = any(${vendorIds as number[]}::int[]) and m.removed_tm is null`.execute(db)
  return new Map(rows.map((row) => [row.vendor_id, row]))
}

/** Whether the charge `c` was made to the card on file, `m`; if no card was charged, by which was on file then. */
export const isOfCardOnFile = sql<boolean>`coalesce(
  (select i.request->>'method' = m.method from money_intent i where i.money_intent_id = c.money_intent_id),
  c.tm >= m.insert_tm)`
