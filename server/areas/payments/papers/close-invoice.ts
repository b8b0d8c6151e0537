import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import type { Closing, ClosingRequest } from '#contract/payments/closing.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import {
  askSecondPerson,
  needsSecondPerson,
  recordMovedAlone,
  refuseDuplicate,
} from '#server/areas/approvals/public.ts'
import { nextBillMoved } from '#server/areas/billing/public.ts'
import { book } from '#server/areas/ledger/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { record, write, type Acting, type Ctx, type Services } from '#server/platform/services.ts'
import { readLaterCredits } from '../charges/later-credits.ts'
import { paymentFacts, refuseUnderWay } from '../facts.ts'
import { openPaper } from './open-papers.ts'
import { finishMoney } from '../intents/outcome.ts'
import type { MoneyAct } from '../approvals/money-act.ts'
import { toDraft, toMove, toStored } from '../approvals/second-person.ts'
import { settleRenewals } from '../renewals/settle-renewals.ts'

/** Previews `closeInvoice` with the code that performs it. */
export async function weighClosing(
  ctx: Ctx,
  { params: { vendor_id, invoice_id }, body: { how: closingKind } }: Parsed<'weighClosing'>,
) {
  const request = await requestOf(ctx.db, vendor_id, invoice_id, closingKind)
  const effects = await effectsOfClosing(ctx, vendor_id, request)
  if (effects.second_person)
    await refuseDuplicate(ctx.db, toDraft({ vendor_id, act: 'close_invoice', request }))
  return effects
}

/** What closing an invoice would do now. */
export async function effectsOfClosing(
  ctx: Ctx,
  vendor_id: number,
  closing: Pick<ClosingRequest, 'invoice_id' | 'how'>,
) {
  const { db, clock } = ctx
  await refuseUnderWay(db, vendor_id)
  const { written_off, ...request } = await requestOf(db, vendor_id, closing.invoice_id, closing.how)
  const today = dayOf(clock.now())
  const facts = await paymentFacts(db, vendor_id, today)
  const { credit_available: credit, balance, vendor_status_id: status, next_charge_date: next } = facts
  const balanceAfter = fromCents(toCents(balance) - (written_off ? 0 : toCents(request.amount)))
  const keptCents = keptMove(request, written_off)
  const came_off = closing.how === 'written_off' ? await readLaterCredits(db, closing.invoice_id) : []
  const isRecovered =
    closing.how === 'paid_outside' && toCents(balanceAfter) === 0 && unpaidOf(status) !== null
  const comes = isRecovered && next !== null && next < today ? today : next
  return {
    lines: [],
    total: request.amount,
    card: null,
    card_asked: '0.00',
    credit_available: { from: credit, to: credit },
    next_charge_date: { from: next, to: comes },
    next_bill: await nextBillMoved(db, clock, vendor_id, {
      kept: { invoice_id: closing.invoice_id, cents: keptCents },
      comes,
    }),
    balance: { from: balance, to: balanceAfter },
    status: { from: status, to: isRecovered ? vendorStatus.active : status },
    second_person: await needsSecondPerson(db, ctx, toMove({ vendor_id, act: 'close_invoice', request })),
    came_off,
    twice: '0.00',
    faults: {},
  }
}

/** What closing changes of what is kept of an invoice. */
function keptMove({ amount, how }: Pick<ClosingRequest, 'amount' | 'how'>, isWrittenOff: boolean): Cents {
  if (how === 'written_off') return -toCents(amount)
  return isWrittenOff ? toCents(amount) : 0
}

/**
 * Closes an invoice that no card pays; above the limit a second person is asked first (docs/domain/charges-and-refunds.md, Closing an invoice).
 */
export async function closeInvoice(
  ctx: Acting,
  { params: { vendor_id, invoice_id }, body: { how: closingKind, reason } }: Parsed<'closeInvoice'>,
) {
  const intentIds = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseUnderWay(tx, vendor_id)
    const { written_off: _, ...request } = await requestOf(tx, vendor_id, invoice_id, closingKind)
    const moneyRequest = { vendor_id, act: 'close_invoice', request: { ...request, reason } } as const
    if (await needsSecondPerson(tx, ctx, toMove(moneyRequest))) {
      await askSecondPerson(ctx, tx, logActivity, toStored(moneyRequest))
      return 'waiting'
    }
    await recordMovedAlone(tx, ctx, toMove(moneyRequest), [])
    return beginClosing(ctx, tx, { vendor_id, request: moneyRequest.request, requester: ctx.who })
  })
  return finishMoney(ctx, vendor_id, intentIds)
}

