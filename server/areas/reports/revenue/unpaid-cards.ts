import { chargeStatus, transType } from '#contract/billing/charge-codes.ts'
import { fromCents } from '#contract/billing/cents.ts'
import { addMonths, dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { cardOutcomeNames, type CardOutcome, type UnpaidMonth } from '#contract/reports/recurring-revenue.ts'
import { chargeState } from '#server/areas/billing/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'

interface Row {
  month: string
  outcome: CardOutcome
  invoices: number
  cents: number
}

/** Invoices whose first attempt failed, by the month of issue: how each was paid, or that it wasn’t. */
export const getUnpaidCards = (ctx: Ctx, { query }: Parsed<'getUnpaidCards'>) =>
  readUnpaidCards(ctx, query.months)

export async function readUnpaidCards({ db, clock }: Pick<Ctx, 'db' | 'clock'>, months: number) {
  const last = monthOf(dayOf(clock.now()))
  const first = addMonths(last, 1 - months)
  const { rows } = await sql<Row>`
    select date_trunc('month', issued_on)::date::text as month, outcome, count(*)::int as invoices,
      (sum(total) * 100)::int8 as cents
    from (${outcomesSince(first)}) o
    group by 1, 2`.execute(db)
  return {
    months: Array.from({ length: months }, (_, back): UnpaidMonth => {
      const month = addMonths(last, -back)
      return { month, ...sumUp(rows.filter((row) => row.month === month)) }
    }),
    totals: sumUp(rows),
  }
}

/** Renewal invoices issued from a day on whose first attempt failed, each with its outcome as of now. */
export const outcomesSince = (first: string) => sql`
    with failed as (
      select distinct on (c.invoice_id) c.invoice_id, c.card
      from vendor_charge c
      where c.invoice_id is not null
        and c.tm >= ${first}::timestamp at time zone 'UTC'
        and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
        -- as the index of charges has it
        and ${chargeState} in ('declined', 'failed')
      order by c.invoice_id, c.vendor_charge_id
    )
    select i.invoice_id, i.vendor_id, i.issued_on, i.total,
      case
        when p.ghost or i.paid_tm is not null and p.vendor_charge_id is null then 'outside'
        when p.card is distinct from f.card and p.vendor_charge_id is not null then 'another_card'
        when p.try_no between 2 and 5 then 'try_' || p.try_no
        when p.vendor_charge_id is not null then 'retried'
        when i.written_off_tm is not null then 'written_off'
        else 'open'
      end as outcome
    from failed f
    join invoice i using (invoice_id)
    left join lateral (
      select c.vendor_charge_id, c.ghost, c.card, m.try_no
      from vendor_charge c
      left join money_intent m using (money_intent_id)
      where c.invoice_id = f.invoice_id
        and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
        and coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}
      order by c.vendor_charge_id
      limit 1) p on true
    where i.kind = 'renewal' and i.issued_on >= ${first}::date`

const isRecovered = ({ outcome }: Row) => outcome !== 'written_off' && outcome !== 'open'
function sumUp(rows: readonly Row[]): Omit<UnpaidMonth, 'month'> {
  const [all, recovered] = [sumOf(rows), sumOf(rows.filter(isRecovered))]
  return {
    ...all,
    recovered: recovered.invoices,
    recovered_amount: recovered.amount,
    outcomes: cardOutcomeNames.flatMap((outcome) => {
      const sum = sumOf(rows.filter((row) => row.outcome === outcome))
      return sum.invoices > 0 ? { outcome, ...sum } : []
    }),
  }
}
const sumOf = (rows: readonly Row[]) => ({
  invoices: rows.reduce((sum, row) => sum + row.invoices, 0),
  amount: fromCents(rows.reduce((sum, row) => sum + row.cents, 0)),
})
