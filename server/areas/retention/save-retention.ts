import { kindOf } from '#contract/retention/kinds.ts'
import type { Parsed } from '#contract/index.ts'
import { count, many } from '#contract/words.ts'
import { changedMeanwhile, invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** Changes how many days records of a kind are kept; the next cleanup removes older ones. */
export const saveRetention = (ctx: Ctx, { body: { kind, days, known_days } }: Parsed<'saveRetention'>) => {
  const { label, bounds: [least, most] = [days, days], days: usual } = kindOf(kind)
  if (days < least || days > most) throw invalid({ days: `Enter ${count(least)} to ${count(most)} days` })
  return write(ctx, async (tx, logActivity) => {
    await tx
      .insertInto('retention')
      .values({ kind, days: usual ?? days })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await tx
      .selectFrom('retention')
      .select('days')
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.days !== known_days) throw changedMeanwhile(many(before.days, 'day'))
    if (before.days === days) return { days }
    await tx.updateTable('retention').set({ days }).where('kind', '=', kind).execute()
    await logActivity({
      type: 'retention.save',
      message: `${label}: kept for ${many(days, 'day')}`,
      entity: 'retention',
      entity_id: kind,
      changes: { days: { from: before.days, to: days } },
    })
    return { days }
  })
}
