import type { NoiseRow } from '#contract/notifications/rules.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const days = 30

/** Of each kind, how often people did something about it: what is only noise is to be changed or turned off. */
export async function listNoise({ db }: Ctx) {
  const { rows } = await sql<NoiseRow>`
    select m.kind, count(*) as notifications, coalesce(sum(d.sent), 0)::int as sent,
      count(*) filter (
        where m.taken_tm is not null or coalesce(m.jira_ticket, '') <> '' or coalesce(m.dismissed_reason, '') <> ''
      ) as acted_on,
      count(*) filter (where m.dismissed and coalesce(m.dismissed_reason, '') = '' and m.taken_tm is null) as dismissed,
      count(*) filter (where m.ended_by = 'itself' and coalesce(d.sent, 0) = 0) as unseen,
      round((percentile_cont(0.5) within group (
        order by extract(epoch from m.ended_tm - m.began_tm) / 60
      ) filter (where m.ended_by = 'itself'))::numeric)::int as median_minutes
    from system_message m
    left join lateral (
      select count(*) as sent
      from notice_delivery n
      where n.system_message_id = m.id and n.state = 'sent' and n.phase = 'begin') d on true
    where m.insert_tm > now() - make_interval(days => ${days}::int)
      -- what just began may still be acted on
      and (m.ended_tm is not null or m.insert_tm < now() - interval '1 day')
    group by m.kind
    order by count(*) desc, m.kind`.execute(db)
  return { kinds: rows }
}
