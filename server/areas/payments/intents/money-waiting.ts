import {
  mostWaiting,
  type GatewayDifference,
  type MoneyWaiting,
  type OpenDispute,
  type SetAside,
  type UnderWay,
} from '#contract/payments/books.ts'
import { waitingApprovals } from '#server/areas/approvals/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { readStoppedRun } from '../brake/decide-run.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'

/** All vendors' money that waits for an answer or for a person. */
export async function getMoneyWaiting(ctx: Ctx): Promise<MoneyWaiting> {
  const { db, who: person, clock } = ctx
  const [underWay, approvals, disputes, differences, setAside, watch, setting, stopped_run] =
    await Promise.all([
      sql<UnderWay>`
      select i.money_intent_id, i.vendor_id, v.company, i.kind, i.amount, i.asked_by_name, i.insert_tm,
        i.next_check_tm, i.checks, i.last_error, i.gateway_ref, i.flagged_tm
      from money_intent i
      join vendor v using (vendor_id)
      where i.state = 'open'
      order by i.flagged_tm is null, i.insert_tm
      limit ${mostWaiting}`.execute(db),
      waitingApprovals(db, person, null),
      sql<OpenDispute>`
      select d.gateway_ref, d.vendor_charge_id, c.charge_description, d.amount, d.reason, d.state, d.insert_tm,
        coalesce(d.changed_tm, d.insert_tm) as changed_tm, d.due_by, d.answered, d.vendor_id, v.company
      from dispute d
      join vendor_charge c using (vendor_charge_id)
      join vendor v on v.vendor_id = d.vendor_id
      where d.state in ('open', 'inquiry')
      -- those that can still be answered first, soonest due
      order by d.answered or d.due_by is null or d.due_by < ${new Date(clock.now())}, d.due_by, d.insert_tm
      limit ${mostWaiting}`.execute(db),
      sql<GatewayDifference>`
      select d.gateway_difference_id, d.kind, d.ref, d.what, d.vendor_id, v.company, d.ours, d.theirs, d.found_tm
      from gateway_difference d
      left join vendor v using (vendor_id)
      where d.gone_tm is null and d.accepted_tm is null
      order by d.found_tm, d.gateway_difference_id
      limit ${mostWaiting}`.execute(db),
      sql<SetAside>`
      select t.vendor_id, v.company, t.step, t.cause, t.error, t.since_tm, t.tries, t.next_try_tm
      from renewal_trouble t
      join vendor v using (vendor_id)
      order by t.since_tm, t.vendor_id
      limit ${mostWaiting}`.execute(db),
      db
        .selectFrom('gateway_watch')
        .select('reconciled_tm')
        .where('gateway', '=', gatewayOf(ctx).name)
        .executeTakeFirst(),
      db.selectFrom('money_setting').select('second_person_above').executeTakeFirst(),
      readStoppedRun(db, person),
    ])
  return {
    under_way: underWay.rows,
    approvals,
    disputes: disputes.rows,
    differences: differences.rows,
    set_aside: setAside.rows,
    stopped_run,
    reconciled_tm: watch?.reconciled_tm ?? null,
    second_person_above: setting?.second_person_above ?? null,
  }
}
