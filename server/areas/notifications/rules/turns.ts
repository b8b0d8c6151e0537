import type { Parsed } from '#contract/index.ts'
import type { NoticeTurn } from '#contract/notifications/rules.ts'
import { personName } from '../person-name.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

const mostTurns = 500
/** Nobody on call within this time is said. */
const lookedAheadDays = 7

/** Who is on call now and later, and from when on nobody is. */
export async function listNoticeTurns({ db }: Ctx) {
  const { rows: turns } = await sql<NoticeTurn>`
    select t.notice_turn_id, t.step, t.login_id, ${personName('t.login_id')} as name, t.from_tm, t.until_tm
    from notice_turn t
    where t.until_tm > now()
    order by t.from_tm, t.step
    limit ${mostTurns}`.execute(db)
  return { turns, gap_from: await firstGap(db) }
}

/** Null: somebody is on call all the next days, or no rule asks for it. */
async function firstGap(db: Db): Promise<string | null> {
  const { rows } = await sql<{ gap_from: string | null }>`
    select lower(gap) as gap_from
    from (
      select unnest(
        tstzmultirange(tstzrange(now(), now() + make_interval(days => ${lookedAheadDays}::int)))
          - coalesce(
            (select range_agg(tstzrange(from_tm, until_tm)) from notice_turn where step = 1 and until_tm > now()),
            '{}'::tstzmultirange)) as gap) gaps
    where exists (select from notice_rule where target = 'turn' and active)
    order by 1
    limit 1`.execute(db)
  return rows[0]?.gap_from ?? null
}

export const addNoticeTurn = (ctx: Ctx, { body }: Parsed<'addNoticeTurn'>) =>
  write(ctx, async (tx, logActivity) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('notification turns', 0))`.execute(tx)
    const person = await tx
      .selectFrom('login')
      .select(personName('login.login_id').as('name'))
      .where('login_id', '=', body.login_id)
      .where('role', '<>', 'customer')
      .where('disabled_tm', 'is', null)
      .executeTakeFirst()
    if (!person) throw notFound('person')
    const { rows } = await sql<{ name: string | null; turns: number }>`
      select (
          select ${personName('t.login_id')}
          from notice_turn t
          where t.step = ${body.step}
            and tstzrange(t.from_tm, t.until_tm) && tstzrange(${body.from_tm}::timestamptz, ${body.until_tm}::timestamptz)
          limit 1) as name,
        (select count(*) from notice_turn where until_tm > now()) as turns`.execute(tx)
    const [taken] = rows
    if (taken?.name) throw conflict(`${taken.name} is already on call at that time`)
    if ((taken?.turns ?? 0) >= mostTurns)
      throw new Refusal('too_many', `At most ${mostTurns} turns. Remove one first`)
    const saved = await tx
      .insertInto('notice_turn')
      .values(body)
      .returning('notice_turn_id')
      .executeTakeFirstOrThrow()
    await logActivity({
      type: 'notification.turn',
      entity: 'notice_turn',
      entity_id: saved.notice_turn_id,
      message: `${person.name} put on call${body.step === 2 ? ' as second person' : ''}`,
    })
    return saved
  })

export const removeNoticeTurn = (ctx: Ctx, { params }: Parsed<'removeNoticeTurn'>) =>
  write(ctx, async (tx, logActivity) => {
    const turn = await tx
      .deleteFrom('notice_turn')
      .where('notice_turn_id', '=', params.notice_turn_id)
      .returning(personName('notice_turn.login_id').as('name'))
      .executeTakeFirst()
    if (!turn) throw notFound('turn')
    await logActivity({
      type: 'notification.turn',
      entity: 'notice_turn',
      entity_id: params.notice_turn_id,
      message: `${turn.name} taken off call`,
    })
  })
