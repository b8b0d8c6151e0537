// The vendors: their search and a manager's list among a million, and the page of one with much of
// everything.
import { singleRow } from '#server/platform/database/sql.ts'
import pg from 'pg'
import { activeTrendDays } from '#contract/vendors/active.ts'
import { vendorSorts } from '#contract/vendors/vendors.ts'
import { openCaller, type BenchRequest } from './client.ts'
import type { Figure } from './feed.ts'
import { fillUnindexed } from './filled.ts'
import { measureInto, writeLine } from './measured.ts'

const vendors = Number(process.env.BENCH_VENDORS ?? 1_000_000)
const managedCount = Math.min(50_000, vendors / 2)
const suppliers = 1000
const integrations = 50
const subscriptions = 500
const logRows = 100_000
const filledTables = ['vendor', 'contact', 'vendor_charge', 'vendor_note', 'vendor_market_map', 'activity']
const firstNames = ['Ann', 'Chidi', 'Gloria', 'Ida', 'José', 'Mary', 'Noor', 'Sam', 'Tove', 'Wei']
// one in a hundred is a Johnson
const begins = ['Ad', 'Bran', 'Fenn', 'Iy', 'Kov', 'Oka', 'Quis', 'Sat', 'Ziel', 'Mor']
const ends = ['ler', 'dt', 'ing', 'er', 'acs', 'for', 't', 'o', 'inski', 'ley']

export async function benchVendors(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const measure = measureInto(figures, caller)
  writeLine(`${vendors} vendors`)
  let manager = 0
  let much = 0
  await fillUnindexed(client, filledTables, async () => {
    manager = await makeVendors(client)
    much = await makeVendorOfMuch(client)
  })
  await client.query('vacuum analyze')
  writeLine('made')
  const n = vendors.toLocaleString('en-US')

  for (const [subject, termOf] of searches)
    await measure(`POST /api/vendor/search (${n} vendors), ${subject}`, 60, (t) => ({
      method: 'POST',
      path: '/api/vendor/search',
      body: { term: termOf(t), sort: vendorSorts[t % vendorSorts.length] },
    }))
  await measure(
    `POST /api/vendor/get-by-account-manager (${managedCount.toLocaleString('en-US')} of one)`,
    60,
    (t) => ({
      method: 'POST',
      path: `/api/vendor/get-by-account-manager/${manager}`,
      body: { sort: vendorSorts[t % vendorSorts.length], page: 1 + (t % 40) },
    }),
  )
  for (const [subject, body] of actives)
    await measure(`POST /api/vendor/active (${n} vendors), ${subject}`, 60, (t) => ({
      method: 'POST',
      path: '/api/vendor/active',
      body: { ...body(t), sort: vendorSorts[t % vendorSorts.length], page: 1 + (t % 10) },
    }))
  for (const trend of ['active', 'new'])
    await measure(`POST /api/reports/${trend}-user-trends (${n} vendors)`, 60, (t) => ({
      method: 'POST',
      path: `/api/reports/${trend}-user-trends`,
      body: { days: activeTrendDays[t % activeTrendDays.length] },
    }))
  const rows = logRows.toLocaleString('en-US')
  const page = `a vendor with ${integrations} integrations, ${subscriptions} subscriptions, ${rows} log rows`
  for (const [name, request] of pageOf(much)) await measure(`${name} of ${page}`, 40, request)
  await caller.close()
  await client.end()
  return figures
}

const searches: readonly [string, (turn: number) => string][] = [
  ['no term', () => ''],
  ['a number', (t) => String(1000 + t * 977)],
  ['a word of a company', (t) => `harbor ${t * 31}`],
  ['a frequent name', () => 'johnson'],
  ['a word of a quarter of all companies', (t) => ['garden', 'copper', 'willow'][t % 3]!],
  ['a phone', (t) => `555-${String(1_000_000 + t * 1311)}`],
  ['two letters', (t) => 'chjmswabio'[t % 10]! + 'aeio'[t % 4]!],
  ['a transaction', (t) => `TXN-${t * 977 + 1}`],
  ['words of a note', (t) => `parcel ${t * 31}`],
  ['a slip', (t) => `okafr ${t}`],
]

const actives: readonly [string, (turn: number) => object][] = [
  ['all', () => ({})],
  ['of a plan', (t) => ({ plan: [1 + (t % 4)] })],
  ['of a manager whose billing fails', () => ({ manager: [1], billing_failing: true })],
  ['of a market', (t) => ({ market: [901 + (t % 7)] })],
  ['of a supplier since a month', (t) => ({ supplier: [1 + t], days_to: 30 })],
]

