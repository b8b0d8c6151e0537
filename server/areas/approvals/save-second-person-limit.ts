import type { RequestOf } from '#contract/approvals/approvals.ts'
import { money } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { differences, type Ctx } from '#server/platform/services.ts'
import { carryOut, type GuardedAct } from './carry-out.ts'

const limitText = (limit: string | null) => (limit === null ? 'none' : money(limit))

/** Another admin approves every change of the limit: who could lift it alone could move anything alone. */
export const approvalLimitAct: GuardedAct<RequestOf<'approval_limit'>, null> = {
  act: 'approval_limit',
  access: 'admin',
  lock: async (_, tx) => {
    await tx.selectFrom('money_setting').select('only_row').forUpdate().execute()
    return null
  },
  keep: async (_, request) => request,
  async perform({ tx, logActivity }, { body }) {
    const before = await tx
      .selectFrom('money_setting')
      .select('second_person_above')
      .executeTakeFirstOrThrow()
    const after = await tx
      .updateTable('money_setting')
      .set({ second_person_above: body.second_person_above })
      .returning('second_person_above')
      .executeTakeFirstOrThrow()
    const changes = differences(before, after)
    const [from, to] = [limitText(before.second_person_above), limitText(after.second_person_above)]
    if (changes) await logActivity({ type: 'payment.setting', message: `Approval limit: ${to}`, changes })
    return {
      amount: 0,
      text: `${from} to ${to}`,
      changes: [{ name: 'Approval limit', from, to }],
      always: changes && 'Another admin must approve changes to the limit',
    }
  },
}

/** Sets the amount above which acts that move money need a second person. */
export async function saveSecondPersonLimit(ctx: Ctx, { body }: Parsed<'saveSecondPersonLimit'>) {
  const waiting = await carryOut(ctx, approvalLimitAct, { body })
  const { second_person_above } = await ctx.db
    .selectFrom('money_setting')
    .select('second_person_above')
    .executeTakeFirstOrThrow()
  return { second_person_above, waiting }
}
