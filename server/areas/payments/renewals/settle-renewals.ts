import { chargeStatus } from '#contract/billing/billing.ts'
import { dayText, money } from '#contract/formats.ts'
import { toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import { nextTry, retryDays } from '#contract/payments/dunning.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { isActive } from '#contract/vendors/status.ts'
import { book } from '#server/areas/ledger/public.ts'
import { followStatus, type StatusMove } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { record, type Activity, type Services } from '#server/platform/services.ts'
import { addCharges } from '../charges/add-charges.ts'
import { notConfirmed } from '../intents/holder-confirmation.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import { declinedLetter, lettersTo, recoveredLetter, suspendedLetter } from '../letters.ts'
import { cardOf, ofInvoice, openIntents, type CardOnFile } from '../intents/open-intents.ts'
import { askedBy, exceptionOf, type Settled } from '../intents/settled.ts'
import { openPaper } from '../papers/open-papers.ts'

interface Open {
  invoice_id: number
  series: 'INV'
  number: number
  issued_on: string
  tries: number
  was_next_try: string | null
  credit_used: string
  vendor_status_id: number
}
/** A try of an invoice's card that has its answer. */
export type Tried = Settled &
  Open & {
    next_try: string | null
    /** Which of the tries that come by themselves it is or stands for; null: a person’s, or a customer’s. */
    counted: number | null
    suspends: boolean
    /** The card that has come on file since this one was asked, which is asked now. */
    instead: CardOnFile | null
  }

/**
 * Writes what became of invoices' tries: paid, or to be tried again on days 1, 3, 5 and 7, after which the
 * vendor is suspended; one that pays all it owed is active again. Where another card is on file by now, that
 * one is asked (docs/domain.md, Renewals).
 */
export async function settleRenewals(
  services: Services,
  tx: Tx,
  settled: readonly Settled[],
  tm: string,
): Promise<void> {
  if (settled.length === 0) return
  const today = dayOf(services.clock.now())
  const tried = await triesOf(tx, settled, today)
  const ids = await addCharges(
    tx,
    tried.map((one) => ({
      vendor_id: one.vendor_id,
      tm,
      amount: one.amount,
      credit_used: one.state === 'succeeded' ? one.credit_used : '0',
      vendor_charge_trans_type_id: 1,
      vendor_charge_status_id: chargeStatus[one.state],
      vendor_charge_type_id: 1,
      transaction_num: one.transaction_num,
      charge_description: descriptionOf(one),
      ghost: one.outside !== undefined,
      money_intent_id: one.money_intent_id,
      invoice_id: one.invoice_id,
      card: one.card,
      card_exception: exceptionOf(one),
      decline_code: one.refusal?.decline_code ?? null,
    })),
  )
  await book(
    tx,
    tried.flatMap((one, i) =>
      one.state === 'succeeded'
        ? {
            key: `charge ${ids[i]!}`,
            vendor_id: one.vendor_id,
            tm,
            what: descriptionOf(one),
            postings: [
              {
                account: one.outside ? ('outside' as const) : ('gateway' as const),
                cents: toCents(one.amount),
              },
              { account: 'receivable' as const, cents: -toCents(one.amount) },
            ],
          }
        : [],
    ),
  )
  await keepTries(tx, tried, tm)
  await askInstead(services, tx, tried, tm)
  const recovered = await keepVendors(tx, tried, today)
  await record(tx, {}, ...tried.map((one) => activityOf(one, recovered.has(one.vendor_id))))
  await services.mail.write(tx, ...(await lettersAbout(tx, tried, recovered)))
}

const descriptionOf = ({ try_no, ...paper }: Tried): string =>
  `Renewal, ${numberOf(paper)}${(try_no ?? 1) > 1 ? `, try ${try_no}` : ''}`

async function triesOf(tx: Tx, settled: readonly Settled[], today: string): Promise<Tried[]> {
  const { rows } = await sql<Open>`
    select i.invoice_id, i.series, i.number, i.issued_on, i.tries, i.next_try as was_next_try, v.vendor_status_id,
      coalesce((
        select -sum(l.amount)
        from invoice_line l
        where l.invoice_id = i.invoice_id and l.kind = 'credit'), 0)::text as credit_used
    from invoice i
    join vendor v using (vendor_id)
    where i.invoice_id = any(${settled.map((one) => one.invoice_id!)}::bigint[])`.execute(tx)
  const of = new Map(rows.map((row) => [row.invoice_id, row]))
  const unpaid = settled.filter((one) => one.state !== 'succeeded' && one.request !== null)
  const cards = await cardOf(
    tx,
    unpaid.map((one) => one.vendor_id),
  )
  return settled.map((one) => {
    const open = of.get(one.invoice_id!)!
    const tries = Math.max(open.tries, one.try_no ?? 1)
    const suspended = open.vendor_status_id === 2 || open.vendor_status_id === 3
    // what its holder leaves was asked of no bank: the card is asked on its day all the same
    const isLeft = isNotConfirmed(one)
    const after = isLeft ? open.was_next_try : nextTry(open.issued_on, tries, today)
    const next_try = one.state === 'succeeded' || suspended ? null : after
    const card = unpaid.includes(one) ? cards.get(one.vendor_id) : undefined
    const instead = card && card.method !== one.request!.method ? card : null
    const failed = one.state !== 'succeeded' && !instead && !isLeft
    const counted = one.try_no ?? (one.terms as { stands_for?: number | null } | null)?.stands_for ?? null
    const suspends = failed && counted !== null && isActive(open) && tries > retryDays.length
    return { ...one, ...open, invoice_id: open.invoice_id, tries, next_try, counted, suspends, instead }
  })
}

const isNotConfirmed = ({ refusal }: Pick<Settled, 'refusal'>) => refusal?.code === notConfirmed.code

/** The card of one that isn't Active is asked by a person alone. */
const askedAgainOn = (one: Tried): string | null => (isActive(one) ? one.next_try : null)

const keepTries = (tx: Tx, tried: readonly Tried[], tm: string) =>
  sql`
    update invoice i
    set tries = t.tries,
      next_try = t.next_try,
      paid_tm = case when t.state = 'succeeded' then ${tm}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb)
      as t (invoice_id bigint, tries smallint, next_try date, state text)
    where i.invoice_id = t.invoice_id`.execute(tx)

/** A card saved while another was asked has its turn once that one hasn't paid, for whose try it stands. */
const askInstead = (services: Services, tx: Tx, tried: readonly Tried[], tm: string) =>
  openIntents(
    tx,
    tried.flatMap(({ instead, ...one }) =>
      instead
        ? ofInvoice(
            instead,
            { ...one, total: toCents(one.amount), try_no: null },
            { stands_for: one.counted },
          )
        : [],
    ),
    { gateway: gatewayOf(services).name, tm },
  )

/** How the vendors stand after it; answers those that were suspended and owe nothing any more. */
async function keepVendors(tx: Tx, tried: readonly Tried[], today: string): Promise<Set<number>> {
  const { rows } = await sql<StatusMove>`
    with tried as (
      select vendor_id,
        count(*) filter (
          where state <> 'succeeded' and refusal->>'code' is distinct from ${notConfirmed.code}) as failed,
        bool_or(state = 'succeeded') as paid, bool_or(suspends) as suspends
      from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb)
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
        when s.suspends and v.vendor_status_id = 1 then 2
        when s.clear and v.vendor_status_id in (2, 3) then 1
        else v.vendor_status_id end,
      suspended_on = case
        when s.suspends and v.vendor_status_id = 1 then ${today}::date
        when s.clear then null
        else v.suspended_on end,
      -- what wasn't billed while it was suspended isn't billed afterwards
      next_charge_date = case
        when s.clear and v.vendor_status_id in (2, 3) and v.next_charge_date < ${today}::date then ${today}::date
        else v.next_charge_date end
    from standing s
    where v.vendor_id = s.vendor_id
    returning v.vendor_id, s.was, v.vendor_status_id`.execute(tx)
  await followStatus(tx, rows)
  return new Set(rows.flatMap((row) => (row.was > 1 && isActive(row) ? row.vendor_id : [])))
}

function activityOf(one: Tried, recovered: boolean): Activity {
  const again = askedAgainOn(one)
  const next = one.instead
    ? `${one.instead.card} is on file by now and is asked`
    : one.suspends
      ? 'Billing Suspended from now on'
      : again
        ? `tried again on ${dayText(again)}`
        : null
  return {
    type: one.state === 'succeeded' ? 'payment.renewal' : 'payment.declined',
    by: askedBy(one),
    vendor_id: one.vendor_id,
    entity: 'invoice',
    entity_id: one.invoice_id!,
    message: [
      `${one.state === 'succeeded' ? 'Paid' : 'Not paid'}: ${money(one.amount)}`,
      descriptionOf(one),
      one.outside ? 'paid outside' : one.card,
      exceptionOf(one),
      next,
      recovered && 'Active again',
    ]
      .filter(Boolean)
      .join(', ')
      .slice(0, 500),
    ...(one.outside && { reason: one.outside.reason }),
    ...(one.suspends && { changes: { vendor_status_id: { from: one.vendor_status_id, to: 2 } } }),
    ...(recovered && { changes: { vendor_status_id: { from: one.vendor_status_id, to: 1 } } }),
  }
}

async function lettersAbout(tx: Tx, tried: readonly Tried[], recovered: ReadonlySet<number>) {
  const told = tried.flatMap((one) => {
    // what the card on file says is what counts
    if (isNotConfirmed(one) || one.instead) return []
    if (one.state === 'succeeded') return recovered.has(one.vendor_id) ? { one, letter: recoveredLetter } : []
    return { one, letter: one.suspends ? suspendedLetter : declinedLetter }
  })
  const to = await lettersTo(
    tx,
    told.map(({ one }) => one.vendor_id),
  )
  return told.flatMap(({ one, letter }) =>
    (to.get(one.vendor_id) ?? []).map((recipient) => ({
      recipient,
      ...letter({ ...one, next_try: askedAgainOn(one) }),
    })),
  )
}
