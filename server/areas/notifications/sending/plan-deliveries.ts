import { sql, type Tx } from '#server/platform/database/db.ts'
import { plannedColumns, readAudience } from '../rules/audience.ts'
import { planNotice, type PlannedNotice } from '../rules/plan-notice.ts'

/**
 * Writes the messages that these notifications need and drops what is no longer true. Running it twice changes
 * nothing: a recipient has one row for each phase.
 * @param now epoch milliseconds
 */
export async function planDeliveries(tx: Tx, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  const { rows: notices } = await sql<PlannedNotice>`
    select ${plannedColumns}
    from system_message m
    where m.id = any(${ids}::bigint[]) and not m.dismissed
    order by m.id`.execute(tx)
  const audience = await readAudience(tx)
  const rows = notices
    .flatMap((notice) => planNotice(notice, audience, now))
    .map((delivery) => ({ ...delivery, due_tm: new Date(delivery.due_tm).toISOString() }))
  await dropOutdated(tx, ids)
  if (rows.length === 0) return
  await sql`
    insert into notice_delivery (
      system_message_id, phase, turn, notice_rule_id, digest, login_id, notice_endpoint_id, due_tm, state, dropped)
    select d.system_message_id, d.phase, d.turn, d.notice_rule_id, d.digest, d.login_id, d.notice_endpoint_id,
      d.due_tm, case when d.dropped is null or d.phase = 'end' then 'waiting' else 'dropped' end,
      case when d.phase <> 'end' then d.dropped end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (
      system_message_id bigint, phase text, turn smallint, notice_rule_id int, digest boolean, login_id int,
      notice_endpoint_id int, due_tm timestamptz, dropped text)
    where d.phase <> 'end' or exists (
      select
      from notice_delivery told
      where told.system_message_id = d.system_message_id
        and told.phase = 'begin'
        and told.login_id is not distinct from d.login_id
        and told.notice_endpoint_id is not distinct from d.notice_endpoint_id
        and told.state in ('sent', 'sending'))
    on conflict (system_message_id, phase, turn, login_id, notice_endpoint_id) do update
    set state = excluded.state, dropped = excluded.dropped, due_tm = excluded.due_tm, digest = excluded.digest
    where notice_delivery.state = 'dropped'
      and notice_delivery.dropped in ('ended', 'parent')
      and excluded.state = 'waiting'`.execute(tx)
}

/** A beginning whose problem is over, and an end whose problem came back. */
const dropOutdated = (tx: Tx, ids: readonly number[]) =>
  sql`
    update notice_delivery d
    set state = 'dropped', dropped = case d.phase when 'end' then 'reopened' else 'ended' end
    from system_message m
    where m.id = d.system_message_id
      and m.id = any(${ids}::bigint[])
      and d.state = 'waiting'
      and case d.phase
        when 'end' then m.ended_tm is null
        else m.ended_by in ('itself', 'worse')
      end`.execute(tx)
