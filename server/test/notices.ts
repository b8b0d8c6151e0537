import { collectEvents, sendNoticeLetters } from '../areas/notifications/public.ts'
import { sql } from '../platform/database/db.ts'
import type { Harness } from './harness.ts'

interface NoticeRow {
  message: string
  link: string | null
  category: string
  ended_tm: string | null
}

/** Notifications whose text is like this, oldest first, once what was reported is counted. */
export async function noticesLike(
  { services }: Pick<Harness, 'services'>,
  pattern = '%',
): Promise<NoticeRow[]> {
  await collectEvents(services)
  const { rows } = await sql<NoticeRow>`
    select message, link, category, ended_tm
    from system_message
    where message like ${pattern}
    order by id`.execute(services.db)
  return rows
}

/** Collects what was reported and sends its emails now, at whatever hour. */
export async function sendNotices({ services }: Pick<Harness, 'services'>): Promise<void> {
  await sql`
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    select login_id, 'UTC', '00:00', '00:00', '{1,2,3,4,5,6,7}', '{08:00}'
    from login
    where role <> 'customer'
    on conflict (login_id) do nothing`.execute(services.db)
  await collectEvents(services)
  await sql`update notice_delivery set due_tm = now() where state = 'waiting'`.execute(services.db)
  await sendNoticeLetters(services)
}
