import { many } from '#contract/words.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/network.ts'
import { recordRows, type Ctx } from '#server/platform/services.ts'
import { failuresLetter } from './letters.ts'
import { countFailure } from './limits.ts'

/** Failed sign-ins within a day that the owner is emailed about, at most once a day. */
export const failuresToWarn = 10

interface Failed {
  login_id: number
  vendor_id: number
  email: string
}

/**
 * Notes a failed sign-in of an existing account after the answer is sent, whose time so reveals nothing. The log
 * has one row for each network and ten minutes, however many there are.
 */
export function noteFailure(ctx: Ctx, login: Failed): void {
  const network = networkOf(ctx.req.ip)
  ctx.afterAnswer(async () => {
    await countFailure(ctx.db, login.email.toLowerCase())
    await ctx.db.transaction().execute(async (tx) => {
      await sql`
        select pg_advisory_xact_lock(hashtextextended(${`failed sign-in ${login.login_id} ${network}`}, 0))`.execute(
        tx,
      )
      await log(tx, login, network)
      await warn(ctx, tx, login)
    })
  })
}

const slot = sql<string>`to_timestamp(floor(extract(epoch from now()) / 600) * 600)`

async function log(tx: Tx, { login_id, vendor_id, email }: Failed, network: string): Promise<void> {
  const message = (times: number) => `${many(times, 'failed sign-in')} for ${email} from ${network}`
  const earlier = await tx
    .updateTable('sign_in_failure')
    .set({ times: sql`times + 1` })
    .where('login_id', '=', login_id)
    .where('network', '=', network)
    .where('begin_tm', '=', slot)
    .returning(['activity_id', 'times'])
    .executeTakeFirst()
  if (earlier) {
    await tx
      .updateTable('activity')
      .set({ message: message(earlier.times) })
      .where('activity_id', '=', earlier.activity_id)
      .execute()
    return
  }
  const [activity_id] = await recordRows(tx, {}, [
    { type: 'session.sign_in_failed', vendor_id, message: message(1) },
  ])
  if (activity_id === undefined) return
  await tx
    .insertInto('sign_in_failure')
    .values({ login_id, network, begin_tm: slot, times: 1, activity_id })
    .execute()
}

async function warn({ mail }: Ctx, tx: Tx, { login_id, email }: Failed): Promise<void> {
  const { rows } = await sql<{ times: number }>`
    update login l
    set warned_tm = now()
    from (
      select sum(times)::int as times
      from sign_in_failure
      where login_id = ${login_id} and begin_tm > now() - interval '1 day') f
    where l.login_id = ${login_id}
      and f.times >= ${failuresToWarn}::int
      and (l.warned_tm is null or l.warned_tm < now() - interval '1 day')
    returning f.times`.execute(tx)
  if (rows[0]) await mail.write(tx, { recipient: email, ...failuresLetter(rows[0].times) })
}
