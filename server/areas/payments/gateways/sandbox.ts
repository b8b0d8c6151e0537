import { setTimeout } from 'node:timers/promises'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { isConnectionLost, isLockWait, sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Clock } from '#server/platform/services.ts'
import {
  asksHolder,
  behaviourOf,
  brandOf,
  disputeMs,
  evidenceMs,
  expiredCard,
  hasEnded,
  knowCard,
  working,
} from './cards.ts'
import {
  CardRefused,
  GatewayBusy,
  GatewayRefused,
  GatewayUnsure,
  type CardSource,
  type Dispute,
  type Gateway,
  type GatewayEvent,
  type Payer,
  type Payment,
  type PaymentRequest,
  type Refund,
  type RefundRequest,
  type Refusal,
  type SavedCard,
} from './gateway.ts'
import {
  disputeColumns,
  eventOf,
  isOpen,
  listEvents,
  listPayments,
  listRefunds,
  missing,
  sandboxIds,
  otherRequest,
  paymentColumns,
  paymentOf,
  refundOf,
  type DisputeRow,
  type PaymentRow,
} from './sandbox-rows.ts'
import { refundAt, refundWithin } from './sandbox-refunds.ts'

/** The smallest and the largest amount that Stripe charges, in cents. */
const leastCharge = 50
const mostCharge = 99_999_999

const noAnswer = () => new GatewayUnsure('The sandbox didn’t respond.')

interface CardRow {
  customer: string
  behaviour: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/**
 * A gateway that moves no money, with its own tables; each call commits before it answers. What a card does is
 * decided by its number (docs/domain/gateways.md). Don't call it within a transaction.
 */
export class Sandbox implements Gateway {
  readonly name = 'sandbox'
  readonly form = { kind: 'sandbox' } as const
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  beginSetup(): Promise<never> {
    return Promise.reject(new GatewayRefused('no_setup', 'The sandbox only accepts cards from its own form.'))
  }

  async saveCard(key: string, payer: Payer, source: CardSource): Promise<SavedCard> {
    if (!('card' in source))
      throw new GatewayRefused('no_setup', 'The sandbox only accepts cards from its own form.')
    const card = knowCard(source.card, this.#clock.now())
    if ('code' in card) throw new CardRefused(card)
    const { behaviour, key: brand, last4, exp_month, exp_year } = card
    const method = sandboxIds.method(key)
    const row: CardRow = {
      customer: sandboxIds.customer(payer.vendor_id),
      behaviour,
      brand,
      last4,
      exp_month,
      exp_year,
    }
    const existing = await this.#call(() =>
      keepCard(this.#db, { ...row, method }, new Date(this.#clock.now())),
    )
    if (existing && JSON.stringify(existing) !== JSON.stringify(row)) throw otherRequest()
    return { customer: row.customer, method, ...brandOf(brand), last4, exp_month, exp_year }
  }

  async createPayment(request: PaymentRequest): Promise<Payment> {
    const { key, vendor_id, customer, method, description, hold } = request
    if (request.amount < leastCharge)
      throw new GatewayRefused('amount_too_small', 'The amount must be at least $0.50.')
    if (request.amount > mostCharge)
      throw new GatewayRefused('amount_too_large', 'The amount must be at most $999,999.99.')
    const ref = sandboxIds.payment(key)
    const amount = fromCents(request.amount)
    const now = this.#clock.now()
    const insertedRows = await this.#call(() =>
      sql<PaymentRow>`
        insert into sandbox_payment as p
          (ref, vendor_id, customer, method, amount, description, hold, created_tm)
        select ${ref}, ${vendor_id}, customer, method, ${amount}, ${description}, ${hold}, ${new Date(now)}
        from sandbox_card
        where method = ${method} and customer = ${customer}
        on conflict (ref) do nothing
        returning ${paymentColumns}`.execute(this.#db),
    )
    if (insertedRows.rows[0]) return paymentOf(insertedRows.rows[0], now)
    const existing = await this.#call(() =>
      this.#db
        .selectFrom('sandbox_payment')
        .select(['vendor_id', 'customer', 'method', 'amount', 'description', 'hold'])
        .where('ref', '=', ref)
        .executeTakeFirst(),
    )
    if (!existing) throw missing('PaymentMethod', method)
    const requestRow = { vendor_id, customer, method, amount, description, hold }
    if (JSON.stringify(existing) !== JSON.stringify(requestRow)) throw otherRequest()
    return this.readPayment(ref)
  }

