import type { Parsed } from '#contract/index.ts'
import {
  deliveryPageSize,
  type NoticeDelivery,
  type NoticeEndpoint,
} from '#contract/notifications/endpoints.ts'
import { sql } from '#server/platform/database/db.ts'
import { all } from '#server/platform/database/sql.ts'
import { personName } from '../person-name.ts'
import type { Ctx } from '#server/platform/services.ts'

export async function listNoticeEndpoints({ db }: Ctx) {
  const { rows } = await sql<NoticeEndpoint>`
    select e.notice_endpoint_id, e.name, e.form, e.host, e.state, e.failing_since, e.off_reason,
      case when e.previous_until > now() then e.previous_until end as two_secrets_until,
      (select count(*) from notice_rule r where r.to_endpoint_id = e.notice_endpoint_id and r.active) as rules,
      (
        select count(*)
        from notice_delivery w
        where w.notice_endpoint_id = e.notice_endpoint_id and w.state = 'waiting'
      ) as waiting,
      (
        select jsonb_build_object('tm', d.claimed_tm, 'status', d.answer_status, 'text', d.answer_text)
        from notice_delivery d
        where d.notice_endpoint_id = e.notice_endpoint_id and d.answer_ms is not null
        order by d.notice_delivery_id desc
        limit 1
      ) as last,
      e.made_by_name, e.insert_tm, e.version
    from notice_endpoint e
    order by e.name, e.notice_endpoint_id`.execute(db)
  return { endpoints: rows }
}

export async function listNoticeDeliveries({ db, who }: Ctx, { body }: Parsed<'listNoticeDeliveries'>) {
  const { since_id, system_message_id, notice_endpoint_id, mine, state } = body
  const matches = all([
    since_id !== undefined && sql`d.notice_delivery_id < ${since_id}`,
    system_message_id !== undefined && sql`d.system_message_id = ${system_message_id}`,
    notice_endpoint_id !== undefined && sql`d.notice_endpoint_id = ${notice_endpoint_id}`,
    mine && sql`d.login_id = ${who.login_id}`,
    state !== undefined && sql`d.state = ${state}`,
  ])
  const { rows } = await sql<NoticeDelivery>`
    select d.notice_delivery_id, d.system_message_id, m.kind, m.message, d.phase,
      coalesce(${personName('d.login_id')}, e.name, '') as to_name, r.name as rule_name, d.digest, d.due_tm,
      d.state, case when d.state = 'waiting' and parent.id is not null then 'parent' else d.dropped end as dropped,
      d.tries, d.sent_tm, d.answer_status, d.answer_text, d.answer_ms
    from notice_delivery d
    join system_message m on m.id = d.system_message_id
    left join system_message parent on parent.id = m.parent_id and parent.ended_tm is null
    left join notice_endpoint e using (notice_endpoint_id)
    left join notice_rule r using (notice_rule_id)
    where ${matches}
    order by d.notice_delivery_id desc
    limit ${deliveryPageSize + 1}`.execute(db)
  return { deliveries: rows.slice(0, deliveryPageSize), has_more: rows.length > deliveryPageSize }
}
