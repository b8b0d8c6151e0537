import type { Parsed } from '#contract/index.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'

/** Sets the amount above which charges and refunds need a second person. */
export const saveSecondPersonLimit = (ctx: Ctx, { body }: Parsed<'saveSecondPersonLimit'>) =>
  write(ctx, async (tx, logActivity) => {
    const before = await tx
      .selectFrom('money_setting')
      .select('second_person_above')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const after = await tx
      .updateTable('money_setting')
      .set({ second_person_above: body.second_person_above })
      .returning('second_person_above')
      .executeTakeFirstOrThrow()
    const changes = differences(before, after)
    if (changes)
      await logActivity({
        type: 'payment.setting',
        message: `Approval limit: ${after.second_person_above ?? 'none'}`,
        changes,
      })
    return after
  })
