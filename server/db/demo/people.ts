import { hashPassword } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Random } from '#server/platform/random.ts'
import { cities, firstNames, lastNames, shopKinds, shopNames } from './words.ts'

const demoPassword = 'feedstock-demo'
export const signIns = [
  { email: 'admin@feedstock.test', role: 'admin', first: 'Ada', last: 'Admin' },
  { email: 'support@feedstock.test', role: 'support', first: 'Sasha', last: 'Support' },
  { email: 'finance@feedstock.test', role: 'finance', first: 'Fiona', last: 'Finance' },
  { email: 'manager@feedstock.test', role: 'account_manager', first: 'Marco', last: 'Manager' },
  { email: 'customer@feedstock.test', role: 'customer', first: 'Carla', last: 'Customer' },
] as const
const plans = [
  [1, 'Starter', 49],
  [2, 'Plus', 99],
  [3, 'Pro', 199],
  [4, 'Enterprise', 599],
] as const
const markets = [
  [9, 'Amazon'],
  [39, 'Shopify'],
  [63, 'Walmart'],
  [48, 'XCart'],
  [34, 'Magento'],
  [123, 'Zentail'],
  [1, 'eBay'],
] as const
const staffCount = signIns.length - 1
const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()

/** Inserts rows with one statement of the same shape for every table. */
async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: Record<string, unknown>[],
): Promise<void> {
  const names = sql.raw(columns.join(', '))
  for (let start = 0; start < rows.length; start += 5000)
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names}
      from jsonb_populate_recordset(
        null::${sql.table(table)}, ${JSON.stringify(rows.slice(start, start + 5000))}::jsonb)`.execute(tx)
}

/** Staff, vendors with contacts and plans, their subscriptions, integrations and two years of charges. */
export async function seedPeople(tx: Tx, supplierIds: readonly number[], vendorCount: number): Promise<void> {
  const r = new Random(20_261_121)
  await insertRows(
    tx,
    'plan_type',
    ['vendor_plan_type_id', 'name', 'monthly_fee', 'priority_support'],
    plans.map(([vendor_plan_type_id, name, monthly_fee]) => ({
      vendor_plan_type_id,
      name,
      monthly_fee,
      priority_support: monthly_fee >= 199,
    })),
  )
  await insertRows(
    tx,
    'market',
    ['market_id', 'market_name'],
    markets.map(([market_id, market_name]) => ({ market_id, market_name })),
  )
  const vendors: Record<string, unknown>[] = []
  const contacts: Record<string, unknown>[] = []
  const subscriptions: Record<string, unknown>[] = []
  const integrations: Record<string, unknown>[] = []
  const months: Record<string, unknown>[] = []
  for (let id = 1; id <= staffCount + vendorCount; id++) {
    const staff = id <= staffCount ? signIns[id - 1] : undefined
    const customer = id === staffCount + 1 ? signIns[staffCount] : undefined
    const first = staff?.first ?? customer?.first ?? r.pick(firstNames)
    const last = staff?.last ?? customer?.last ?? r.pick(lastNames)
    const company = staff
      ? `${first} ${last}`
      : `${r.chance(0.5) ? `${first}'s` : last} ${r.pick(shopKinds)} ${r.pick(shopNames)}`
    const [city, state, zip, country] = r.pick(cities)
    const dice = r.next()
    const status =
      staff || customer ? 1 : dice < 0.78 ? 1 : dice < 0.86 ? 0 : dice < 0.89 ? 2 : dice < 0.9 ? 3 : 4
    const plan = r.int(1, plans.length)
    const age = staff ? 800 : r.int(5, 900)
    const chosenIds =
      staff || status === 4
        ? []
        : [...new Set(Array.from({ length: r.int(1, 7) }, () => r.pick(supplierIds)))]
    for (const dropshipper_id of chosenIds) {
      const cancel = r.chance(0.03)
      const legacy = r.chance(0.05)
      const ebay = r.chance(0.2)
      const daysAgo = Math.min(r.int(1, age), age - 1)
      /** This many days ago, but not before the vendor or its subscription existed. */
      const ago = (n: number) => days(Math.min(n, daysAgo))
      subscriptions.push({
        vendor_id: id,
        dropshipper_id,
        is_legacy: legacy,
        has_ebay_access: ebay,
        is_cancel_pending: cancel,
        insert_tm: days(daysAgo),
      })
      if (!r.chance(0.7)) continue
      const isFrozen = r.chance(0.04)
      const freeze = !isFrozen && r.chance(0.03)
      integrations.push({
        vendor_id: id,
        market_id: r.pick(markets)[0],
        dropshipper_id,
        is_activated: r.chance(0.9) ? 1 : 0,
        paused_at: isFrozen ? ago(r.int(1, 90)) : null,
        is_pause_pending: freeze,
        is_cancel_pending: cancel,
        last_modified_tm: ago(r.int(0, 60)),
        insert_tm: ago(r.int(60, 400)),
        market_is_on: true,
      })
    }
    vendors.push({
      vendor_id: id,
      company,
      is_staff: staff !== undefined,
      vendor_status_id: status,
      vendor_plan_type_id: staff ? null : plan,
      credit_available: r.chance(0.1) ? r.int(5, 200) : 0,
      next_charge_date: status === 1 && !staff ? days(-r.int(1, 30)).slice(0, 10) : null,
      account_manager_vendor_id: staff ? null : r.chance(0.7) ? 4 : null,
      crm_owner_vendor_id: staff ? null : r.chance(0.3) ? 2 : null,
      billing_failures: status === 1 && r.chance(0.02) ? r.int(1, 4) : status === 2 || status === 3 ? 5 : 0,
      primary_contact_id: id,
      has_feeds: r.chance(0.1),
      insert_tm: days(age),
    })
    contacts.push({
      contact_id: id,
      vendor_id: id,
      first_name: first,
      last_name: last,
      email: staff?.email ?? customer?.email ?? `${first}.${last}${id}@example.com`.toLowerCase(),
      daily_update_email: r.chance(0.5),
      primary_phone: `+1 555 ${String(r.int(100, 999))} ${String(r.int(1000, 9999))}`,
      address1: `${r.int(1, 900)} ${r.pick(lastNames)} Street`,
      city,
      state,
      zip,
      country,
    })
    if (!staff && status !== 0)
      for (let month = Math.min(24, Math.floor(age / 30)); month >= 1; month--)
        months.push({ vendor_id: id, month, declined: r.chance(0.03) })
  }
  await insertRows(tx, 'vendor', Object.keys(vendors[0]!), vendors)
  await insertRows(tx, 'contact', Object.keys(contacts[0]!), contacts)
  await insertRows(tx, 'subscription', Object.keys(subscriptions[0]!), subscriptions)
  await insertRows(tx, 'vendor_market_map', Object.keys(integrations[0]!), integrations)
  // which vendors were billed, and whether the card declined at first (seedPayments)
  await sql`create temp table demo_month (vendor_id int, month int, declined boolean) on commit drop`.execute(
    tx,
  )
  await insertRows(tx, 'demo_month', Object.keys(months[0]!), months)
  for (const table of ['vendor', 'contact'])
    await sql`
      select setval(
        pg_get_serial_sequence(${table}, ${`${table}_id`}),
        (select max(${sql.ref(`${table}_id`)}) from ${sql.table(table)}))`.execute(tx)
  const password_hash = await hashPassword(demoPassword)
  await tx
    .insertInto('login')
    .values(signIns.map((s, i) => ({ vendor_id: i + 1, email: s.email, password_hash, role: s.role })))
    .execute()
  // nobody signs in for some vendors
  await sql`
    insert into login (vendor_id, email, password_hash, role)
    select vendor_id, email, ${password_hash}, 'customer'
    from contact
    where vendor_id > ${signIns.length} and vendor_id % 9 <> 0`.execute(tx)
}
