import { chargeStatus, transType } from '#contract/billing/billing.ts'
import { broken, reconcile } from '../../areas/payments/public.ts'
import { sql } from '../../platform/database/db.ts'
import { singleRow } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { brokenHistory } from '../history.ts'
import { brokenSpans } from '../mrr.ts'
import { brokenReportDays } from '../report-days.ts'

/** Broken invariants of the vendors' books, and differences from the gateway. */
export async function faultsOf(services: Services, vendors: number[]): Promise<string[]> {
  const { db } = services
  const wrong = (await broken(services)).map((check) => JSON.stringify(check))
  wrong.push(
    ...(await brokenHistory(db)),
    ...(await brokenSpans(services)),
    ...(await brokenReportDays(services)),
  )
  await reconcile(services)
  const { rows } = await sql`
      select d.*
      from gateway_difference d
      join money_intent i using (money_intent_id)
      where d.gone_tm is null and i.state <> 'open'`.execute(db)
  wrong.push(...rows.map((row) => `The gateway has otherwise: ${JSON.stringify(row)}`))
  const { rows: sums } = await sql<Record<string, string>>`
      with of_us as (select unnest(${vendors}::int[]) as vendor_id),
      posted as (
        select p.account, p.amount, t.key
        from ledger_posting p
        join ledger_transaction t using (ledger_transaction_id)
        join of_us on of_us.vendor_id = p.vendor_id)
      select
        (
          select coalesce(sum(p.amount), 0)
          from sandbox_payment p
          join of_us using (vendor_id)
          join money_intent i on i.gateway_ref = p.ref
          where p.state = 'succeeded' and i.state <> 'open')
        - (
          select coalesce(sum(r.amount), 0)
          from sandbox_refund r
          join money_intent i on i.gateway_ref = r.ref
          join of_us using (vendor_id)
          where i.state = 'succeeded') as gateway,
        (
          select coalesce(sum(amount), 0)
          from posted
          where account in ('gateway', 'disputed', 'dispute_loss')) as ledger,
        (select coalesce(sum(credit_available), 0) from vendor join of_us using (vendor_id)) as credit_left,
        (
          select coalesce(sum(-amount), 0) from posted where account = 'credit' and amount < 0) as credit_given,
        (select coalesce(sum(amount), 0) from posted where account = 'credit' and amount > 0) as credit_used`.execute(
    db,
  )
  const { gateway, ledger, credit_left, credit_given, credit_used } = singleRow(sums)
  if (Number(gateway) !== Number(ledger)) wrong.push(`At the gateway ${gateway}, in the ledger ${ledger}`)
  if (Math.round((Number(credit_given) - Number(credit_used) - Number(credit_left)) * 100) !== 0)
    wrong.push(`Credit given ${credit_given}, used ${credit_used}, left ${credit_left}`)
  const { rows: twice } = await sql`
      select vendor_id, charge_description
      from vendor_charge
      where vendor_id = any(${vendors}::int[])
        and charge_description like 'By act %'
        and vendor_charge_trans_type_id <> ${sql.lit(transType.refund)}
        and vendor_charge_status_id = ${sql.lit(chargeStatus.succeeded)}
      group by vendor_id, charge_description
      having count(*) > 1`.execute(db)
  wrong.push(...twice.map((row) => `Charged twice: ${JSON.stringify(row)}`))
  return wrong
}
