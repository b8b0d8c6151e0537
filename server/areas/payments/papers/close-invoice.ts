import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import type { Closing } from '#contract/payments/closing.ts'
import { nextBillMoved } from '#server/areas/billing/public.ts'
import { book } from '#server/areas/ledger/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { record, write, type Acting, type Ctx, type Services, type Who } from '#server/platform/services.ts'
import type { ClosingRequest } from './closing-request.ts'
import { cameOffBills } from '../charges/credited-later.ts'
import { paymentFacts, refuseUnderWay } from '../facts.ts'
import { openPaper } from './open-papers.ts'
import { finishMoney } from '../intents/outcome.ts'
import { askSecondPerson, keepAlone, refuseWaiting, wantsSecond } from '../approvals/second-person.ts'
import { settleRenewals } from '../renewals/settle-renewals.ts'

/** What `closeInvoice` would do, by what it does it by. */
export async function weighClosing(
  ctx: Ctx,
  { params: { vendor_id, invoice_id }, body: { how } }: Parsed<'weighClosing'>,
) {
  const request = await requestOf(ctx.db, vendor_id, invoice_id, how)
  const effects = await effectsOfClosing(ctx, vendor_id, request)
  if (effects.second_person) await refuseWaiting(ctx.db, { vendor_id, act: 'close_invoice', request })
  return effects
}

/** What closing an invoice does where it is done now. */
export async function effectsOfClosing(
  ctx: Ctx,
  vendor_id: number,
  asked: Pick<ClosingRequest, 'invoice_id' | 'how'>,
) {
  const { db, clock } = ctx
  await refuseUnderWay(db, vendor_id)
  const { written_off, ...request } = await requestOf(db, vendor_id, asked.invoice_id, asked.how)
  const today = dayOf(clock.now())
  const facts = await paymentFacts(db, vendor_id, today)
  const { credit_available: credit, balance, vendor_status_id: status, next_charge_date: next } = facts
  const left = fromCents(toCents(balance) - (written_off ? 0 : toCents(request.amount)))
  const kept = toCents(request.amount) * (asked.how === 'written_off' ? -1 : written_off ? 1 : 0)
  const came_off = asked.how === 'written_off' ? await cameOffBills(db, asked.invoice_id) : []
  const isRecovered = asked.how === 'paid_outside' && toCents(left) === 0 && (status === 2 || status === 3)
  const comes = isRecovered && next !== null && next < today ? today : next
  return {
    lines: [],
    total: request.amount,
    card: null,
    card_asked: '0.00',
    credit_available: { from: credit, to: credit },
    next_charge_date: { from: next, to: comes },
    next_bill: await nextBillMoved(db, clock, vendor_id, {
      kept: { invoice_id: asked.invoice_id, cents: kept },
      comes,
    }),
    balance: { from: balance, to: left },
    status: { from: status, to: isRecovered ? 1 : status },
    second_person: await wantsSecond(db, ctx, { vendor_id, act: 'close_invoice', request }),
    came_off,
    twice: '0.00',
    faults: {},
  }
}

/**
 * Closes an invoice that no card pays; above the limit a second person is asked first (docs/domain.md, Closing
 * an invoice).
 */
export async function closeInvoice(
  ctx: Acting,
  { params: { vendor_id, invoice_id }, body: { how, reason } }: Parsed<'closeInvoice'>,
) {
  const begun = await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseUnderWay(tx, vendor_id)
    const { written_off: _, ...request } = await requestOf(tx, vendor_id, invoice_id, how)
    const asked = { vendor_id, act: 'close_invoice', request: { ...request, reason } } as const
    if (await wantsSecond(tx, ctx, asked)) {
      await askSecondPerson(ctx, tx, logActivity, asked)
      return 'waiting'
    }
    await keepAlone(tx, ctx, asked, [])
    return beginClosing(ctx, tx, vendor_id, asked.request, ctx.who)
  })
  return finishMoney(ctx, vendor_id, begun)
}

/** Closes it at once: no gateway is asked, so nothing is left to be sent. */
export async function beginClosing(
  services: Services,
  tx: Tx,
  vendor_id: number,
  { invoice_id, how, reason }: ClosingRequest,
  who: Pick<Who, 'login_id' | 'name'>,
): Promise<string[]> {
  await refuseUnderWay(tx, vendor_id)
  const { written_off, ...request } = await requestOf(tx, vendor_id, invoice_id, how)
  const tm = new Date(services.clock.now()).toISOString()
  const closing = { ...request, vendor_id, reason, tm, who }
  if (how === 'written_off') await writeOff(tx, closing)
  else {
    if (written_off) await takeBackWriteOff(tx, closing)
    await settleRenewals(services, tx, [paidOutside(closing)], tm)
  }
  return []
}

type Of = ClosingRequest & { vendor_id: number; tm: string; who: Pick<Who, 'login_id' | 'name'> }

async function writeOff(tx: Tx, of: Of) {
  const { invoice_id, number, amount, vendor_id, reason, tm } = of
  await sql`
    update invoice
    set written_off_tm = ${tm}, written_off_reason = ${reason}, next_try = null
    where invoice_id = ${invoice_id}`.execute(tx)
  // who owes nothing has no charge that fails
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
  await say(tx, of, `Written off: ${money(amount)}, ${number}`, reason)
}

/** What was written off is owed again, as it is paid after all. */
async function takeBackWriteOff(tx: Tx, of: Of) {
  const { invoice_id, number, amount, vendor_id, tm } = of
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
      what: `Written off, ${number}, taken back`,
      postings: [
        { account: 'bad_debt', cents: -cents },
        { account: 'receivable', cents },
      ],
    },
  ])
  await say(tx, of, `Write-off taken back: ${money(amount)}, ${number}, it is paid after all`)
}

const say = (tx: Tx, { vendor_id, invoice_id, who }: Of, message: string, reason: string | null = null) =>
  record(
    tx,
    {},
    {
      type: 'payment.write_off',
      by: who,
      vendor_id,
      entity: 'invoice',
      entity_id: invoice_id,
      message,
      reason,
    },
  )

const paidOutside = ({ vendor_id, invoice_id, amount, reason, who }: Of) => ({
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
  asked_by: who.login_id,
  asked_by_name: who.name,
  outside: { reason },
})

/** An invoice that can be closed so. */
async function requestOf(db: Db, vendorId: number, invoice_id: number, how: Closing) {
  const row = await db
    .selectFrom('invoice')
    .select(['series', 'number', 'kind', 'total', 'paid_tm', 'written_off_tm'])
    .where('invoice_id', '=', invoice_id)
    .where('vendor_id', '=', vendorId)
    .where('kind', '<>', 'credit_note')
    .executeTakeFirst()
  if (!row) throw notFound('invoice')
  const number = numberOf(row as { series: 'INV'; number: number })
  if (row.paid_tm !== null) throw conflict(`${number} is paid already`)
  const written_off = row.written_off_tm !== null
  if (written_off && how === 'written_off') throw conflict(`${number} is written off already`)
  return { invoice_id, number, amount: row.total, how, written_off }
}
