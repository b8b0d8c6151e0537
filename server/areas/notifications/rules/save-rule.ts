import type { Parsed } from '#contract/index.ts'
import { mostRules, noticeTargets, type GivenRule } from '#contract/notifications/rules.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, forbidden, invalid, Refusal } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { lockRule } from './known-rule.ts'

/** Adds or changes a rule: from now on, for what begins after it. */
export const saveNoticeRule = (ctx: Ctx, { body }: Parsed<'saveNoticeRule'>) =>
  write(ctx, async (tx, logActivity) => {
    const { rule, notice_rule_id, version, team } = body
    const before = notice_rule_id === undefined ? undefined : await lockRule(ctx, tx, notice_rule_id)
    if (before && before.version !== version)
      throw conflict('Someone else changed this rule. Reload to see their changes')
    const owner = before ? before.owner_login_id : team ? null : ctx.who.login_id
    if (owner === null && ctx.who.role !== 'admin') throw forbidden('Only admins change the team’s rules')
    await refuseUnknown(ctx, tx, rule, owner)
    await sql`select pg_advisory_xact_lock(hashtextextended('notification rules', 0))`.execute(tx)
    if (!before) await refuseTooMany(tx, owner)
    await refuseSameName(tx, { name: rule.name, owner, ruleId: before?.notice_rule_id ?? null })
    const values = { ...rule, scope_ids: [...rule.scope_ids], categories: [...rule.categories] }
    const saved = before
      ? await tx
          .updateTable('notice_rule')
          .set({ ...values, version: before.version + 1 })
          .where('notice_rule_id', '=', before.notice_rule_id)
          .returning('notice_rule_id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('notice_rule')
          .values({ ...values, owner_login_id: owner })
          .returning('notice_rule_id')
          .executeTakeFirstOrThrow()
    await logActivity({
      type: 'notification.rule',
      entity: 'notice_rule',
      entity_id: saved.notice_rule_id,
      message: `Notification rule ${rule.name} ${before ? 'changed' : 'added'}: ${noticeTargets[rule.target].toLowerCase()}`,
      changes: before ? differences(before, values) : undefined,
    })
    return saved
  })

export const deleteNoticeRule = (ctx: Ctx, { params }: Parsed<'deleteNoticeRule'>) =>
  write(ctx, async (tx, logActivity) => {
    const rule = await lockRule(ctx, tx, params.notice_rule_id)
    await tx.deleteFrom('notice_rule').where('notice_rule_id', '=', rule.notice_rule_id).execute()
    await logActivity({
      type: 'notification.rule',
      entity: 'notice_rule',
      entity_id: rule.notice_rule_id,
      message: `Notification rule ${rule.name} deleted`,
    })
  })

/** A person rules over their own messages alone; endpoints and other people are the team's. */
async function refuseUnknown(ctx: Ctx, tx: Tx, rule: GivenRule, owner: number | null): Promise<void> {
  if (owner !== null && (rule.target !== 'person' || rule.to_login_id !== ctx.who.login_id))
    throw invalid({ target: 'Your own rules notify only you. Ask an admin for a rule of the team' })
  if (owner === null && rule.scope === 'mine') throw invalid({ scope: 'Only for a rule of your own' })
  const { rows } = await sql<{ path: string; message: string }>`
    select 'to_login_id' as path, 'Choose a member of staff' as message
    where ${rule.to_login_id}::int is not null and not exists (
      select from login where login_id = ${rule.to_login_id} and role <> 'customer' and disabled_tm is null)
    union all
    select 'to_endpoint_id', 'This webhook no longer exists'
    where ${rule.to_endpoint_id}::int is not null and not exists (
      select from notice_endpoint where notice_endpoint_id = ${rule.to_endpoint_id})
    union all
    select 'scope_ids', case ${rule.scope} when 'suppliers' then 'Supplier ' else 'Vendor ' end || wanted.id || ' doesn’t exist'
    from unnest(${rule.scope_ids}::int[]) as wanted (id)
    where case ${rule.scope}
      when 'suppliers' then not exists (select from dropshipper d where d.dropshipper_id = wanted.id)
      else not exists (select from vendor v where v.vendor_id = wanted.id)
    end`.execute(tx)
  if (rows.length > 0) throw invalid(Object.fromEntries(rows.map(({ path, message }) => [path, message])))
}

async function refuseTooMany(tx: Tx, owner: number | null): Promise<void> {
  const { count } = await tx
    .selectFrom('notice_rule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_login_id', 'is not distinct from', owner)
    .executeTakeFirstOrThrow()
  if (count >= mostRules) throw new Refusal('too_many', `At most ${mostRules} rules. Delete one first`)
}

/** So that a request sent twice makes one rule, and people can tell rules apart. */
async function refuseSameName(
  tx: Tx,
  { name, owner, ruleId }: { name: string; owner: number | null; ruleId: number | null },
): Promise<void> {
  const same = await tx
    .selectFrom('notice_rule')
    .select('notice_rule_id')
    .where('owner_login_id', 'is not distinct from', owner)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('notice_rule_id', 'is distinct from', ruleId)
    .executeTakeFirst()
  if (same) throw invalid({ name: 'Another rule has this name' })
}
