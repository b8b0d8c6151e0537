import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { networkOf } from '#server/platform/network.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { tooMany } from './passwords/passwords.ts'

/** New errors that a network may report a day: anybody may, and each is up to 24 kB. */
const newADay = 50

/** Records each distinct browser error once, with how often it occurred. */
export async function reportClientError(ctx: Ctx, { body }: Parsed<'reportClientError'>) {
  if (!(await withinLimit(ctx.db, `log:${networkOf(ctx.req.ip)}`, 100, 3600))) throw tooMany()
  const fingerprint = sha256(`${body.message}\n${body.stack_trace.split('\n').slice(0, 3).join('\n')}`)
  ctx.log.warn({ uri: body.uri, message: body.message }, 'browser error')
  const known = await ctx.db
    .updateTable('client_error')
    .set({ times: sql`times + 1`, last_tm: sql`now()` })
    .where('fingerprint', '=', fingerprint)
    .returning('times')
    .executeTakeFirst()
  if (known) return
  // not refused: the browser would send it again each minute of the day
  if (!(await withinLimit(ctx.db, `new log:${networkOf(ctx.req.ip)}`, newADay, 86_400))) return
  await ctx.db
    .insertInto('client_error')
    .values({ fingerprint, ...body })
    .onConflict((c) =>
      c.column('fingerprint').doUpdateSet({ times: sql`client_error.times + 1`, last_tm: sql`now()` }),
    )
    .execute()
}
