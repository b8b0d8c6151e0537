import { accountOf, authorizedDays, shopOf } from '#contract/stores/shops.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { isUnchangedStore, type Store } from '../update/store.ts'

interface AuthorizedStore {
  vendor_store_id: number
  vendor_id: number
  market_id: number
  market_name: string
  store_admin_url: string
  store_admin_login: string
}

/**
 * A store's market accepted our credentials: the vendor's authorization is valid, or a new one if it had ended
 * (docs/domain/vendor-page.md, Authorizations). Keeps nothing if the store was changed or removed meanwhile.
 */
export async function keepAuthorization(db: Db, store: Store): Promise<void> {
  const kind = shopOf(store)
  if (!kind) return
  const goesOn = sql`a.revoked_tm is null and coalesce(a.expires_tm > now(), true)`
  await sql`
    insert into platform_auth as a (vendor_id, market_id, account_name, authorized_tm, expires_tm, last_used_tm)
    select vendor_id, market_id, ${accountOf(kind, store)}, now(),
      now() + make_interval(days => ${authorizedDays(kind)}::int), now()
    from vendor_store
    where vendor_store_id = ${store.vendor_store_id} and ${isUnchangedStore(store)}
    on conflict (vendor_id, market_id, account_name) do update
    set last_used_tm = now(),
      authorized_tm = case when ${goesOn} then a.authorized_tm else now() end,
      expires_tm = case when ${goesOn} then a.expires_tm else excluded.expires_tm end,
      revoked_tm = null`.execute(db)
}

/** The market rejects us or the credentials were removed, so the authorization ends, unless another store uses it. */
export async function endAuthorization(tx: Tx, store: AuthorizedStore): Promise<void> {
  const kind = shopOf(store)
  if (!kind) return
  const account = accountOf(kind, store)
  const { rows: others } = await sql<Pick<AuthorizedStore, 'store_admin_url' | 'store_admin_login'>>`
    select store_admin_url, store_admin_login
    from vendor_store
    where vendor_id = ${store.vendor_id}
      and market_id = ${store.market_id}
      and vendor_store_id <> ${store.vendor_store_id}
      and drop_to ->> 'kind' = 'api'
      and stopped_reason is null`.execute(tx)
  if (others.some((candidate) => accountOf(kind, candidate) === account)) return
  await sql`
    update platform_auth
    set revoked_tm = now()
    where vendor_id = ${store.vendor_id}
      and market_id = ${store.market_id}
      and account_name = ${account}
      and revoked_tm is null`.execute(tx)
}
