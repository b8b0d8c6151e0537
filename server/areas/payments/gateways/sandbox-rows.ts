import { toCents } from '#contract/billing/cents.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { GatewayRefused, type Dispute, type GatewayEvent, type Payment, type Refund } from './gateway.ts'

export const otherRequest = () =>
  new GatewayRefused('idempotency_error', 'This idempotency key was used with another request.')
export const missing = (kind: string, ref: string) =>
  new GatewayRefused('resource_missing', `${kind} not found: ${ref}`)

/** The sandbox's ids; each contains the key that the object was created with. */
export const sandboxIds = {
  customer: (vendorId: number) => `cus_sandbox_${vendorId}`,
  method: (key: string) => `pm_sandbox_${key}`,
  payment: (key: string) => `pi_sandbox_${key}`,
  refund: (key: string) => `re_sandbox_${key}`,
}
const keyOf = (ref: string) => ref.slice('pi_sandbox_'.length)

export interface PaymentRow {
  ref: string
  customer: string
  amount: string
  state: Exclude<Payment['state'], 'open'>
  code: string | null
  decline_code: string | null
  message: string | null
  confirmed_tm: string | null
  answered_tm: string | null
}
export const paymentColumns = sql.raw(
  ['ref', 'customer', 'amount', 'state', 'code', 'decline_code', 'message', 'confirmed_tm', 'answered_tm']
    .map((column) => `p.${column}`)
    .join(', '),
)
/** Whether its answer is still on the way. */
export const isOpen = (row: PaymentRow, now: number) =>
  row.answered_tm !== null && Date.parse(row.answered_tm) > now
export function paymentOf(row: PaymentRow, now: number): Payment {
  const { ref, customer, state, code, decline_code, message, confirmed_tm } = row
  return {
    ref,
    key: keyOf(ref),
    customer,
    amount: toCents(row.amount),
    state: isOpen(row, now) ? 'open' : state,
    charge: confirmed_tm === null ? null : `ch_sandbox_${keyOf(ref)}`,
    refusal: state === 'refused' ? { code: code ?? '', decline_code, message: message ?? '' } : null,
  }
}

export interface RefundRow {
  ref: string
  payment: string
  amount: string
  state: Refund['state']
}
/** A refund's columns at a moment: what was due by then has happened. */
export const refundColumns = (now: Date) => sql`r.ref, r.payment, r.amount,
  case when r.settles_tm > ${now} then r.state else r.settled_state end as state`
export const refundOf = ({ ref, payment, amount, state }: RefundRow): Refund => ({
  ref,
  key: keyOf(ref),
  payment,
  amount: toCents(amount),
  state,
  failure: state === 'failed' ? 'expired_or_canceled_card' : null,
})

export interface DisputeRow {
  ref: string
  payment: string
  amount: string
  reason: string
  state: Dispute['state']
  due_by: Dispute['due_by']
}
export const disputeColumns = (now: Date) => sql`d.ref, d.payment, d.amount, d.reason, d.due_tm as due_by,
  case
    when d.closes_tm > ${now} then case when d.inquiry then 'inquiry' else 'open' end
    when d.won then 'won'
    else 'lost'
  end as state`

const pageSize = 500
interface ListedRow {
  ref: string
  tm: string
}
/** Objects created in a span of time, oldest first, page by page. */
async function* pages<R extends ListedRow>(
  from: Date,
  to: Date,
  read: (after: ListedRow, until: Date, limit: number) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let after: ListedRow = { ref: '', tm: from.toISOString() }; ;) {
    const rows = await read(after, to, pageSize)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last
  }
}
/** A moment to the microsecond, so that the next page begins where this one ended. */
const exactly = sql`to_char(created_tm, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export const listPayments = (db: Db, from: Date, to: Date) =>
  pages(from, to, async (after, end, limit) => {
    const { rows } = await sql<PaymentRow & ListedRow>`
      select ${paymentColumns}, ${exactly} as tm
      from sandbox_payment p
      where (created_tm, ref) > (${after.tm}::timestamptz, ${after.ref}) and created_tm < ${end}
      order by created_tm, ref
      limit ${limit}`.execute(db)
    return rows
  })
export const listRefunds = (db: Db, from: Date, to: Date, now: Date) =>
  pages(from, to, async (after, end, limit) => {
    const { rows } = await sql<RefundRow & ListedRow>`
      select ${refundColumns(now)}, ${exactly} as tm
      from sandbox_refund r
      where (created_tm, ref) > (${after.tm}::timestamptz, ${after.ref}) and created_tm < ${end}
      order by created_tm, ref
      limit ${limit}`.execute(db)
    return rows
  })

interface EventRow extends ListedRow {
  type: string
  about: string
}
/** Events that no answer reported. They follow from the rows, so none are stored. */
export const listEvents = (db: Db, from: Date, to: Date) =>
  pages(from, to, async (after, end, limit) => {
    const span = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${end}`
    const { rows } = await sql<EventRow>`
      select id as ref, type, about, ${exactly} as tm
      from (
        select 'evt_' || ref as id, 'payment_intent.succeeded' as type, ref as about, confirmed_tm as created_tm
        from sandbox_payment
        where untold and ${span('confirmed_tm')}
        union all
        select 'evt_' || ref, case settled_state when 'failed' then 'refund.failed' else 'refund.updated' end,
          ref, settles_tm
        from sandbox_refund
        where state <> settled_state and ${span('settles_tm')}
        union all
        select 'evt_opened_' || ref, 'charge.dispute.created', ref, created_tm
        from sandbox_dispute
        where ${span('created_tm')}
        union all
        select 'evt_closed_' || ref, 'charge.dispute.closed', ref, closes_tm
        from sandbox_dispute
        where ${span('closes_tm')}
      ) happened
      where (created_tm, id) > (${after.tm}::timestamptz, ${after.ref})
      order by created_tm, id
      limit ${limit}`.execute(db)
    return rows
  })
export function eventOf({ ref: id, type, about: subject }: EventRow): GatewayEvent {
  if (type.startsWith('refund')) return { id, type, about: { refund: subject } }
  return { id, type, about: type.startsWith('charge.dispute') ? { dispute: subject } : { payment: subject } }
}
