import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import type { Services } from '#server/platform/services.ts'
import { otherWaitMs } from '../rules/plan-notice.ts'
import { atOnceLetter, digestLetter, mostLines, type NoticeLine } from '../letters.ts'
import { isOutdated, isSnoozed } from './still-so.ts'

/** The most people who get an email a turn. */
const peopleATurn = 100
/** How many of the problems that ended by themselves a summary names. */
const namedEnded = 3

interface DueLine extends NoticeLine {
  notice_delivery_id: number
  login_id: number
  email: string
  digest: boolean
}
interface EndedCount {
  login_id: number
  count: number
  longest: string[]
}

/**
 * Writes the emails that are due: what a person hears at once in one email, and summaries. The email and its
 * messages' state are one transaction, so that nothing is sent twice or never.
 */
export async function sendNoticeLetters({ db, mail }: Pick<Services, 'db' | 'mail'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('send notification emails', 0))`.execute(tx)
    await dropUntrue(tx)
    const lines = await dueLines(tx)
    if (lines.length === 0) return
    const ended = new Map((await endedSince(tx, lines)).map((row) => [row.login_id, row]))
    const byEmail = Map.groupBy(lines, ({ login_id, digest }) => `${login_id} ${digest}`)
    const letters = [...byEmail.values()].flatMap((own) => letterOf(own, ended))
    await mail.write(tx, ...letters)
    await sql`
      update notice_delivery
      set state = 'sent', sent_tm = clock_timestamp(), tries = 1
      where notice_delivery_id = any(${lines.map((line) => line.notice_delivery_id)}::bigint[])`.execute(tx)
  })
}

function letterOf(lines: readonly DueLine[], ended: ReadonlyMap<number, EndedCount>): Letter[] {
  const [first] = lines
  if (!first) return []
  const resolved = ended.get(first.login_id) ?? { count: 0, longest: [] }
  return [{ recipient: first.email, ...(first.digest ? digestLetter(lines, resolved) : atOnceLetter(lines)) }]
}

/** What changed since a message was planned; a snoozed one waits until the snooze is over. */
async function dropUntrue(tx: Tx): Promise<void> {
  await sql`
    update notice_delivery d
    set state = 'dropped',
      dropped = case when m.dismissed then 'dismissed' when d.phase = 'reminder' then 'taken' else 'parent' end
    from system_message m
    where m.id = d.system_message_id and d.state = 'waiting' and d.due_tm <= now() and ${isOutdated}`.execute(
    tx,
  )
  await sql`
    update notice_delivery d
    set due_tm = m.snoozed_until
    from system_message m
    where m.id = d.system_message_id and d.state = 'waiting' and d.due_tm <= now() and ${isSnoozed}`.execute(
    tx,
  )
}

/** With what is due, the same person's other messages of the next minutes go along, if they are still true. */
async function dueLines(tx: Tx): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    with due as materialized (
      select d.login_id, d.digest
      from notice_delivery d
      join login l on l.login_id = d.login_id and l.disabled_tm is null
      where d.state = 'waiting' and d.due_tm <= now()
      group by d.login_id, d.digest
      order by min(d.due_tm)
      limit ${peopleATurn})
    select d.notice_delivery_id, d.login_id, l.email, d.digest, d.phase, m.severity, m.message, m.link,
      m.taken_by_name, m.flapping_tm is not null as flapping,
      case when m.ended_tm is not null then ${lastedText()} end as lasted
    from due
    join notice_delivery d using (login_id, digest)
    join login l on l.login_id = d.login_id
    join system_message m on m.id = d.system_message_id
    where d.state = 'waiting'
      and d.due_tm <= now() + case
        when d.digest then interval '0'
        else make_interval(secs => ${otherWaitMs / 1000}::float8)
      end
      and not ${isOutdated}
      and not ${isSnoozed}
    order by m.severity desc, m.began_tm, d.notice_delivery_id
    limit ${peopleATurn * mostLines}`.execute(tx)
  return rows
}

/** How long a problem lasted: `45 min`, `3 h`, `2 d`. */
function lastedText() {
  const minutes = sql`extract(epoch from m.ended_tm - m.began_tm) / 60`
  return sql`case
    when ${minutes} < 90 then greatest(1, round(${minutes})) || ' min'
    when ${minutes} < 2880 then round(${minutes} / 60) || ' h'
    else round(${minutes} / 1440) || ' d'
  end`
}

/** What began and was over between two summaries: a line of its own instead of many. */
async function endedSince(tx: Tx, lines: readonly DueLine[]): Promise<EndedCount[]> {
  const people = lines.filter(({ digest }) => digest).map(({ login_id }) => login_id)
  const { rows } = await sql<EndedCount>`
    select p.login_id, count(*) as count,
      (array_agg(m.message order by m.ended_tm - m.began_tm desc, m.id))[:${sql.lit(namedEnded)}] as longest
    from (select distinct unnest(${people}::int[]) as login_id) p
    cross join lateral (
      select max(sent_tm) as sent_tm
      from notice_delivery s
      where s.login_id = p.login_id and s.digest and s.state = 'sent') last
    join notice_delivery d on d.login_id = p.login_id
    join system_message m on m.id = d.system_message_id
    where d.digest and d.phase = 'begin' and d.dropped = 'ended' and m.ended_by = 'itself' and d.due_tm <= now()
      and d.due_tm > coalesce(last.sent_tm, '-infinity')
    group by p.login_id`.execute(tx)
  return rows
}
