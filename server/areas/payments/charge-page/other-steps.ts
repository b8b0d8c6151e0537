import { moneyActs, type MoneyActName } from '#contract/approvals/acts.ts'
import { money } from '#contract/formats.ts'
import type { ChargeStep } from '#contract/payments/charge-page.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { hasFailed } from '../cards/failing-cards.ts'
import { step, toPaper, type AboutCharge } from './step.ts'

interface RequestRow {
  id: number
  act: MoneyActName
  amount: string
  state: 'waiting' | 'approved' | 'refused'
  asked_by_name: string
  insert_tm: string
  decided_by_name: string | null
  decided_tm: string | null
  isOwn: boolean
  note: string | null
  reason: string | null
}
/** Requests to refund the charge, to make it, or to close its invoice, and what was decided. */
export async function requestSteps(db: Db, about: AboutCharge): Promise<ChargeStep[]> {
  const { vendor_id, vendor_charge_id: id, invoice_id } = about
  const { rows } = await sql<RequestRow>`
    select a.money_approval_id as id, a.act, a.amount, a.state, a.asked_by_name, a.insert_tm, a.decided_by_name,
      a.decided_tm, coalesce(a.decided_by = a.asked_by, false) as "isOwn",
      coalesce(a.request ->> 'note', a.request ->> 'reason') as note,
      (
        select l.reason
        from activity l
        where l.entity = 'money_approval' and l.entity_id = a.money_approval_id::text and l.type = 'payment.refuse'
        limit 1
      ) as reason
    from money_approval a
    where a.vendor_id = ${vendor_id}
      and (
        a.request ? 'vendor_charge_id' and (a.request ->> 'vendor_charge_id')::bigint = ${id}
        or a.act = 'close_invoice' and (a.request ->> 'invoice_id')::bigint = ${invoice_id}
        or a.money_intent_id = (select c.money_intent_id from vendor_charge c where c.vendor_charge_id = ${id}))
    order by a.money_approval_id
    limit 60`.execute(db)
  return rows.flatMap((row) => [
    step({
      key: `request ${row.id}`,
      tm: row.insert_tm,
      kind: 'request',
      text: `${requestText(row)} requested`,
      detail: row.note,
      by: row.asked_by_name,
    }),
    ...decisionOf(row),
  ])
}
const requestText = ({ act, amount }: RequestRow): string =>
  act === 'close_invoice' ? 'Closing the invoice' : `${moneyActs[act]} of ${money(amount)}`

function decisionOf(row: RequestRow): ChargeStep[] {
  if (row.state === 'waiting' || row.decided_tm === null) return []
  const isApproved = row.state === 'approved'
  const rejectedText = row.isOwn ? 'withdrawn' : 'rejected'
  return [
    step({
      key: `request ${row.id} answer`,
      tm: row.decided_tm,
      kind: isApproved ? 'request' : 'rejected',
      text: `${requestText(row)} ${isApproved ? 'approved' : rejectedText}`,
      detail: isApproved ? null : row.reason,
      by: row.decided_by_name ?? '',
    }),
  ]
}

interface PaperRow {
  invoice_id: number
  series: string
  number: number
  issued_tm: string
  total: string
  written_off_tm: string | null
  written_off_reason: string | null
  by: string | null
}
/** Its invoice, written off or not. */
export async function paperSteps(db: Db, { invoice_id }: AboutCharge): Promise<ChargeStep[]> {
  if (invoice_id === null) return []
  const { rows } = await sql<PaperRow>`
    select i.invoice_id, i.series, i.number, i.issued_tm, i.total, i.written_off_tm, i.written_off_reason,
      (
        select a.action_by_name
        from activity a
        where a.type = 'payment.write_off'
          and a.vendor_id = i.vendor_id
          and a.entity = 'invoice'
          and a.entity_id = i.invoice_id::text
        order by a.activity_id desc
        limit 1
      ) as by
    from invoice i
    where i.invoice_id = ${invoice_id} and i.kind <> 'credit_note'`.execute(db)
  return rows.flatMap((row) => [
    step({
      key: `invoice ${row.invoice_id}`,
      tm: row.issued_tm,
      kind: 'invoice',
      text: `Invoice of ${money(row.total)} issued`,
      by: 'Feedstock',
      paper: toPaper(row),
    }),
    ...(row.written_off_tm === null
      ? []
      : [
          step({
            key: `written off ${row.invoice_id}`,
            tm: row.written_off_tm,
            kind: 'written_off',
            text: 'Invoice written off',
            detail: row.written_off_reason,
            by: row.by ?? 'Feedstock',
          }),
        ]),
  ])
}

