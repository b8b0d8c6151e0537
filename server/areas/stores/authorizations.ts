import { accountOf, authorizedDays, shopOf } from '#contract/stores/shops.ts'
import { sql, type Db } from '#server/platform/db.ts'

interface Of {
  vendor_id: number
  market_id: number
  market_name: string
  store_admin_url: string
  store_admin_login: string
}

/** A market let us in: the vendor's authorization of us holds (docs/domain.md, A vendor's page). */
export async function keepLetIn(db: Db, of: Of): Promise<void> {
  const kind = shopOf(of)
  if (!kind) return
  await sql`
    insert into platform_auth as a (vendor_id, market_id, account_name, authorized_tm, expires_tm, last_used_tm)
    values (${of.vendor_id}, ${of.market_id}, ${accountOf(kind, of)}, now(),
      now() + make_interval(days => ${authorizedDays(kind)}::int), now())
    on conflict (vendor_id, market_id, account_name) do update
    set last_used_tm = now(),
      authorized_tm = case when a.revoked_tm is null then a.authorized_tm else now() end,
      expires_tm = case when a.revoked_tm is null then a.expires_tm else excluded.expires_tm end,
      revoked_tm = null`.execute(db)
}

/** It lets us in no more, or what let us in is forgotten here. */
export async function endLetIn(db: Db, of: Of): Promise<void> {
  const kind = shopOf(of)
  if (!kind) return
  await sql`
    update platform_auth
    set revoked_tm = now()
    where vendor_id = ${of.vendor_id}
      and market_id = ${of.market_id}
      and account_name = ${accountOf(kind, of)}
      and revoked_tm is null`.execute(db)
}
