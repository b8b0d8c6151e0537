import type { Parsed } from '#contract/index.ts'
import { write, type Ctx } from '#server/platform/services.ts'

export const getSignInRule = ({ db }: Ctx) =>
  db.selectFrom('sign_in_rule').select('two_step_required').executeTakeFirstOrThrow()

export const saveSignInRule = (ctx: Ctx, { body }: Parsed<'saveSignInRule'>) =>
  write(ctx, async (tx, logActivity) => {
    const before = await tx
      .selectFrom('sign_in_rule')
      .select('two_step_required')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.two_step_required !== body.two_step_required) {
      await tx.updateTable('sign_in_rule').set(body).execute()
      await logActivity({
        type: 'session.rule',
        message: `Two-step sign-in is ${body.two_step_required ? 'required' : 'optional'} for admins and finance`,
      })
    }
    return body
  })
