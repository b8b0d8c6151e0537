import type { Parsed } from '#contract/index.ts'
import { viewerGoneMs } from '#contract/vendors/lock.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'

interface Viewer {
  name: string
  since: string
}

/**
 * Records that the caller has the page open and returns who else has; it isn't a change and isn't logged.
 */
export async function noteViewer({ db, clock, who }: Ctx, { params }: Parsed<'noteViewer'>) {
  const { vendor_id } = params
  await requireVendor(db, vendor_id)
  const now = new Date(clock.now()).toISOString()
  const oldestTm = new Date(clock.now() - viewerGoneMs).toISOString()
  const { rows } = await sql<Viewer>`
    with me as (
      insert into vendor_viewer as v (vendor_id, login_id, name, since, tm)
      values (${vendor_id}, ${who.login_id}, ${who.name}, ${now}, ${now})
      on conflict (vendor_id, login_id) do update
      set name = excluded.name,
        tm = excluded.tm,
        since = case when v.tm > ${oldestTm} then v.since else excluded.since end
    )
    select name, since
    from vendor_viewer
    where vendor_id = ${vendor_id} and login_id <> ${who.login_id} and tm > ${oldestTm}
    order by since, login_id
    limit 20`.execute(db)
  return { viewers: rows }
}
