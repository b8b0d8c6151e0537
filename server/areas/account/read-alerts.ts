import type { AlertsView, ProductAlert } from '#contract/account/product-alerts.ts'
import type { Parsed } from '#contract/index.ts'
import { mailsOf } from '#contract/session/mail-kinds.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { ownVendor } from './own-vendor.ts'
import { changesSince } from './supplier-changes.ts'

export const editedAlerts = (vendorId: number): EditedRecord => ({
  entity: 'vendor',
  id: vendorId,
  types: ['account.alerts'],
})

const noun = 'product alerts'
export const ownAlerts = (ctx: Pick<Ctx, 'who'>) => ownVendor(ctx, noun)

export async function listProductAlerts(ctx: Ctx): Promise<AlertsView> {
  const vendorId = ownAlerts(ctx)
  const version = await versionOf(ctx.db, editedAlerts(vendorId))
  const [alerts, available_dropshippers] = await Promise.all([
    readAlerts(ctx.db, vendorId),
    suppliersToWatch(ctx.db, vendorId),
  ])
  return { version, alerts, available_dropshippers }
}

/** Suppliers with their own catalog that a vendor is subscribed to and may see. */
export async function suppliersToWatch(db: Db, vendorId: number) {
  const closedIds = await suppliersClosedTo(db, vendorId)
  const { rows } = await sql<AlertsView['available_dropshippers'][number]>`
    select d.dropshipper_id, d.supplier_name as dropshipper_name
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = ${vendorId}
      and d.allow_browse <> -2
      and d.dropshipper_id <> all(${closedIds}::int[])
    order by lower(d.supplier_name), d.dropshipper_id
    limit 2000`.execute(db)
  return rows
}

type Row = Omit<ProductAlert, 'quiet' | 'deleted'> & {
  subscribed: boolean
  unsubscribed: boolean
  unreachable: boolean
  shown_run_id: number
  shown_tm: string
}

/** A vendor's alerts, or one of them, by email and supplier. */
async function readRows(db: Db, vendorId: number, id: number | null): Promise<(ProductAlert & Row)[]> {
  const closedIds = await suppliersClosedTo(db, vendorId)
  const { rows } = await sql<Row>`
    select a.product_alert_id, a.email, a.dropshipper_id, d.supplier_name as dropshipper_name,
      a.alert_frequency_id, a.next_on::text, a.told_tm, a.shown_run_id, a.shown_tm,
      exists (
        select
        from subscription s
        where s.vendor_id = a.vendor_id
          and s.dropshipper_id = a.dropshipper_id
          and d.allow_browse <> -2
          and d.dropshipper_id <> all(${closedIds}::int[])
      ) as subscribed,
      exists (
        select
        from mail_unsubscribe u
        where u.vendor_id = a.vendor_id and u.address = a.email_key and u.kind = 'product_alerts'
      ) as unsubscribed,
      exists (
        select from mail_trouble t where t.address = a.email_key and t.what <> 'soft_bounce'
      ) as unreachable
    from product_alert a
    join dropshipper d using (dropshipper_id)
    where a.vendor_id = ${vendorId} ${id === null ? sql`` : sql`and a.product_alert_id = ${id}`}
    order by a.email_key, lower(d.supplier_name), a.product_alert_id
    limit 1000`.execute(db)
  return rows.map((row) => ({ ...row, deleted: false, quiet: whyQuiet(row) }))
}
const readAlerts = (db: Db, vendorId: number): Promise<ProductAlert[]> => readRows(db, vendorId, null)

/** The first reason why an alert sends nothing now; null: it does. */
function whyQuiet(row: Pick<Row, 'subscribed' | 'unsubscribed' | 'unreachable'>): string | null {
  if (!row.subscribed) return 'You’re no longer subscribed to this supplier.'
  if (row.unsubscribed)
    return `This address unsubscribed from ${mailsOf('product_alerts')}. To get them again, remove this alert and add it back.`
  return row.unreachable ? 'Emails to this address bounced.' : null
}

const mostExamples = 25
export async function getProductAlert(ctx: Ctx, { params }: Parsed<'getProductAlert'>) {
  const [alert] = await readRows(ctx.db, ownAlerts(ctx), params.id)
  if (!alert) throw notFound('product alert')
  // changes of suppliers the customer no longer has aren't shown
  const changes = alert.subscribed
    ? await changesSince(ctx.db, alert.dropshipper_id, alert.shown_run_id, mostExamples)
    : { taken_back: false, counts: { added: 0, gone: 0, price: 0, back: 0 }, examples: [] }
  return { ...alert, changes, since_tm: alert.shown_tm }
}
