import { fromCents, toCents } from '#contract/billing/cents.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { behaviourOf, refundMs } from './cards.ts'
import { GatewayRefused, type Refund, type RefundRequest } from './gateway.ts'
import {
  disputeColumns,
  missing,
  sandboxIds,
  otherRequest,
  refundColumns,
  refundOf,
  type DisputeRow,
  type RefundRow,
} from './sandbox-rows.ts'

export async function refundAt(db: Db, ref: string, now: number): Promise<Refund | null> {
  const { rows } = await sql<RefundRow>`
    select ${refundColumns(new Date(now))} from sandbox_refund r where ref = ${ref}`.execute(db)
  return rows[0] ? refundOf(rows[0]) : null
}

/** Refunds under the payment's lock, so its refunds never exceed it. */
export async function refundWithin(
  tx: Tx,
  { key, payment, amount }: RefundRequest,
  now: number,
): Promise<Refund> {
  if (amount <= 0) throw new GatewayRefused('parameter_invalid_integer', 'The refund amount must be above 0.')
  const ref = sandboxIds.refund(key)
  const { rows } = await sql<{ amount: string; state: string; behaviour: string }>`
    select p.amount, p.state, c.behaviour
    from sandbox_payment p
    join sandbox_card c on c.method = p.method
    where p.ref = ${payment}
    for update of p`.execute(tx)
  const paymentRow = rows[0]
  if (!paymentRow) throw missing('PaymentIntent', payment)
  const existing = await refundAt(tx, ref, now)
  if (existing) {
    if (existing.payment !== payment || existing.amount !== amount) throw otherRequest()
    return existing
  }
  if (paymentRow.state !== 'succeeded')
    throw new GatewayRefused('invalid_request_error', 'The payment has no successful charge to refund.')
  await refuseDisputed(tx, payment, now)
  const { rows: refunds } = await sql<RefundRow>`
    select ${refundColumns(new Date(now))} from sandbox_refund r where payment = ${payment}`.execute(tx)
  const givenCents = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, r) => sum + toCents(r.amount), 0)
  const leftCents = toCents(paymentRow.amount) - givenCents
  if (leftCents === 0)
    throw new GatewayRefused('charge_already_refunded', 'The charge has already been refunded.')
  if (amount > leftCents)
    throw new GatewayRefused(
      'invalid_request_error',
      `Refund amount ($${fromCents(amount)}) is more than the unrefunded amount ($${fromCents(leftCents)}).`,
    )
  const later = behaviourOf(paymentRow.behaviour).refunds
  const insertedRow = await tx
    .insertInto('sandbox_refund')
    .values({
      ref,
      payment,
      amount: fromCents(amount),
      state: later === 'settle later' ? 'open' : 'succeeded',
      settled_state: later === 'fail later' ? 'failed' : 'succeeded',
      created_tm: new Date(now).toISOString(),
      settles_tm: new Date(later ? now + refundMs : now).toISOString(),
    })
    .onConflict((c) => c.column('ref').doNothing())
    .returning('ref')
    .executeTakeFirst()
  if (!insertedRow) throw otherRequest()
  const refund = await refundAt(tx, ref, now)
  if (!refund) throw new Error(`Refund ${ref} not found`)
  return refund
}

async function refuseDisputed(tx: Tx, payment: string, now: number): Promise<void> {
  const { rows } = await sql<DisputeRow>`
    select ${disputeColumns(new Date(now))} from sandbox_dispute d where payment = ${payment}`.execute(tx)
  if (rows[0]?.state === 'open' || rows[0]?.state === 'lost')
    throw new GatewayRefused('charge_disputed', 'The charge has been charged back.')
}
