import {
  alertFaults,
  alertFrequencies,
  alertsUnchanged,
  type AlertFrequency,
  type TypedAlert,
} from '#contract/account/product-alerts.ts'
import type { Parsed } from '#contract/index.ts'
import { lockUndeletedVendor } from '#server/areas/vendor-record/public.ts'
import { subscribeAgain } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { alertDay, nextAlertDay } from './alert-days.ts'
import { editedAlerts, ownAlerts, suppliersToWatch } from './read-alerts.ts'
import { runNow } from './supplier-changes.ts'

interface SavedAlert {
  product_alert_id: number
  email: string
  dropshipper_id: number
  dropshipper_name: string
  alert_frequency_id: AlertFrequency
}

/** Saves a customer's alerts; alerts that aren't listed stay (docs/domain/alerts-and-catalogs.md, Product alerts). */
export const saveProductAlerts = (ctx: Ctx, { body, query }: Parsed<'saveProductAlerts'>) => {
  const vendorId = ownAlerts(ctx)
  return write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    const savedAlerts = await readKept(tx, vendorId)
    const savedById = new Map(savedAlerts.map((alert) => [alert.product_alert_id, alert]))
    // one that doesn't exist, or belongs to somebody else
    if (body.some(({ product_alert_id: id }) => id !== undefined && !savedById.has(id)))
      throw notFound('product alert')
    await refuseStale(tx, ctx, editedAlerts(vendorId), query.version)
    const names = await refuseFaults(tx, vendorId, savedAlerts, body)
    const changes = changesOf(body, savedById, names)
    if (Object.keys(changes).length === 0) throw invalid({ alerts: alertsUnchanged }, alertsUnchanged)
    const ids = await keep(ctx, tx, vendorId, body)
    await logActivity({
      type: 'account.alerts',
      vendor_id: vendorId,
      entity: 'vendor',
      entity_id: vendorId,
      message: 'Product alerts changed',
      changes,
    })
    return { ids }
  })
}

async function readKept(tx: Tx, vendorId: number): Promise<SavedAlert[]> {
  const { rows } = await sql<SavedAlert>`
    select a.product_alert_id, a.email, a.dropshipper_id, d.supplier_name as dropshipper_name,
      a.alert_frequency_id
    from product_alert a
    join dropshipper d using (dropshipper_id)
    where a.vendor_id = ${vendorId}
    order by a.product_alert_id
    limit 1000`.execute(tx)
  return rows
}

/** Refuses faults of the typed alerts together with those that stay; returns the suppliers' names. */
async function refuseFaults(
  tx: Tx,
  vendorId: number,
  savedAlerts: readonly SavedAlert[],
  typedAlerts: readonly TypedAlert[],
) {
  const namedIds = new Set(typedAlerts.map((alert) => alert.product_alert_id))
  const stay = savedAlerts
    .filter((alert) => !namedIds.has(alert.product_alert_id))
    .map((alert) => ({ ...alert, deleted: false }))
  const faults = Object.fromEntries(
    Object.entries(alertFaults([...stay, ...typedAlerts])).flatMap(([path, message]) => {
      const [place, field] = path.split('.')
      const i = Number(place) - stay.length
      return i < 0 ? [] : [[`${i}.${field}`, message]]
    }),
  )
  const names = new Map(
    (await suppliersToWatch(tx, vendorId)).map((s) => [s.dropshipper_id, s.dropshipper_name]),
  )
  const savedById = new Map(savedAlerts.map((alert) => [alert.product_alert_id, alert]))
  typedAlerts.forEach(({ product_alert_id: id, dropshipper_id, deleted: isDeleted }, i) => {
    const before = id === undefined ? undefined : savedById.get(id)
    // an alert for a supplier that was already watched may stay, even if it sends nothing now
    if (isDeleted || names.has(dropshipper_id) || before?.dropshipper_id === dropshipper_id) return
    faults[`${i}.dropshipper_id`] = 'Choose one of your suppliers'
  })
  const twice = typedAlerts.findIndex(
    ({ product_alert_id: id }, i) =>
      id !== undefined && typedAlerts.findIndex((alert) => alert.product_alert_id === id) < i,
  )
  if (twice >= 0) faults[`${twice}.product_alert_id`] = 'Duplicate. Remove one'
  if (Object.keys(faults).length > 0) throw invalid(faults)
  for (const alert of savedAlerts) names.set(alert.dropshipper_id, alert.dropshipper_name)
  return names
}

