import { sql } from '#server/platform/database/db.ts'

/** What a message `d` says about the problem `m` is no longer so: it is never sent. */
export const isOutdated = sql`(
  m.dismissed
  or (d.phase = 'reminder' and m.taken_by is not null)
  or (
    d.phase = 'begin'
    and exists (select from system_message p where p.id = m.parent_id and p.ended_tm is null)))`
/** It waits until the problem's snooze is over. */
export const isSnoozed = sql`(d.phase <> 'end' and coalesce(m.snoozed_until > now(), false))`
