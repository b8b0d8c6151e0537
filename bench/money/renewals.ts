// `node bench/money/renewals.ts [vendors]`: bills so many vendors whose day has come, on the sandbox, and looks whether
// each has one invoice and one charge and the books agree. `npm run faults -- renewals` kills the workers meanwhile.
import { singleRow } from '#server/platform/database/sql.ts'
import { loadavg } from 'node:os'
import pg from 'pg'
import { broken, renew } from '#server/areas/payments/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openServices, type OpenServices } from '#server/services.ts'
import { makeBusyDays } from '#server/test/billing/busy-days.ts'
import { temporaryPostgres } from '#server/test/temporary.ts'
import { fillUnindexed } from '../filled.ts'
import { writeLine } from '../measured.ts'

const dueDay = '2030-03-31'
const begins = Date.parse(`${dueDay}T06:00:00Z`)
const barSeconds = 300

await measure(Number(process.argv[2] ?? 100_000))

async function open(url: string, now: number): Promise<OpenServices> {
  const env = { NODE_ENV: 'development', DATABASE_URL: url, LOG_LEVEL: 'silent' }
  const services = await openServices(readConfig(env), url, createLog('silent'), { supervise: false })
  await makeBusyDays(services.db)
  const startMs = performance.now()
  services.clock.now = () => now + Math.round(performance.now() - startMs)
  return services
}

async function measure(vendors: number): Promise<void> {
  const postgres = await temporaryPostgres('renewals')
  await migrate(postgres.url)
  await fill(postgres.url, vendors)
  const services = await open(postgres.url, begins)
  const before = loadavg()[0]!
  writeLine(`${vendors} vendors are due, a load of ${before.toFixed(1)}`)
  const began = performance.now()
  await renew(services)
  const seconds = (performance.now() - began) / 1000
  const faults = await report(services, vendors)
  console.log(
    `${vendors.toLocaleString('en-US')} vendors billed in ${seconds.toFixed(0)} s, ` +
      `${(vendors / seconds).toFixed(0)} a second; of ${barSeconds} s: ${(seconds / barSeconds).toFixed(2)}; ` +
      `load ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`,
  )
  await services.close()
  await postgres.remove()
  process.exitCode = faults ? 1 : 0
}

/** What is wrong once all are billed. */
async function report(services: OpenServices, vendors: number): Promise<number> {
  const began = performance.now()
  const wrong = (await broken(services)).map(({ name, rows }) => `${name}: ${rows.length}`)
  writeLine(`all invariants looked at in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  wrong.push(...(await unlike(services.db, vendors)))
  for (const fault of wrong) console.log(`FAULT ${fault}`)
  return wrong.length
}

async function unlike(db: Db, vendors: number): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`
    select
      (select count(*) from invoice) as invoices,
      (select count(distinct vendor_id) from invoice) as "vendors with an invoice",
      (select count(*) from vendor_charge where vendor_charge_status_id = 1) as charges,
      (select count(distinct vendor_id) from vendor_charge where vendor_charge_status_id = 1)
        as "vendors that were charged",
      (select count(*) from billing_period) as periods,
      (select count(*) from sandbox_payment where state = 'succeeded') as "payments at the gateway",
      (
        select count(*)
        from sandbox_payment p
        join money_intent i on i.gateway_ref = p.ref and i.amount = p.amount and i.state = p.state
        join vendor_charge c using (money_intent_id)
        where c.amount = p.amount and c.vendor_id = p.vendor_id) as "payments as we have them"`.execute(db)
  const { rows: sums } = await sql<{ ours: string; theirs: string }>`
    select (select sum(amount) from ledger_posting where account = 'gateway')::text as ours,
      (select sum(amount) from sandbox_payment where state = 'succeeded')::text as theirs`.execute(db)
  const { ours: billed, theirs: charged } = singleRow(sums)
  const counts = Object.entries(singleRow(rows)).filter(([, n]) => Number(n) !== vendors)
  return [
    ...counts.map(([noun, n]) => `${noun}: ${n} in place of ${vendors}`),
    ...(billed === charged ? [] : [`at the gateway ${charged}, in the ledger ${billed}`]),
  ]
}

/** Vendors with a plan, a contact and a card, due on one day. */
async function fill(url: string, vendors: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    insert into plan_type (vendor_plan_type_id, name, monthly_fee)
    values (1, 'Pro', 49), (2, 'Plus', 199), (3, 'IA', 99.99)`)
  const filledTables = ['vendor', 'contact', 'payment_customer', 'payment_method', 'sandbox_card']
  await fillUnindexed(client, filledTables, async () => {
    await client.query(
      `insert into vendor (company, vendor_status_id, vendor_plan_type_id, next_charge_date)
        select 'Vendor ' || i, 1, 1 + i % 3, $1 from generate_series(1, $2::int) i`,
      [dueDay, vendors],
    )
    await client.query(`
      insert into contact (vendor_id, first_name, last_name, email)
      select vendor_id, 'Ann', 'Payer', 'ann' || vendor_id || '@example.com' from vendor;
      update vendor v set primary_contact_id = c.contact_id from contact c where c.vendor_id = v.vendor_id;
      insert into payment_customer
      select vendor_id, 'sandbox', 'cus_sandbox_' || vendor_id from vendor;
      insert into payment_method
        (vendor_id, gateway, method, brand, last4, exp_month, exp_year, insert_tm)
      select vendor_id, 'sandbox', 'pm_sandbox_' || vendor_id, 'Visa', '4242', 12, 2040, now() from vendor;
      insert into sandbox_card (method, customer, behaviour, brand, last4, exp_month, exp_year, created_tm)
      select 'pm_sandbox_' || vendor_id, 'cus_sandbox_' || vendor_id, 'works', 'visa', '4242', 12, 2040, now()
      from vendor`)
  })
  await client.query('vacuum analyze')
  await client.end()
}