const get = (path: string) => (): BenchRequest => ({ method: 'GET', path })
const pageOf = (id: number): readonly [string, (turn: number) => BenchRequest][] => [
  ['head', get(`/api/vendor/view/${id}`)],
  ['dashboard', get(`/api/vendor/view/${id}/dashboard`)],
  ['subscriptions', get(`/api/vendor/${id}/subscriptions`)],
  ['integrations', get(`/api/vendor/${id}/integrations`)],
  ['notes', get(`/api/vendor/${id}/notes`)],
  [
    'log',
    (t) => ({
      method: 'POST',
      path: '/api/activity-log/',
      body: { vendor_id: id, page: 1 + (t % 10), ...(t % 3 === 0 && { search: `number ${t}` }) },
    }),
  ],
]

/** Vendors with a contact each, every tenth with a charge and a note; returns the manager of many. */
async function makeVendors(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ vendor_id: number }>(
    `insert into vendor (company, is_staff) values ('A manager', true) returning vendor_id`,
  )
  const manager = singleRow(rows).vendor_id
  const words = ['Harbor', 'Garden', 'Lantern', 'Copper', 'Meadow', 'Summit', 'Willow', 'Anchor']
  await client.query(
    `insert into vendor
        (company, account_manager_vendor_id, insert_tm, vendor_plan_type_id, vendor_status_id,
          billing_failures)
      select ($1::text[])[1 + i % 8] || ' ' || i || ' ' || ($1::text[])[1 + i / 8 % 8],
        case when i <= $2 then $3::int end, now() - i * interval '1 minute',
        1 + i % 4, case when i % 5 = 4 then 4 else 1 end, case when i % 50 = 0 then 2 else 0 end
      from generate_series(1, $4::int) i`,
    [words, managedCount, manager, vendors],
  )
  await client.query(
    `insert into contact (vendor_id, first_name, last_name, email, primary_phone)
      select v.vendor_id, ($1::text[])[1 + v.vendor_id % 10], case when v.vendor_id % 100 = 7 then 'Johnson'
          else ($2::text[])[1 + v.vendor_id / 10 % 10] || ($3::text[])[1 + v.vendor_id / 100 % 10] end,
        'mail' || v.vendor_id || '@shop' || v.vendor_id % 5000 || '.example',
        '+1 (555) ' || to_char(v.vendor_id, 'FM0000000')
      from vendor v
      where not v.is_staff`,
    [firstNames, begins, ends],
  )
  await client.query(
    `update vendor v set primary_contact_id = c.contact_id from contact c where c.vendor_id = v.vendor_id`,
  )
  await client.query(
    `insert into vendor_charge (vendor_id, amount, transaction_num)
      select vendor_id, 149, 'TXN-' || vendor_id from vendor where vendor_id % 10 = 0`,
  )
  await client.query(
    `insert into vendor_note (vendor_id, note, note_type, written_by_name)
      select vendor_id, 'They asked where parcel ' || vendor_id || ' of their last order is', 0, 'Ann'
      from vendor where vendor_id % 10 = 0`,
  )
  return manager
}

async function makeVendorOfMuch(client: pg.Client): Promise<number> {
  await client.query(
    `insert into dropshipper (supplier_name, dropshipper_prefix)
      select 'Supplier ' || i, 'SUP' || i from generate_series(1, ${suppliers}) i`,
  )
  await client.query(
    `insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from dropshipper`,
  )
  await client.query(
    `insert into market (market_id, market_name) select 900 + i, 'Market ' || i from generate_series(1, 7) i`,
  )
  // half of the vendors of each plan use it, in up to three integrations
  await client.query(
    `insert into vendor_market_map (vendor_id, market_id, dropshipper_id, is_activated)
      select vendor_id, 901 + (vendor_id + i) % 7, 1 + (vendor_id / 2 + i * 37) % ${suppliers},
        case when vendor_id % 9 = 0 then 0 else 1 end
      from vendor
      cross join generate_series(0, 2) i
      where not is_staff and vendor_id / 4 % 2 = 0 and i <= vendor_id % 3`,
  )
  const { rows } = await client.query<{ vendor_id: number }>(
    `insert into vendor (company) values ('A vendor of much') returning vendor_id`,
  )
  const id = singleRow(rows).vendor_id
  await client.query(
    `insert into subscription (vendor_id, dropshipper_id)
      select $1, dropshipper_id from dropshipper order by 2 limit ${subscriptions}`,
    [id],
  )
  await client.query(
    `insert into vendor_market_map (vendor_id, market_id, dropshipper_id)
      select $1, 901, dropshipper_id from dropshipper order by 3 limit ${integrations}`,
    [id],
  )
  await client.query(
    `insert into activity (type, message, action_by_name, vendor_id, entity, entity_id, tm)
      select 'vendor.save', 'Change number ' || i, 'Ann', $1::int, 'vendor', ($1::int)::text,
        now() - i * interval '1 minute'
      from generate_series(1, ${logRows}) i`,
    [id],
  )
  await client.query(
    `insert into activity (type, message, action_by_name, vendor_id, entity, entity_id)
      select 'vendor.save', 'Change of another', 'Ann', vendor_id, 'vendor', vendor_id::text
      from vendor where not is_staff limit 500000`,
  )
  return id
}
