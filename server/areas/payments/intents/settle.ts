import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import type { Answer, SettledIntent } from './settled-intent.ts'
import { settleManual } from '../charges/settle-manual.ts'
import { settleRefunds } from '../charges/settle-refunds.ts'
import { settleRenewals } from '../renewals/settle-renewals.ts'

/**
 * Records the gateway's answers: charge, ledger and vendor, once per intent however often its answer arrives
 * (docs/domain/moving-money.md, Money moves once).
 */
export async function settle(services: Services, tx: Tx, answers: readonly Answer[]): Promise<void> {
  const tm = new Date(services.clock.now()).toISOString()
  const answersJson = JSON.stringify(answers)
  // lock vendors first and in one order, as every write of a vendor does
  await sql`
    select v.vendor_id
    from vendor v
    where v.vendor_id in (
      select i.vendor_id
      from money_intent i
      join jsonb_to_recordset(${answersJson}::jsonb) as a (money_intent_id text) using (money_intent_id))
    order by v.vendor_id
    for no key update`.execute(tx)
  const { rows } = await sql<SettledIntent>`
    update money_intent i
    set state = a.state, settled_tm = ${tm}, last_error = a.refusal->>'message'
    from jsonb_to_recordset(${answersJson}::jsonb)
      as a (money_intent_id text, state text, transaction_num text, refusal jsonb)
    where i.money_intent_id = a.money_intent_id and i.state = 'open'
    returning i.*, a.transaction_num, a.refusal`.execute(tx)
  const intentsOf = (...kinds: SettledIntent['kind'][]) => rows.filter((row) => kinds.includes(row.kind))
  await settleRenewals(services, tx, intentsOf('renewal'), tm)
  await settleManual(services, tx, intentsOf('manual', 'auth'), tm)
  await settleRefunds(tx, intentsOf('refund'), tm)
}
