import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { alertDay, nextAlertDay } from './alert-days.ts'
import { alertLetter } from './letters.ts'
import { changesSince, hasChanges, type ChangesSince } from './supplier-changes.ts'

/** How many addresses per turn. */
const addressesATurn = 2000
const examples = 3

interface Address {
  vendor_id: number
  email_key: string
}
interface Due {
  product_alert_id: number
  email: string
  dropshipper_id: number
  dropshipper_name: string
  since_run_id: number
}
type AlertKey = Pick<Due, 'product_alert_id' | 'dropshipper_id' | 'since_run_id'>
type AlertWithChanges = Due & { changes: ChangesSince }
const isSame = (a: AlertKey, b: AlertKey | undefined) =>
  a.dropshipper_id === b?.dropshipper_id && a.since_run_id === b.since_run_id
/** Changes at a supplier since a run, read once per turn however many addresses watch it. */
type ChangesCache = Map<string, Promise<ChangesSince>>

/** Sends the product alerts that are due, one email per address (docs/domain/alerts-and-catalogs.md, Product alerts). */
export async function sendProductAlerts(services: Services): Promise<void> {
  const today = alertDay(services.clock.now())
  const { rows } = await sql<Address>`
    select a.vendor_id, a.email_key
    from product_alert a
    join vendor v using (vendor_id)
    where a.next_on <= ${today}::date and v.deleted_tm is null
    group by a.vendor_id, a.email_key
    -- in random order, so failing ones don't block the others forever
    order by random()
    limit ${addressesATurn}`.execute(services.db)
  const changesCache: ChangesCache = new Map()
  await eachByItself(rows, (address) => sendAlerts(services, address, today, changesCache))
}

/** Reads the changes before locking anything; the email and the mark are one transaction. */
async function sendAlerts(
  services: Services,
  address: Address,
  today: string,
  changesCache: ChangesCache,
): Promise<void> {
  const { rows: due } = await sql<Due>`
    select a.product_alert_id, a.email, a.dropshipper_id, d.supplier_name as dropshipper_name, a.since_run_id
    from product_alert a
    join subscription s using (vendor_id, dropshipper_id)
    join dropshipper d using (dropshipper_id)
    where a.vendor_id = ${address.vendor_id}
      and a.email_key = ${address.email_key}
      and a.next_on <= ${today}::date
      and d.allow_browse <> -2
      and a.dropshipper_id <> all(${await suppliersClosedTo(services.db, address.vendor_id)}::int[])
    order by lower(d.supplier_name), a.product_alert_id
    limit 1000`.execute(services.db)
  const alertsById = new Map<number, AlertWithChanges>()
  for (const alert of due)
    alertsById.set(alert.product_alert_id, {
      ...alert,
      changes: await readChanges(services, alert, changesCache),
    })
  await services.db.transaction().execute(async (tx) => {
    // another process may have sent it meanwhile, or the customer changed it
    const { rows: lockedAlerts } = await sql<AlertKey>`
      select product_alert_id, dropshipper_id, since_run_id
      from product_alert
      where vendor_id = ${address.vendor_id}
        and email_key = ${address.email_key}
        and next_on <= ${today}::date
      order by product_alert_id
      for update skip locked`.execute(tx)
    const lockedById = new Map(lockedAlerts.map((alert) => [alert.product_alert_id, alert]))
    const unchangedAlerts = [...alertsById.values()].filter((alert) =>
      isSame(alert, lockedById.get(alert.product_alert_id)),
    )
    const newsworthy = unchangedAlerts.filter(({ changes }) => hasChanges(changes))
    const isSent = newsworthy.length > 0 && (await write(services, tx, address, newsworthy)) > 0
    await mark(services, tx, lockedAlerts, { asLooked: unchangedAlerts, wrote: isSent, today })
  })
}

function readChanges({ db }: Services, { dropshipper_id, since_run_id }: Due, changesCache: ChangesCache) {
  const key = `${dropshipper_id} ${since_run_id}`
  const pending = changesCache.get(key) ?? changesSince(db, dropshipper_id, since_run_id, examples)
  changesCache.set(key, pending)
  return pending
}

const write = (
  { mail }: Services,
  tx: Tx,
  { vendor_id }: Address,
  alerts: readonly AlertWithChanges[],
): Promise<number> => mail.write(tx, { recipient: alerts[0]!.email, ...alertLetter(vendor_id, alerts) })

/** Marks each alert up to the run that was read; changes that reached nobody stay for a later email. */
async function mark(
  { clock }: Services,
  tx: Tx,
  lockedAlerts: readonly AlertKey[],
  { asLooked, wrote, today }: { asLooked: readonly AlertWithChanges[]; wrote: boolean; today: string },
): Promise<void> {
  const now = new Date(clock.now()).toISOString()
  const changesOf = new Map(asLooked.map(({ product_alert_id, changes }) => [product_alert_id, changes]))
  const marks = lockedAlerts.map(({ product_alert_id }) => {
    const changes = changesOf.get(product_alert_id)
    const hasNews = changes !== undefined && hasChanges(changes)
    return {
      product_alert_id,
      run_id: hasNews && !wrote ? null : (changes?.run_id ?? null),
      told: hasNews && wrote,
    }
  })
  await sql`
    update product_alert a
    set next_on = ${nextAlertDay(today, sql`a.alert_frequency_id`)},
      since_run_id = coalesce(x.run_id, a.since_run_id),
      since_tm = case when x.run_id is null then a.since_tm else ${now}::timestamptz end,
      shown_run_id = case when x.told then a.since_run_id else a.shown_run_id end,
      shown_tm = case when x.told then a.since_tm else a.shown_tm end,
      told_tm = case when x.told then ${now}::timestamptz else a.told_tm end
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as x(product_alert_id int, run_id bigint, told boolean)
    where a.product_alert_id = x.product_alert_id`.execute(tx)
}