/** Closes it at once: nothing is sent to the gateway. */
export async function beginClosing(
  services: Services,
  tx: Tx,
  { vendor_id, request: { invoice_id, how, reason }, requester }: MoneyAct<ClosingRequest>,
): Promise<string[]> {
  await refuseUnderWay(tx, vendor_id)
  const { written_off, ...request } = await requestOf(tx, vendor_id, invoice_id, how)
  const tm = new Date(services.clock.now()).toISOString()
  const closing = { ...request, vendor_id, reason, tm, requester }
  if (how === 'written_off') await writeOff(tx, closing)
  else {
    if (written_off) await takeBackWriteOff(tx, closing)
    await settleRenewals(services, tx, [paidOutside(closing)], tm)
  }
  return []
}

type InvoiceClosing = ClosingRequest & Pick<MoneyAct, 'vendor_id' | 'requester'> & { tm: string }

async function writeOff(tx: Tx, closing: InvoiceClosing) {
  const { invoice_id, number, amount, vendor_id, reason, tm } = closing
  await sql`
    update invoice
    set written_off_tm = ${tm}, written_off_reason = ${reason}, next_try = null
    where invoice_id = ${invoice_id}`.execute(tx)
  // a vendor that owes nothing has no failing charges
  await sql`
    update vendor v
    set billing_failures = 0
    where v.vendor_id = ${vendor_id}
      and v.billing_failures > 0
      and not exists (
        select
        from invoice i
        where i.vendor_id = v.vendor_id and ${openPaper('i')})`.execute(tx)
  const cents = toCents(amount)
  await book(tx, [
    {
      key: `write-off ${invoice_id}`,
      vendor_id,
      tm,
      what: `Written off, ${number}`,
      postings: [
        { account: 'bad_debt', cents },
        { account: 'receivable', cents: -cents },
      ],
    },
  ])
  await logWriteOff(tx, closing, `Written off: ${money(amount)}, ${number}`, reason)
}

/** Takes a write-off back, because the invoice is paid after all. */
async function takeBackWriteOff(tx: Tx, closing: InvoiceClosing) {
  const { invoice_id, number, amount, vendor_id, tm } = closing
  await sql`
    update invoice
    set written_off_tm = null, written_off_reason = null
    where invoice_id = ${invoice_id}`.execute(tx)
  const cents = toCents(amount)
  await book(tx, [
    {
      key: `write-off ${invoice_id} taken back`,
      reverses: `write-off ${invoice_id}`,
      vendor_id,
      tm,
      what: `Write-off reversed, ${number}`,
      postings: [
        { account: 'bad_debt', cents: -cents },
        { account: 'receivable', cents },
      ],
    },
  ])
  await logWriteOff(tx, closing, `Write-off reversed: ${money(amount)}, ${number} paid`)
}

const logWriteOff = (
  tx: Tx,
  { vendor_id, invoice_id, requester }: InvoiceClosing,
  message: string,
  reason: string | null = null,
) =>
  record(
    tx,
    {},
    {
      type: 'payment.write_off',
      by: requester,
      vendor_id,
      entity: 'invoice',
      entity_id: invoice_id,
      message,
      reason,
    },
  )

const paidOutside = ({ vendor_id, invoice_id, amount, reason, requester }: InvoiceClosing) => ({
  money_intent_id: null,
  kind: 'renewal' as const,
  state: 'succeeded' as const,
  vendor_id,
  invoice_id,
  try_no: null,
  amount,
  transaction_num: null,
  refusal: null,
  refund_of: null,
  terms: {},
  request: null,
  card: null,
  asked_by: requester.login_id,
  asked_by_name: requester.name,
  outside: { reason },
})

/** Reads an invoice that can be closed this way. */
async function requestOf(db: Db, vendorId: number, invoice_id: number, closingKind: Closing) {
  const row = await db
    .selectFrom('invoice')
    .select(['series', 'number', 'kind', 'total', 'paid_tm', 'written_off_tm'])
    .where('invoice_id', '=', invoice_id)
    .where('vendor_id', '=', vendorId)
    .where('kind', '<>', 'credit_note')
    .executeTakeFirst()
  if (!row) throw notFound('invoice')
  const number = numberOf(row as { series: 'INV'; number: number })
  if (row.paid_tm !== null) throw conflict(`${number} is already paid`)
  const written_off = row.written_off_tm !== null
  if (written_off && closingKind === 'written_off') throw conflict(`${number} is already written off`)
  return { invoice_id, number, amount: row.total, how: closingKind, written_off }
}
