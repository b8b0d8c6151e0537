import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import type { Answer, Settled } from './settled.ts'
import { settleManual } from '../charges/settle-manual.ts'
import { settleRefunds } from '../charges/settle-refunds.ts'
import { settleRenewals } from '../renewals/settle-renewals.ts'

/**
 * Writes what the gateway answered: the charge, the ledger, the vendor, each intent once however often and
 * by whomever its answer is brought (docs/domain.md, Money moves once).
 */
export async function settle(services: Services, tx: Tx, answers: readonly Answer[]): Promise<void> {
  const tm = new Date(services.clock.now()).toISOString()
  const asked = JSON.stringify(answers)
  // vendors first and in one order, as every write of a vendor holds it
  await sql`
    select v.vendor_id
    from vendor v
    where v.vendor_id in (
      select i.vendor_id
      from money_intent i
      join jsonb_to_recordset(${asked}::jsonb) as a (money_intent_id text) using (money_intent_id))
    order by v.vendor_id
    for no key update`.execute(tx)
  const { rows } = await sql<Settled>`
    update money_intent i
    set state = a.state, settled_tm = ${tm}, last_error = a.refusal->>'message'
    from jsonb_to_recordset(${asked}::jsonb)
      as a (money_intent_id text, state text, transaction_num text, refusal jsonb)
    where i.money_intent_id = a.money_intent_id and i.state = 'open'
    returning i.*, a.transaction_num, a.refusal`.execute(tx)
  const of = (...kinds: Settled['kind'][]) => rows.filter((row) => kinds.includes(row.kind))
  await settleRenewals(services, tx, of('renewal'), tm)
  await settleManual(services, tx, of('manual', 'auth'), tm)
  await settleRefunds(tx, of('refund'), tm)
}
