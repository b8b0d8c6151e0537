import type { Parsed } from '#contract/index.ts'
import { authState, type PlatformAuth } from '#contract/vendors/platform-auths.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'

export async function listPlatformAuths({ db, clock }: Ctx, { params }: Parsed<'listPlatformAuths'>) {
  const { rows } = await sql<Omit<PlatformAuth, 'state'>>`
    select a.platform_auth_id, k.market_name, a.account_name, a.authorized_tm, a.expires_tm, a.revoked_tm,
      a.last_used_tm
    from platform_auth a
    join market k using (market_id)
    where a.vendor_id = ${params.vendor_id}
    order by lower(k.market_name), lower(a.account_name)
    limit 500`.execute(db)
  const now = clock.now()
  return rowsOfVendor(
    db,
    params.vendor_id,
    rows.map((row) => ({ ...row, state: authState({ now, ...row }) })),
  )
}
