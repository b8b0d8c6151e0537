import { collectEvents } from '../areas/notifications/public.ts'
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