/** The changes by email and supplier, as the log shows them. */
function changesOf(
  typedAlerts: readonly TypedAlert[],
  savedById: ReadonlyMap<number, SavedAlert>,
  names: ReadonlyMap<number, string>,
): NonNullable<Activity['changes']> {
  const changes: NonNullable<Activity['changes']> = {}
  const set = (alert: { email: string; dropshipper_id: number }, side: 'from' | 'to', text: string) => {
    const key = `${alert.email}: ${names.get(alert.dropshipper_id) ?? alert.dropshipper_id}`
    changes[key] = { from: null, to: null, ...changes[key], [side]: text }
  }
  for (const alert of typedAlerts) {
    const before = alert.product_alert_id === undefined ? undefined : savedById.get(alert.product_alert_id)
    if (before) set(before, 'from', alertFrequencies[before.alert_frequency_id])
    if (!alert.deleted) set(alert, 'to', alertFrequencies[alert.alert_frequency_id as AlertFrequency])
  }
  return Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to))
}

/** Writes the alerts; returns their ids in the given order. */
async function keep({ clock }: Ctx, tx: Tx, vendorId: number, typedAlerts: readonly TypedAlert[]) {
  const deletedIds = typedAlerts.flatMap(({ product_alert_id, deleted: isDeleted }) =>
    isDeleted ? (product_alert_id ?? []) : [],
  )
  await sql`
    delete from product_alert
    where vendor_id = ${vendorId} and product_alert_id = any(${deletedIds}::int[])`.execute(tx)
  const now = new Date(clock.now()).toISOString()
  const day = alertDay(clock.now())
  const rows = JSON.stringify(typedAlerts.filter(({ deleted: isDeleted }) => !isDeleted))
  const typedRows = sql`jsonb_to_recordset(${rows}::jsonb) as x(
    product_alert_id int, email text, dropshipper_id int, alert_frequency_id int)`
  // a new supplier counts from now on, a new rhythm starts today
  await sql`
    update product_alert a
    set email = x.email,
      dropshipper_id = x.dropshipper_id,
      alert_frequency_id = x.alert_frequency_id,
      next_on = case when a.alert_frequency_id = x.alert_frequency_id then a.next_on
        else ${nextAlertDay(day, sql`x.alert_frequency_id`)} end,
      since_run_id = case when a.dropshipper_id = x.dropshipper_id then a.since_run_id
        else ${runNow(sql`x.dropshipper_id`)} end,
      since_tm = case when a.dropshipper_id = x.dropshipper_id then a.since_tm else ${now} end,
      shown_run_id = case when a.dropshipper_id = x.dropshipper_id then a.shown_run_id
        else ${runNow(sql`x.dropshipper_id`)} end,
      shown_tm = case when a.dropshipper_id = x.dropshipper_id then a.shown_tm else ${now} end,
      told_tm = case when a.dropshipper_id = x.dropshipper_id then a.told_tm end
    from ${typedRows}
    where a.vendor_id = ${vendorId} and a.product_alert_id = x.product_alert_id`.execute(tx)
  const { rows: addedRows } = await sql<{ product_alert_id: number; email: string; dropshipper_id: number }>`
    insert into product_alert
      (vendor_id, email, dropshipper_id, alert_frequency_id, next_on, since_run_id, since_tm, shown_run_id,
      shown_tm)
    select ${vendorId}::int, x.email, x.dropshipper_id, x.alert_frequency_id,
      ${nextAlertDay(day, sql`x.alert_frequency_id`)}, run_id, ${now}::timestamptz, run_id, ${now}::timestamptz
    from ${typedRows}
    cross join lateral (select ${runNow(sql`x.dropshipper_id`)} as run_id) r
    where x.product_alert_id is null
    returning product_alert_id, email, dropshipper_id`.execute(tx)
  // adding an alert resubscribes the address
  await subscribeAgain(tx, {
    vendor_id: vendorId,
    addresses: addedRows.map(({ email }) => email),
    kind: 'product_alerts',
  })
  return typedAlerts.flatMap(
    (alert) =>
      alert.product_alert_id ??
      addedRows.find((a) => a.email === alert.email && a.dropshipper_id === alert.dropshipper_id)
        ?.product_alert_id ??
      [],
  )
}
