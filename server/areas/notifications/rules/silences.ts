import type { Parsed } from '#contract/index.ts'
import { kinds, categoryNames } from '#contract/notifications/kinds.ts'
import type { NoticeSilence } from '#contract/notifications/rules.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, forbidden, notFound, Refusal } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { otherWaitMs } from './plan-notice.ts'

const mostSilences = 100
type Row = Omit<NoticeSilence, 'own' | 'may_end'> & { login_id: number | null }

/** Silences for everybody and the caller's own. */
export async function listNoticeSilences(ctx: Ctx) {
  const { rows } = await sql<Row>`
    select s.notice_silence_id, s.login_id, s.category, s.kind, s.dropshipper_id, d.supplier_name, s.vendor_id,
      v.company, s.from_tm, s.until_tm, s.reason, s.made_by_name
    from notice_silence s
    left join dropshipper d using (dropshipper_id)
    left join vendor v on v.vendor_id = s.vendor_id
    where s.until_tm > now() and (s.login_id is null or s.login_id = ${ctx.who.login_id})
    order by s.until_tm, s.notice_silence_id
    limit ${2 * mostSilences}`.execute(ctx.db)
  return {
    silences: rows.map(({ login_id, ...silence }) => ({ ...silence, own: login_id !== null, may_end: true })),
  }
}

/** What is reported meanwhile is listed, and sent when the silence ends if it still exists. */
export const addNoticeSilence = (ctx: Ctx, { body }: Parsed<'addNoticeSilence'>) =>
  write(ctx, async (tx, logActivity) => {
    const { own, hours, reason, category, kind, dropshipper_id, vendor_id } = body
    const login_id = own ? ctx.who.login_id : null
    if (vendor_id !== null) await lockVendor(ctx, tx, vendor_id)
    await refuseUnknown(tx, body)
    await sql`select pg_advisory_xact_lock(hashtextextended('notification silences', 0))`.execute(tx)
    await refuseSilenced(tx, body, login_id)
    const { rows: held } = await sql<{ count: number }>`
      select count(*) as count
      from notice_silence
      where until_tm > now() and login_id is not distinct from ${login_id}`.execute(tx)
    if ((held[0]?.count ?? 0) >= mostSilences)
      throw new Refusal('too_many', `At most ${mostSilences} silences. End one first`)
    const saved = await tx
      .insertInto('notice_silence')
      .values({
        login_id,
        category,
        kind,
        dropshipper_id,
        vendor_id,
        until_tm: sql`now() + make_interval(hours => ${hours}::int)`,
        reason,
        made_by_name: ctx.who.name,
      })
      .returning('notice_silence_id')
      .executeTakeFirstOrThrow()
    const what = [category && categoryNames[category], kind && kinds[kind].name].filter(Boolean).join(', ')
    await logActivity({
      type: 'notification.silence',
      entity: 'notice_silence',
      entity_id: saved.notice_silence_id,
      message: `Notifications silenced for ${hours} h${own ? ' (own)' : ''}${what ? `: ${what}` : ''}`,
      dropshipper_id,
      vendor_id,
      reason,
    })
    return saved
  })

export const endNoticeSilence = (ctx: Ctx, { params }: Parsed<'endNoticeSilence'>) =>
  write(ctx, async (tx, logActivity) => {
    const silence = await tx
      .selectFrom('notice_silence')
      .select(['login_id', 'notice_silence_id', 'until_tm'])
      .where('notice_silence_id', '=', params.notice_silence_id)
      .where('until_tm', '>', sql<string>`now()`)
      .forUpdate()
      .executeTakeFirst()
    if (!silence) throw notFound('silence', 'It may have ended')
    if (silence.login_id !== null && silence.login_id !== ctx.who.login_id)
      throw forbidden('Only the person who silenced it for themselves can end it')
    await tx
      .updateTable('notice_silence')
      .set({ until_tm: sql`greatest(now(), from_tm + interval '1 microsecond')` })
      .where('notice_silence_id', '=', silence.notice_silence_id)
      .execute()
    await bringForward(tx, silence.until_tm)
    await logActivity({
      type: 'notification.silence',
      entity: 'notice_silence',
      entity_id: silence.notice_silence_id,
      message: 'Silence of notifications ended',
    })
  })

/** A request sent twice silences once. */
async function refuseSilenced(
  tx: Tx,
  { category, kind, dropshipper_id, vendor_id }: Parsed<'addNoticeSilence'>['body'],
  login_id: number | null,
): Promise<void> {
  const same = await tx
    .selectFrom('notice_silence')
    .select('notice_silence_id')
    .where('until_tm', '>', sql<string>`now()`)
    .where('login_id', 'is not distinct from', login_id)
    .where('category', 'is not distinct from', category)
    .where('kind', 'is not distinct from', kind)
    .where('dropshipper_id', 'is not distinct from', dropshipper_id)
    .where('vendor_id', 'is not distinct from', vendor_id)
    .executeTakeFirst()
  if (same) throw conflict('This is silenced already. End that silence to choose another time')
}

/** What waits for the end of the silence is due now. */
const bringForward = (tx: Tx, end: string) =>
  sql`
    update notice_delivery
    set due_tm = now()
    where state = 'waiting'
      and not digest
      and phase = 'begin'
      and due_tm between ${end}::timestamptz and ${end}::timestamptz + make_interval(secs => ${otherWaitMs / 1000}::float8)`.execute(
    tx,
  )

async function refuseUnknown(
  tx: Tx,
  { dropshipper_id, vendor_id }: { dropshipper_id: number | null; vendor_id: number | null },
) {
  const { rows } = await sql<{ noun: string }>`
    select 'supplier' as noun
    where ${dropshipper_id}::int is not null
      and not exists (select from dropshipper d where d.dropshipper_id = ${dropshipper_id})
    union all
    select 'vendor'
    where ${vendor_id}::int is not null and not exists (select from vendor v where v.vendor_id = ${vendor_id})`.execute(
    tx,
  )
  if (rows[0]) throw notFound(rows[0].noun)
}
