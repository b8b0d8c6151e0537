import { fromCents, toCents } from '#contract/billing/cents.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { behaviourOf, refundMs } from './cards.ts'
import { GatewayRefused, type Refund, type RefundRequest } from './gateway.ts'
import {
  disputeColumns,
  missing,
  named,
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

/** Under the payment's lock: its refunds never sum to more than it. */
export async function refundWithin(
  tx: Tx,
  { key, payment, amount }: RefundRequest,
  now: number,
): Promise<Refund> {
  if (amount <= 0) throw new GatewayRefused('parameter_invalid_integer', 'A refund must be above zero.')
  const ref = named.refund(key)
  const { rows } = await sql<{ amount: string; state: string; behaviour: string }>`
    select p.amount, p.state, c.behaviour
    from sandbox_payment p
    join sandbox_card c on c.method = p.method
    where p.ref = ${payment}
    for update of p`.execute(tx)
  const paid = rows[0]
  if (!paid) throw missing('PaymentIntent', payment)
  const had = await refundAt(tx, ref, now)
  if (had) {
    if (had.payment !== payment || had.amount !== amount) throw otherRequest()
    return had
  }
  if (paid.state !== 'succeeded')
    throw new GatewayRefused('invalid_request_error', 'The payment has no successful charge to refund.')
  await refuseDisputed(tx, payment, now)
  const { rows: refunds } = await sql<RefundRow>`
    select ${refundColumns(new Date(now))} from sandbox_refund r where payment = ${payment}`.execute(tx)
  const given = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, r) => sum + toCents(r.amount), 0)
  const left = toCents(paid.amount) - given
  if (left === 0) throw new GatewayRefused('charge_already_refunded', 'The charge has already been refunded.')
  if (amount > left)
    throw new GatewayRefused(
      'invalid_request_error',
      `A refund of $${fromCents(amount)} is more than the $${fromCents(left)} left of the charge.`,
    )
  const later = behaviourOf(paid.behaviour).refunds
  const made = await tx
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
  if (!made) throw otherRequest()
  return (await refundAt(tx, ref, now))!
}

async function refuseDisputed(tx: Tx, payment: string, now: number): Promise<void> {
  const { rows } = await sql<DisputeRow>`
    select ${disputeColumns(new Date(now))} from sandbox_dispute d where payment = ${payment}`.execute(tx)
  if (rows[0]?.state === 'open' || rows[0]?.state === 'lost')
    throw new GatewayRefused('charge_disputed', 'The charge has been charged back.')
}
