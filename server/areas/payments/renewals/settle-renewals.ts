import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { dayText, money } from '#contract/formats.ts'
import { toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { nextTry, retryDays } from '#contract/payments/dunning.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { vendorStatus, isActive } from '#contract/vendors/status.ts'
import { unpaidOf } from '#contract/stores/unpaid.ts'
import { book } from '#server/areas/ledger/public.ts'
import { followStatus, type StatusMove } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { setHistoryFacts } from '#server/platform/database/history.ts'
import { record, type Activity, type Services } from '#server/platform/services.ts'
import { addCharges } from '../charges/add-charges.ts'
import { notConfirmed } from '../intents/holder-confirmation.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { declinedLetter, billingRecipients, recoveredLetter, suspendedLetter } from '../letters.ts'
import { cardOf, ofInvoice, openIntents, type CardOnFile } from '../intents/open-intents.ts'
import { askedBy, exceptionOf, type SettledIntent } from '../intents/settled-intent.ts'
import { openPaper } from '../papers/open-papers.ts'
import { itemAt } from '../item-at.ts'
import type { RenewalTry, TriedInvoice } from './renewal-try.ts'

/**
 * Records the result of invoices' tries: paid, or due for another try on days 1, 3, 5 and 7, after which the
 * vendor is suspended. A vendor that has paid all it owed is active again. If another card is on file by now,
 * that card is charged (docs/domain/renewals.md, A new card).
 */
export async function settleRenewals(
  services: Services,
  tx: Tx,
  answeredIntents: readonly SettledIntent[],
  tm: string,
): Promise<void> {
  if (answeredIntents.length === 0) return
  const today = dayOf(services.clock.now())
  const tries = await triesOf(tx, answeredIntents, today)
  const ids = await addCharges(
    tx,
    tries.map((attempt) => ({
      vendor_id: attempt.vendor_id,
      tm,
      amount: attempt.amount,
      credit_used: attempt.state === 'succeeded' ? attempt.credit_used : '0',
      vendor_charge_trans_type_id: transType.charge,
      vendor_charge_status_id: chargeStatus[attempt.state],
      vendor_charge_type_id: 1,
      transaction_num: attempt.transaction_num,
      charge_description: descriptionOf(attempt),
      ghost: attempt.outside !== undefined,
      money_intent_id: attempt.money_intent_id,
      invoice_id: attempt.invoice_id,
      card: attempt.card,
      card_exception: exceptionOf(attempt),
      decline_code: attempt.refusal?.decline_code ?? null,
    })),
  )
  await book(
    tx,
    tries.flatMap((attempt, i) =>
      attempt.state === 'succeeded'
        ? {
            key: `charge ${itemAt(ids, i)}`,
            vendor_id: attempt.vendor_id,
            tm,
            what: descriptionOf(attempt),
            postings: [
              { account: accountOf(attempt), cents: toCents(attempt.amount) },
              { account: 'receivable' as const, cents: -toCents(attempt.amount) },
            ],
          }
        : [],
    ),
  )
  await saveTries(tx, tries, tm)
  await chargeNewCard(services, tx, tries, tm)
  await setHistoryFacts(tx, { tm, status_why: 'renewal' })
  const recoveredIds = await updateVendors(tx, tries, today)
  await record(tx, {}, ...tries.map((attempt) => activityOf(attempt, recoveredIds.has(attempt.vendor_id))))
  await services.mail.write(tx, ...(await writeLetters(tx, tries, recoveredIds)))
}

const accountOf = ({ outside }: RenewalTry) => (outside ? ('outside' as const) : ('gateway' as const))

const descriptionOf = ({ try_no, ...paper }: RenewalTry): string =>
  `Renewal, ${numberOf(paper)}${(try_no ?? 1) > 1 ? `, attempt ${try_no}` : ''}`

async function triesOf(
  tx: Tx,
  answeredIntents: readonly SettledIntent[],
  today: string,
): Promise<RenewalTry[]> {
  const { rows } = await sql<TriedInvoice>`
    select i.invoice_id, i.series, i.number, i.issued_on, i.tries, i.next_try as was_next_try, v.vendor_status_id,
      coalesce((
        select -sum(l.amount)
        from invoice_line l
        where l.invoice_id = i.invoice_id and l.kind = 'credit'), 0)::text as credit_used
    from invoice i
    join vendor v using (vendor_id)
    where i.invoice_id = any(${answeredIntents.map((intent) => intent.invoice_id)}::bigint[])`.execute(tx)
  const invoiceById = new Map(rows.map((row) => [row.invoice_id, row]))
  const unpaid = answeredIntents.filter((intent) => intent.state !== 'succeeded' && intent.request !== null)
  const cards = await cardOf(
    tx,
    unpaid.map((intent) => intent.vendor_id),
  )
  return answeredIntents.map((intent) => {
    const invoice = intent.invoice_id === null ? undefined : invoiceById.get(intent.invoice_id)
    if (!invoice) throw new Error(`No invoice ${intent.invoice_id} to settle`)
    const card = unpaid.includes(intent) ? cards.get(intent.vendor_id) : undefined
    const instead = card && card.method !== intent.request?.method ? card : null
    return { ...intent, ...invoice, ...planNext(intent, invoice, instead, today), instead }
  })
}

/** What follows from a try’s answer: the next try, or the suspension. */
function planNext(intent: SettledIntent, invoice: TriedInvoice, instead: CardOnFile | null, today: string) {
  const tries = Math.max(invoice.tries, intent.try_no ?? 1)
  const isPaid = intent.state === 'succeeded'
  // an abandoned confirmation asked no bank, so the card keeps its next day
  const isAbandoned = isNotConfirmed(intent)
  const nextDay = isAbandoned ? invoice.was_next_try : nextTry(invoice.issued_on, tries, today)
  const hasFailed = !isPaid && !instead && !isAbandoned
  const terms = intent.terms as { stands_for?: number | null } | null
  const scheduledTry = intent.try_no ?? terms?.stands_for ?? null
  return {
    tries,
    next_try: isPaid || unpaidOf(invoice.vendor_status_id) !== null ? null : nextDay,
    scheduledTry,
    suspends: hasFailed && scheduledTry !== null && isActive(invoice) && tries > retryDays.length,
  }
}

const isNotConfirmed = ({ refusal }: Pick<SettledIntent, 'refusal'>) => refusal?.code === notConfirmed.code

/** The card of a vendor that isn't Active is charged only when a person asks for it. */
const nextTryDay = (attempt: RenewalTry): string | null => (isActive(attempt) ? attempt.next_try : null)

const saveTries = (tx: Tx, tries: readonly RenewalTry[], tm: string) =>
  sql`
    update invoice i
    set tries = t.tries,
      next_try = t.next_try,
      paid_tm = case when t.state = 'succeeded' then ${tm}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(tries)}::jsonb)
      as t (invoice_id bigint, tries smallint, next_try date, state text)
    where i.invoice_id = t.invoice_id`.execute(tx)

/** Charges a card that was saved while another one was declined, as part of the same try. */
const chargeNewCard = (services: Services, tx: Tx, tries: readonly RenewalTry[], tm: string) =>
  openIntents(
    tx,
    tries.flatMap(({ instead, ...attempt }) =>
      instead
        ? ofInvoice(
            instead,
            { ...attempt, total: toCents(attempt.amount), try_no: null },
            { stands_for: attempt.scheduledTry },
          )
        : [],
    ),
    { gateway: gatewayOf(services).name, tm },
  )

/** Updates the vendors' statuses; returns those that were suspended and now owe nothing. */
async function updateVendors(tx: Tx, tries: readonly RenewalTry[], today: string): Promise<Set<number>> {
  const { rows } = await sql<StatusMove>`
    with tried as (
      select vendor_id,
        count(*) filter (
          where state <> 'succeeded' and refusal->>'code' is distinct from ${notConfirmed.code}) as failed,
        bool_or(state = 'succeeded') as paid, bool_or(suspends) as suspends
      from jsonb_to_recordset(${JSON.stringify(tries)}::jsonb)
        as t (vendor_id int, state text, suspends boolean, refusal jsonb)
      group by vendor_id
    ), standing as (
      select t.*, v.vendor_status_id as was,
        t.paid and not exists (
          select
          from invoice i
          where i.vendor_id = t.vendor_id and ${openPaper('i')}) as clear
      from tried t
      join vendor v using (vendor_id)
    )
    update vendor v
    set billing_failures = case when s.paid then 0 else v.billing_failures + s.failed end,
      vendor_status_id = case
        when s.suspends and v.vendor_status_id = ${sql.lit(vendorStatus.active)} then ${sql.lit(vendorStatus.suspended)}
        when s.clear and v.vendor_status_id in (${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)}) then ${sql.lit(vendorStatus.active)}
        else v.vendor_status_id end,
      suspended_on = case
        when s.suspends and v.vendor_status_id = ${sql.lit(vendorStatus.active)} then ${today}::date
        when s.clear then null
        else v.suspended_on end,
      -- days of the suspension aren't billed afterwards
      next_charge_date = case
        when s.clear and v.vendor_status_id in (${sql.lit(vendorStatus.suspended)}, ${sql.lit(vendorStatus.delisted)}) and v.next_charge_date < ${today}::date then ${today}::date
        else v.next_charge_date end
    from standing s
    where v.vendor_id = s.vendor_id
    returning v.vendor_id, s.was, v.vendor_status_id`.execute(tx)
  await followStatus(tx, rows)
  return new Set(rows.flatMap((row) => (row.was > 1 && isActive(row) ? row.vendor_id : [])))
}

function nextStepText(attempt: RenewalTry): string | null {
  if (attempt.instead) return `retrying with ${attempt.instead.card}, now on file`
  if (attempt.suspends) return 'vendor is now Billing Suspended'
  const nextDay = nextTryDay(attempt)
  return nextDay ? `next retry ${dayText(nextDay)}` : null
}

function activityOf(attempt: RenewalTry, hasRecovered: boolean): Activity {
  return {
    type: attempt.state === 'succeeded' ? 'payment.renewal' : 'payment.declined',
    by: askedBy(attempt),
    vendor_id: attempt.vendor_id,
    entity: 'invoice',
    entity_id: attempt.invoice_id,
    message: [
      `${attempt.state === 'succeeded' ? 'Paid' : 'Not paid'}: ${money(attempt.amount)}`,
      descriptionOf(attempt),
      attempt.outside ? 'paid outside the gateway' : attempt.card,
      exceptionOf(attempt),
      nextStepText(attempt),
      hasRecovered && 'vendor is Active again',
    ]
      .filter(Boolean)
      .join(', ')
      .slice(0, 500),
    ...(attempt.outside && { reason: attempt.outside.reason }),
    ...(attempt.suspends && {
      changes: { vendor_status_id: { from: attempt.vendor_status_id, to: vendorStatus.suspended } },
    }),
    ...(hasRecovered && {
      changes: { vendor_status_id: { from: attempt.vendor_status_id, to: vendorStatus.active } },
    }),
  }
}

async function writeLetters(tx: Tx, tries: readonly RenewalTry[], recoveredIds: ReadonlySet<number>) {
  const letters = tries.flatMap((attempt) => {
    // the answer of the card now on file is what counts
    if (isNotConfirmed(attempt) || attempt.instead) return []
    if (attempt.state !== 'succeeded')
      return { attempt, letter: attempt.suspends ? suspendedLetter : declinedLetter }
    return recoveredIds.has(attempt.vendor_id) ? { attempt, letter: recoveredLetter } : []
  })
  const recipients = await billingRecipients(
    tx,
    letters.map(({ attempt }) => attempt.vendor_id),
  )
  return letters.flatMap(({ attempt, letter }) =>
    (recipients.get(attempt.vendor_id) ?? []).map((recipient) => ({
      recipient,
      ...letter({ ...attempt, next_try: nextTryDay(attempt) }),
    })),
  )
}