/** What of it was returned as credit. */
export async function creditSteps(db: Db, { vendor_id, vendor_charge_id }: AboutCharge) {
  const { rows } = await sql<{ key: string; tm: string; text: string; detail: string | null; by: string }>`
    select 'credit ' || activity_id as key, tm, message as text, reason as detail, action_by_name as by
    from activity
    where vendor_id = ${vendor_id}
      and type = 'payment.credit'
      and entity = 'vendor_charge'
      and entity_id = ${String(vendor_charge_id)}
    order by activity_id
    limit 60`.execute(db)
  return rows.map((row) => step({ ...row, kind: 'credited' }))
}

interface DisputeRow {
  gateway_ref: string
  amount: string
  reason: string
  state: 'inquiry' | 'open' | 'won' | 'lost'
  insert_tm: string
  changed_tm: string | null
}
const bank = 'Cardholder’s bank'
export async function disputeSteps(db: Db, { vendor_charge_id }: AboutCharge): Promise<ChargeStep[]> {
  const { rows } = await sql<DisputeRow>`
    select gateway_ref, amount, reason, state, insert_tm, changed_tm
    from dispute
    where vendor_charge_id = ${vendor_charge_id}
    order by insert_tm
    limit 20`.execute(db)
  return rows.flatMap(({ gateway_ref, amount, reason, state, insert_tm, changed_tm }) => {
    const isOver = state === 'won' || state === 'lost'
    return [
      step({
        key: `dispute ${gateway_ref}`,
        tm: insert_tm,
        kind: 'dispute',
        text:
          state === 'inquiry'
            ? `Inquiry by the bank about ${money(amount)}, no money withdrawn`
            : `${money(amount)} disputed, money withdrawn until the bank rules`,
        detail: reason.replaceAll('_', ' '),
        by: bank,
      }),
      ...(isOver && changed_tm !== null
        ? [
            step({
              key: `dispute ${gateway_ref} over`,
              tm: changed_tm,
              kind: state === 'won' ? 'dispute_won' : 'dispute',
              text:
                state === 'won' ? 'Dispute won, money returned to us' : 'Dispute lost, money not returned',
              by: bank,
            }),
          ]
        : []),
    ]
  })
}

interface CardRow {
  key: string
  tm: string
  kind: 'email' | 'card'
  text: string
  by: string
  detail: string | null
}
/** Emails about the card and changes of it, from the first decline to the payment. */
export async function cardSteps(db: Db, { vendor_id, invoice_id }: AboutCharge): Promise<ChargeStep[]> {
  if (invoice_id === null) return []
  const { rows } = await sql<CardRow>`
    with unpaid as (
      select min(c.tm) filter (where ${hasFailed}) as from_tm,
        coalesce(min(c.tm) filter (where not coalesce(${hasFailed}, false)), now()) as to_tm
      from vendor_charge c
      where c.invoice_id = ${invoice_id})
    select 'link ' || l.card_link_id as key, l.insert_tm as tm, 'email' as kind, 'Card link sent' as text,
      l.sent_by_name as by, 'To ' || array_to_string(l.recipients, ', ') as detail
    from card_link l, unpaid u
    where l.vendor_id = ${vendor_id} and l.insert_tm between u.from_tm and u.to_tm
    union all
    select 'opened ' || l.card_link_id, l.opened_tm, 'email', 'Card link opened', 'Customer', null
    from card_link l, unpaid u
    where l.vendor_id = ${vendor_id} and l.opened_tm between u.from_tm and u.to_tm
    union all
    select 'card ' || p.payment_method_id, p.insert_tm, 'card', 'Card changed to ' || p.brand || ' ' || p.last4,
      'Customer', null
    from payment_method p, unpaid u
    where p.vendor_id = ${vendor_id} and p.insert_tm between u.from_tm and u.to_tm
    order by tm
    limit 60`.execute(db)
  return rows.map(step)
}