  async confirmPayment(ref: string): Promise<Payment> {
    const now = this.#clock.now()
    // most cards just work: one statement, for tens of thousands of renewals
    const { rows } = await this.#call(() =>
      sql<PaymentRow>`
        update sandbox_payment p
        set state = case when hold then 'held' else 'succeeded' end, confirmed_tm = ${new Date(now)}
        from sandbox_card c
        where p.ref = ${ref} and p.state = 'ready' and c.method = p.method and c.behaviour = ${working}
          and make_timestamptz(c.exp_year, c.exp_month, 1, 0, 0, 0) + interval '1 month' > ${new Date(now)}
        returning ${paymentColumns}`.execute(this.#db),
    )
    return rows[0] ? paymentOf(rows[0], now) : this.#confirmSlowly(ref)
  }

  async #confirmSlowly(ref: string): Promise<Payment> {
    const now = this.#clock.now()
    const { payment, slowMs, isUnanswered } = await this.#call(() =>
      this.#db.transaction().execute((tx) => confirmByBehaviour(tx, ref, now)),
    )
    if (isUnanswered) throw noAnswer()
    if (!slowMs) return payment
    await setTimeout(slowMs)
    await this.#call(() =>
      this.#db.updateTable('sandbox_payment').set({ answered_tm: null }).where('ref', '=', ref).execute(),
    )
    return this.readPayment(ref)
  }

  holderSecret(): Promise<null> {
    return Promise.resolve(null)
  }
  /** A card that only needs confirmation pays; any other behaves as usual. */
  async confirmByHolder(ref: string): Promise<void> {
    const { rows } = await this.#call(() =>
      sql`
        update sandbox_payment p
        set state = 'succeeded', confirmed_tm = ${new Date(this.#clock.now())}
        from sandbox_card c
        where p.ref = ${ref} and p.state = 'ready' and c.method = p.method and c.behaviour = ${asksHolder}
        returning p.ref`.execute(this.#db),
    )
    if (rows.length === 0) await this.confirmPayment(ref)
  }

  async cancelPayment(ref: string): Promise<Payment> {
    const now = this.#clock.now()
    const { rows } = await this.#call(() =>
      sql<PaymentRow>`
        update sandbox_payment p
        set state = 'canceled'
        where ref = ${ref} and state in ('ready', 'held', 'refused')
          and (answered_tm is null or answered_tm <= ${new Date(now)})
        returning ${paymentColumns}`.execute(this.#db),
    )
    if (rows[0]) return paymentOf(rows[0], now)
    const payment = await this.readPayment(ref)
    if (payment.state === 'canceled') return payment
    throw new GatewayRefused('payment_intent_unexpected_state', `The payment is already ${payment.state}.`)
  }

  async readPayment(ref: string): Promise<Payment> {
    const payment = await this.#payment(ref)
    if (!payment) throw missing('PaymentIntent', ref)
    return payment
  }
  findPayment({ key }: PaymentRequest): Promise<Payment | null> {
    return this.#payment(sandboxIds.payment(key))
  }
  async #payment(ref: string): Promise<Payment | null> {
    const { rows } = await this.#call(() =>
      sql<PaymentRow>`select ${paymentColumns} from sandbox_payment p where ref = ${ref}`.execute(this.#db),
    )
    return rows[0] ? paymentOf(rows[0], this.#clock.now()) : null
  }

  createRefund(request: RefundRequest): Promise<Refund> {
    const now = this.#clock.now()
    return this.#call(() => this.#db.transaction().execute((tx) => refundWithin(tx, request, now)))
  }
  async readRefund(ref: string): Promise<Refund> {
    const refund = await this.#refund(ref)
    if (!refund) throw missing('Refund', ref)
    return refund
  }
  findRefund({ key }: RefundRequest): Promise<Refund | null> {
    return this.#refund(sandboxIds.refund(key))
  }
  #refund(ref: string): Promise<Refund | null> {
    return this.#call(() => refundAt(this.#db, ref, this.#clock.now()))
  }

  async readDispute(ref: string): Promise<Dispute> {
    const { rows } = await this.#call(() =>
      sql<DisputeRow>`
        select ${disputeColumns(new Date(this.#clock.now()))}
        from sandbox_dispute d
        where ref = ${ref}`.execute(this.#db),
    )
    if (!rows[0]) throw missing('Dispute', ref)
    // the sandbox takes no evidence
    return { ...rows[0], amount: toCents(rows[0].amount), answered: false }
  }

  async *payments(from: Date, to: Date): AsyncGenerator<Payment> {
    for await (const row of listPayments(this.#db, from, to)) yield paymentOf(row, this.#clock.now())
  }
  async *refunds(from: Date, to: Date): AsyncGenerator<Refund> {
    for await (const row of listRefunds(this.#db, from, to, new Date(this.#clock.now()))) yield refundOf(row)
  }
  async *events(from: Date, to: Date): AsyncGenerator<GatewayEvent> {
    const end = Math.min(to.getTime(), this.#clock.now())
    for await (const row of listEvents(this.#db, from, new Date(end))) yield eventOf(row)
  }
  readEvent(): never {
    throw new GatewayRefused('no_webhook', 'The sandbox sends no webhooks.')
  }

  /** A lost connection leaves the result unknown; a lock means nothing was done. */
  async #call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isLockWait(error)) throw new GatewayBusy('The sandbox is busy.')
      if (isConnectionLost(error)) throw noAnswer()
      throw error
    }
  }
}

/** Saves a new card; returns the existing one if the key was used before. */
async function keepCard(db: Db, card: CardRow & { method: string }, now: Date): Promise<CardRow | undefined> {
  const insertedRow = await db
    .insertInto('sandbox_card')
    .values({ ...card, created_tm: now.toISOString() })
    .onConflict((c) => c.column('method').doNothing())
    .returning('method')
    .executeTakeFirst()
  if (insertedRow) return undefined
  return db
    .selectFrom('sandbox_card')
    .select(['customer', 'behaviour', 'brand', 'last4', 'exp_month', 'exp_year'])
    .where('method', '=', card.method)
    .executeTakeFirstOrThrow()
}

interface Confirmation {
  payment: Payment
  slowMs?: number
  isUnanswered?: boolean
}
/** Confirms a charge to a card with special behavior, or one that was confirmed before. */
async function confirmByBehaviour(tx: Tx, ref: string, now: number): Promise<Confirmation> {
  const { rows } = await sql<
    PaymentRow & Omit<CardRow, 'brand' | 'last4'> & { method: string; refused: number; hold: boolean }
  >`select ${paymentColumns}, p.hold, c.method, c.behaviour, c.exp_month, c.exp_year, c.refused
    from sandbox_payment p
    join sandbox_card c on c.method = p.method
    where ref = ${ref}
    for update`.execute(tx)
  const row = rows[0]
  if (!row) throw missing('PaymentIntent', ref)
  if (isOpen(row, now)) throw new GatewayUnsure('Another request with this key is in progress.')
  if (row.state !== 'ready') return { payment: paymentOf(row, now) }
  const { charging, unanswered: lostAnswer, slowMs, dispute } = behaviourOf(row.behaviour)
  if (lostAnswer === 'not done') return { payment: paymentOf(row, now), isUnanswered: true }

  const refusal = hasEnded(row, now)
    ? expiredCard
    : charging && row.refused < (charging.times ?? Infinity) && charging
  if (refusal)
    await tx
      .updateTable('sandbox_card')
      .set((eb) => ({ refused: eb('refused', '+', 1) }))
      .where('method', '=', row.method)
      .execute()
  const acceptedState = row.hold ? 'held' : 'succeeded'
  const state = refusal ? 'refused' : acceptedState
  const settledRow = await settle(tx, ref, now, {
    state,
    refusal: refusal || null,
    isUntold: lostAnswer === 'done',
    slowMs,
  })
  if (dispute && state === 'succeeded')
    await tx
      .insertInto('sandbox_dispute')
      .values({
        ref: ref.replace('pi_', 'dp_'),
        payment: ref,
        amount: row.amount,
        ...dispute,
        created_tm: new Date(now).toISOString(),
        due_tm: new Date(now + evidenceMs).toISOString(),
        closes_tm: new Date(now + disputeMs).toISOString(),
      })
      .execute()
  return {
    payment: paymentOf(settledRow, now),
    isUnanswered: lostAnswer === 'done',
    ...(slowMs && { slowMs }),
  }
}

interface Decision {
  state: PaymentRow['state']
  refusal: Refusal | null
  /** The answer never arrives. */
  isUntold: boolean
  slowMs: number | undefined
}
async function settle(
  tx: Tx,
  ref: string,
  now: number,
  { state, refusal, isUntold, slowMs }: Decision,
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    update sandbox_payment p
    set state = ${state}, code = ${refusal?.code ?? null}, decline_code = ${refusal?.decline_code ?? null},
      message = ${refusal?.message ?? null}, confirmed_tm = ${new Date(now)}, untold = ${isUntold},
      answered_tm = ${slowMs ? new Date(now + slowMs) : null}
    where ref = ${ref}
    returning ${paymentColumns}`.execute(tx)
  return singleRow(rows)
}
