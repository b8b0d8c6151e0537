import { jobStatus } from '#contract/jobs/types.ts'
import type { Parsed } from '#contract/index.ts'
import { linesShown, type SentUpdate, type UpdateLine } from '#contract/stores/sent-updates.ts'
import { activeIntegration, requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { literal } from '#server/platform/database/sql.ts'
import { causesOf } from './causes.ts'

export async function listSentUpdates({ db }: Ctx, { params, query }: Parsed<'listSentUpdates'>) {
  await requireVendor(db, params.vendor_id)
  const storeId = query.vendor_store_id
  return readUpdates(
    db,
    params.vendor_id,
    storeId === undefined ? sql`` : sql`and u.vendor_store_id = ${storeId}`,
  )
}

export async function getSentUpdate({ db }: Ctx, { params, query }: Parsed<'getSentUpdate'>) {
  const update = await knownUpdate(db, params)
  const { currency_id } = await db
    .selectFrom('vendor')
    .select('currency_id')
    .where('vendor_id', '=', params.vendor_id)
    .executeTakeFirstOrThrow()
  const lines = await linesOf(db, update, query.sku ?? '')
  return { update, lines, currency_id, causes: await causesOf(db, update) }
}

/** One update of a vendor's store. */
export async function knownUpdate(
  db: Db,
  { vendor_id, store_update_id }: { vendor_id: number; store_update_id: number },
): Promise<SentUpdate> {
  const [update] = await readUpdates(db, vendor_id, sql`and u.store_update_id = ${store_update_id}`)
  if (!update) throw notFound('update')
  return update
}

const workedOn = sql`(${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})`
/** The newest first. */
async function readUpdates(
  db: Db,
  vendorId: number,
  condition: ReturnType<typeof sql>,
): Promise<SentUpdate[]> {
  const { rows } = await sql<SentUpdate>`
    select u.store_update_id, u.vendor_store_id, st.vendor_store_name, u.kind, u.state, u.back_of, u.job_id,
      u.requested_by, u.shown, u.created, u.zeroed, u.price_changed, u.price_beyond, u.quantity_changed,
      u.content_changed, u.withheld, u.reasons, u.sent, u.refused, u.left_over, u.differing, u.files,
      u.bytes, u.insert_tm, u.end_tm, u.decided_by, u.decided_reason,
      (
        select count(*)
        from store_outbox o
        where o.store_update_id = u.store_update_id
      ) as waiting,
      u.state = 'sending' and not exists (
        select
        from job j
        where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
          and j.param_value = u.vendor_store_id::text
          and j.job_status in ${workedOn}
      ) as broken_off,
      u.state = 'sent' and exists (
        select
        from store_product sp
        where sp.vendor_store_id = u.vendor_store_id
          and sp.store_update_id = u.store_update_id
          and sp.in_store
      ) as can_go_back,
      exists (
        select
        from vendor_market_map m
        where m.vendor_id = st.vendor_id
          and m.market_id = st.market_id
          and not m.is_smart_update
          and not m.never_run_full_update
          and ${activeIntegration}
      ) as resends
    from store_update u
    join vendor_store st using (vendor_store_id)
    where st.vendor_id = ${vendorId} ${condition}
    order by u.store_update_id desc
    limit 200`.execute(db)
  return rows
}

/** Products `p` whose SKU begins with this, as typed or in capitals; the index supports no other. */
function beginsWith(sku: string) {
  const patterns = [...new Set([sku, sku.toUpperCase()])].map(
    (prefix) => sql`p.sku like ${`${literal(prefix)}%`}`,
  )
  return sku === '' ? sql`` : sql`and (${sql.join(patterns, sql` or `)})`
}

/** The lines waiting to be sent; for a sent update, what it sent to products that still show it. */
async function linesOf(db: Db, update: SentUpdate, sku: string): Promise<UpdateLine[]> {
  const id = update.store_update_id
  const condition = beginsWith(sku)
  const { rows } = await sql<UpdateLine>`
    select product_id, sku, title, told, nullif(before, 'null') as before, after, refused, differs
    from (
      select 0 as first, sp.product_id, p.sku, p.title, '' as told, 'null'::jsonb as before,
        '{}'::jsonb as after, jsonb_build_object('why', sp.refused_why, 'text', sp.refused_text) as refused,
        null as differs
      from store_product sp
      join product p using (product_id)
      where sp.vendor_store_id = ${update.vendor_store_id}
        and sp.refused_update_id = ${id}
        and sp.refused_tm is not null ${condition}
      union all
      select 1 + o.lane, o.product_id, o.sku, o.title, o.told, o.before,
        o.changes - 'content' - 'images', null, null
      from store_outbox o
      left join product p using (product_id)
      where o.store_update_id = ${id} ${condition}
      union all
      select 5, sp.product_id, p.sku, p.title, '', sp.before,
        jsonb_build_object('quantity', sp.quantity, 'price', sp.price::text, 'list_price',
          sp.list_price::text, 'active', sp.active), null, null
      from store_product sp
      join product p using (product_id)
      where sp.vendor_store_id = ${update.vendor_store_id} and sp.store_update_id = ${id} ${condition}
      union all
      select 5, sp.product_id, p.sku, p.title, '', sp.differs_from, sp.differs_by, null, sp.differs
      from store_product sp
      join product p using (product_id)
      where sp.differs_update_id = ${id} ${condition}) lines
    order by first,
      abs((after ->> 'price')::numeric - (before ->> 'price')::numeric)
        / nullif((before ->> 'price')::numeric, 0) desc nulls last,
      product_id
    limit ${linesShown}`.execute(db)
  return rows.map((row) => ({ ...row, before: row.before && { ...untold, ...row.before } }))
}
const untold = { quantity: null, price: null, list_price: null, active: null }
