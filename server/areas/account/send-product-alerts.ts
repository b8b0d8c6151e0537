import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { alertDay, nextOn } from './alert-days.ts'
import { alertLetter } from './letters.ts'
import { changesSince, saysSomething, type ChangesSince } from './supplier-changes.ts'

/** So many addresses at most a turn. */
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
type Mine = Pick<Due, 'product_alert_id' | 'dropshipper_id' | 'since_run_id'>
type Looked = Due & { changes: ChangesSince }
const isSame = (a: Mine, b: Mine | undefined) =>
  a.dropshipper_id === b?.dropshipper_id && a.since_run_id === b.since_run_id
/** What changed at a supplier since a run, asked once a turn however many addresses watch it. */
type Found = Map<string, Promise<ChangesSince>>

/** Sends the product alerts that are due, a mail an address (docs/domain.md, Product alerts). */
export async function sendProductAlerts(services: Services): Promise<void> {
  const today = alertDay(services.clock.now())
  const { rows } = await sql<Address>`
    select a.vendor_id, a.email_key
    from product_alert a
    join vendor v using (vendor_id)
    where a.next_on <= ${today}::date and v.deleted_tm is null
    group by a.vendor_id, a.email_key
    -- those that can't be told don't stand before the others for ever
    order by random()
    limit ${addressesATurn}`.execute(services.db)
  const found: Found = new Map()
  await eachByItself(rows, (address) => tell(services, address, today, found))
}

/** Looked up before anything is held; the mail and the mark are one transaction. */
async function tell(services: Services, address: Address, today: string, found: Found): Promise<void> {
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
  const looked = new Map<number, Looked>()
  for (const alert of due)
    looked.set(alert.product_alert_id, { ...alert, changes: await lookUp(services, alert, found) })
  await services.db.transaction().execute(async (tx) => {
    // another process may have told it meanwhile, or the customer changed it
    const { rows: mine } = await sql<Mine>`
      select product_alert_id, dropshipper_id, since_run_id
      from product_alert
      where vendor_id = ${address.vendor_id}
        and email_key = ${address.email_key}
        and next_on <= ${today}::date
      order by product_alert_id
      for update skip locked`.execute(tx)
    const held = new Map(mine.map((alert) => [alert.product_alert_id, alert]))
    const asLooked = [...looked.values()].filter((alert) => isSame(alert, held.get(alert.product_alert_id)))
    const said = asLooked.filter(({ changes }) => saysSomething(changes))
    const wrote = said.length > 0 && (await write(services, tx, address, said)) > 0
    await mark(services, tx, mine, { asLooked, wrote, today })
  })
}

function lookUp({ db }: Services, { dropshipper_id, since_run_id }: Due, found: Found) {
  const key = `${dropshipper_id} ${since_run_id}`
  const known = found.get(key) ?? changesSince(db, dropshipper_id, since_run_id, examples)
  found.set(key, known)
  return known
}

const write = (
  { mail }: Services,
  tx: Tx,
  { vendor_id }: Address,
  alerts: readonly Looked[],
): Promise<number> => mail.write(tx, { recipient: alerts[0]!.email, ...alertLetter(vendor_id, alerts) })

/** Each is told up to the run that was looked at; what reached nobody is told when it may be. */
async function mark(
  { clock }: Services,
  tx: Tx,
  mine: readonly Mine[],
  { asLooked, wrote, today }: { asLooked: readonly Looked[]; wrote: boolean; today: string },
): Promise<void> {
  const now = new Date(clock.now()).toISOString()
  const changesOf = new Map(asLooked.map(({ product_alert_id, changes }) => [product_alert_id, changes]))
  const marks = mine.map(({ product_alert_id }) => {
    const changes = changesOf.get(product_alert_id)
    const says = changes !== undefined && saysSomething(changes)
    return {
      product_alert_id,
      run_id: says && !wrote ? null : (changes?.run_id ?? null),
      told: says && wrote,
    }
  })
  await sql`
    update product_alert a
    set next_on = ${nextOn(today, sql`a.alert_frequency_id`)},
      since_run_id = coalesce(x.run_id, a.since_run_id),
      since_tm = case when x.run_id is null then a.since_tm else ${now}::timestamptz end,
      shown_run_id = case when x.told then a.since_run_id else a.shown_run_id end,
      shown_tm = case when x.told then a.since_tm else a.shown_tm end,
      told_tm = case when x.told then ${now}::timestamptz else a.told_tm end
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as x(product_alert_id int, run_id bigint, told boolean)
    where a.product_alert_id = x.product_alert_id`.execute(tx)
}
