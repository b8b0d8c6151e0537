import type { Parsed } from '#contract/index.ts'
import { grantMinutes } from '#contract/stores/grants.ts'
import { shopOf } from '#contract/stores/shops.ts'
import { testSeconds } from '#contract/stores/connection-test.ts'
import { lockUndeletedVendor, lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import { record, write, type Ctx } from '#server/platform/services.ts'
import { lockStore } from '../record/known-store.ts'
import { openMarket } from '../shops/open.ts'

const hashOf = (token: string) => sha256(token).toString('hex')

/**
 * A link to a WooCommerce shop at which its owner lets us have keys; the shop posts them to us. The link's secret is
 * used once, ends after a day, and a newer link of the store ends it (docs/domain/stores.md, Keys by a link).
 */
export const beginStoreGrant = (ctx: Ctx, { params: { vid, id }, body }: Parsed<'beginStoreGrant'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vid)
    const store = await lockStore(tx, { vid, id })
    if (shopOf({ market_id: store.store.market_id, market_name: store.market_name }) !== 'woocommerce')
      throw conflict('Only WooCommerce gives out keys by a link')
    if (store.store.protocol !== 'none' && store.store.protocol !== 'api')
      throw conflict('This store is sent files. Change its connection to API first')
    const { store_admin_url: address } = store.store
    if (address === '') throw conflict('Enter the address of the store first')
    const token = randomToken()
    const { rows } = await sql<{ expires_tm: string }>`
      insert into store_grant (vendor_store_id, token_hash, requested_by, requested_by_name, expires_tm)
      values (${id}, ${hashOf(token)}, ${ctx.who.login_id}, ${ctx.who.name},
        now() + make_interval(mins => ${grantMinutes}::int))
      on conflict (vendor_store_id) do update
      set token_hash = excluded.token_hash, requested_by = excluded.requested_by,
        requested_by_name = excluded.requested_by_name, expires_tm = excluded.expires_tm
      returning expires_tm`.execute(tx)
    await logActivity({
      type: 'store.grant',
      vendor_id: vid,
      entity: 'store',
      entity_id: id,
      message: `Link for keys of ${store.store.vendor_store_name} created`,
    })
    const { publicUrl } = ctx.config
    const query = new URLSearchParams({
      app_name: 'Feedstock',
      scope: 'read_write',
      user_id: String(id),
      return_url: body.return_path === undefined ? publicUrl : publicUrl + body.return_path,
      callback_url: `${publicUrl}/api-public/store-grant/${token}`,
    })
    return {
      url: `${address}/wc-auth/v1/authorize?${query.toString()}`,
      expires_tm: rows[0]?.expires_tm ?? '',
    }
  })

interface Grant {
  vendor_store_id: number
  vendor_id: number
  requested_by: number | null
  requested_by_name: string
}

/**
 * Keys that a shop posts by such a link. They are tried at the store's own address before they are kept: whoever has
 * the link can only connect the shop that it is for.
 */
export async function acceptStoreGrant(
  ctx: Ctx,
  { params, body }: Parsed<'acceptStoreGrant'>,
): Promise<void> {
  const grant = await takeGrant(ctx.db, params.token)
  const { consumer_key: login, consumer_secret: token } = body
  const at = { vid: grant.vendor_id, id: grant.vendor_store_id }
  const store = await ctx.db.transaction().execute((tx) => lockStore(tx, at))
  const { store_admin_url: address, market_id } = store.store
  const market = openMarket('woocommerce', {
    market_id,
    address,
    login,
    app: ctx.config,
    shop: { token, allowHosts: ctx.config.fetchAllowHosts, milliseconds: testSeconds * 1000 },
  })
  await market.check().catch(() => {
    throw conflict('The store didn’t accept these keys. Create a new link')
  })
  await ctx.db.transaction().execute(async (tx) => {
    await lockUndeletedVendor(tx, grant.vendor_id)
    const now = await lockStore(tx, at)
    if (now.store.store_admin_url !== address)
      throw conflict('The store’s address changed. Create a new link')
    await sql`
      update vendor_store
      set drop_to = '{"kind": "api"}', store_admin_login = ${login},
        store_admin_secret = ${ctx.secrets.seal(token)}, behind_since = coalesce(behind_since, now()),
        stopped_reason = null, stopped_tm = null, waits_until = null
      where vendor_store_id = ${grant.vendor_store_id}`.execute(tx)
    await record(
      tx,
      {
        requestId: ctx.requestId,
        ...(grant.requested_by !== null && {
          who: { login_id: grant.requested_by, name: grant.requested_by_name },
        }),
      },
      {
        type: 'store.save',
        vendor_id: grant.vendor_id,
        entity: 'store',
        entity_id: grant.vendor_store_id,
        message: `Store ${now.store.vendor_store_name} connected by its own keys`,
        changes: { store_admin_password: { from: null, to: '(set)' } },
      },
    )
  })
}

/** Used once, whatever comes of it; an old, used or unknown one isn't told apart. */
async function takeGrant(db: Db, token: string): Promise<Grant> {
  const { rows } = await sql<Grant & { ended: boolean }>`
    delete from store_grant g
    using vendor_store st, vendor v
    where g.token_hash = ${hashOf(token)}
      and st.vendor_store_id = g.vendor_store_id
      and v.vendor_id = st.vendor_id
    returning g.vendor_store_id, st.vendor_id, g.requested_by, g.requested_by_name,
      g.expires_tm <= now() or v.deleted_tm is not null as ended`.execute(db)
  const grant = rows[0]
  if (!grant || grant.ended) throw notFound('link')
  return grant
}
