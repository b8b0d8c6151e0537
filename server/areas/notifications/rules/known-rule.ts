import type { Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Team rules are changed by admins, a person's own by that person. */
export const mayChangeRule = ({ who }: Pick<Ctx, 'who'>, owner: number | null): boolean =>
  owner === null ? who.role === 'admin' : owner === who.login_id

/** A rule that the caller may change, locked until the transaction ends. */
export async function lockRule(ctx: Ctx, tx: Tx, id: number) {
  const rule = await tx
    .selectFrom('notice_rule')
    .selectAll()
    .where('notice_rule_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // another person's own rule doesn't exist for the caller
  if (!rule || (rule.owner_login_id !== null && rule.owner_login_id !== ctx.who.login_id))
    throw notFound('rule')
  if (!mayChangeRule(ctx, rule.owner_login_id)) throw conflict('Only admins change the team’s rules')
  return rule
}
