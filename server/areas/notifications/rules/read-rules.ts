import type { NoticeRule } from '#contract/notifications/rules.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { personName } from '../person-name.ts'
import { mayChangeRule } from './known-rule.ts'

type Row = Omit<NoticeRule, 'may_change'>

/** The team's rules, then the caller's own, with what they sent lately. */
export async function listNoticeRules(ctx: Ctx) {
  const { db, who } = ctx
  const { rows } = await sql<Row>`
    select r.notice_rule_id, r.owner_login_id, r.name, r.categories, r.min_severity, r.scope, r.scope_ids, r.target,
      r.to_login_id, r.to_role, r.to_endpoint_id, r.at_once, r.active, r.version,
      coalesce(${personName('r.to_login_id')}, e.name) as to_name, named.names as scope_names, lately.count as sent_week
    from notice_rule r
    left join notice_endpoint e on e.notice_endpoint_id = r.to_endpoint_id
    cross join lateral (
      select coalesce(array_agg(name order by name), '{}') as names
      from (
        select d.supplier_name as name
        from dropshipper d
        where r.scope = 'suppliers' and d.dropshipper_id = any(r.scope_ids)
        union all
        select v.company
        from vendor v
        where r.scope = 'vendors' and v.vendor_id = any(r.scope_ids)) n) named
    cross join lateral (
      select count(*) as count
      from notice_delivery d
      where d.notice_rule_id = r.notice_rule_id and d.state = 'sent' and d.sent_tm > now() - interval '7 days') lately
    where r.owner_login_id is null or r.owner_login_id = ${who.login_id}
    order by r.owner_login_id nulls first, r.notice_rule_id`.execute(db)
  const { rows: people } = await sql<{ login_id: number; name: string; role: StaffRole }>`
    select p.login_id, ${personName('p.login_id')} as name, p.role
    from login p
    where p.role <> 'customer' and p.disabled_tm is null
    order by name, p.login_id
    limit 500`.execute(db)
  const endpoints = await db
    .selectFrom('notice_endpoint')
    .select(['notice_endpoint_id', 'name'])
    .orderBy('name')
    .orderBy('notice_endpoint_id')
    .execute()
  return {
    rules: rows.map((row) => ({ ...row, may_change: mayChangeRule(ctx, row.owner_login_id) })),
    login_id: who.login_id,
    may_change_team: mayChangeRule(ctx, null),
    people,
    endpoints,
  }
}
