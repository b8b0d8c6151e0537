import { unpaidOf } from '#contract/stores/unpaid.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { hashPassword } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Random } from '#server/platform/random.ts'
import { databaseNow } from '#server/platform/clock.ts'
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
const days = (n: number) => new Date(databaseNow() - n * 86_400_000).toISOString()

/** Inserts rows with one statement of the same shape for every table. */
async function insertRows(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const names = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
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
    markets.map(([market_id, market_name]) => ({ market_id, market_name })),
  )
  const rows: DemoRows = { vendors: [], contacts: [], subscriptions: [], integrations: [], months: [] }
  for (let id = 1; id <= staffCount + vendorCount; id++) addPerson(rows, r, id, supplierIds)
  await insertRows(tx, 'vendor', rows.vendors)
  await insertRows(tx, 'contact', rows.contacts)
  await insertRows(tx, 'subscription', rows.subscriptions)
  await insertRows(tx, 'vendor_market_map', rows.integrations)
  // which vendors were billed, and whether the card declined at first (seedPayments)
  await sql`create temp table demo_month (vendor_id int, month int, declined boolean) on commit drop`.execute(
    tx,
  )
  await insertRows(tx, 'demo_month', rows.months)
  await seedLogins(tx)
}

async function seedLogins(tx: Tx): Promise<void> {
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

interface DemoRows {
  vendors: object[]
  contacts: object[]
  subscriptions: object[]
  integrations: object[]
  months: object[]
}

function statusOf(dice: number): number {
  if (dice < 0.78) return vendorStatus.active
  if (dice < 0.86) return vendorStatus.free
  if (dice < 0.89) return vendorStatus.suspended
  return dice < 0.9 ? vendorStatus.delisted : vendorStatus.canceled
}
function failuresOf(status: number, r: Random): number {
  if (status === vendorStatus.active && r.chance(0.02)) return r.int(1, 4)
  return unpaidOf(status) === null ? 0 : 5
}

/** Adds a member of staff or a vendor, with contact, subscriptions and billed months. */
function addPerson(rows: DemoRows, r: Random, id: number, supplierIds: readonly number[]): void {
  const staff = id <= staffCount ? signIns[id - 1] : undefined
  const customer = id === staffCount + 1 ? signIns[staffCount] : undefined
  const first = staff?.first ?? customer?.first ?? r.pick(firstNames)
  const last = staff?.last ?? customer?.last ?? r.pick(lastNames)
  const owner = () => (r.chance(0.5) ? `${first}'s` : last)
  const company = staff ? `${first} ${last}` : `${owner()} ${r.pick(shopKinds)} ${r.pick(shopNames)}`
  const [city, state, zip, country] = r.pick(cities)
  const dice = r.next()
  const status = staff || customer ? vendorStatus.active : statusOf(dice)
  const plan = r.int(1, plans.length)
  const age = staff ? 800 : r.int(5, 900)
  const chosenIds =
    staff || status === vendorStatus.canceled
      ? []
      : [...new Set(Array.from({ length: r.int(1, 7) }, () => r.pick(supplierIds)))]
  for (const dropshipper_id of chosenIds) addSubscription(rows, r, { vendor_id: id, dropshipper_id, age })
  rows.vendors.push({
    vendor_id: id,
    company,
    is_staff: staff !== undefined,
    vendor_status_id: status,
    vendor_plan_type_id: staff ? null : plan,
    credit_available: r.chance(0.1) ? r.int(5, 200) : 0,
    next_charge_date: status === vendorStatus.active && !staff ? days(-r.int(1, 30)).slice(0, 10) : null,
    account_manager_vendor_id: !staff && r.chance(0.7) ? 4 : null,
    crm_owner_vendor_id: !staff && r.chance(0.3) ? 2 : null,
    billing_failures: failuresOf(status, r),
    primary_contact_id: id,
    insert_tm: days(age),
  })
  // unused: without this draw all later demonstration data would change
  r.next()
  rows.contacts.push({
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
  if (!staff && status !== vendorStatus.free)
    for (let month = Math.min(24, Math.floor(age / 30)); month >= 1; month--)
      rows.months.push({ vendor_id: id, month, declined: r.chance(0.03) })
}

/** Adds a subscription and often an integration. */
function addSubscription(
  rows: DemoRows,
  r: Random,
  { vendor_id, dropshipper_id, age }: { vendor_id: number; dropshipper_id: number; age: number },
): void {
  const cancel = r.chance(0.03)
  const legacy = r.chance(0.05)
  const ebay = r.chance(0.2)
  const daysAgo = Math.min(r.int(1, age), age - 1)
  /** This many days ago, but not before the vendor or its subscription existed. */
  const ago = (n: number) => days(Math.min(n, daysAgo))
  rows.subscriptions.push({
    vendor_id,
    dropshipper_id,
    is_legacy: legacy,
    has_ebay_access: ebay,
    is_cancel_pending: cancel,
    insert_tm: days(daysAgo),
  })
  if (!r.chance(0.7)) return
  const isFrozen = r.chance(0.04)
  const freeze = !isFrozen && r.chance(0.03)
  rows.integrations.push({
    vendor_id,
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
