// `node bench/money/billing-years.ts [vendors] [days] [seed]`: three years of vendors' money, day by day: plans,
// cancels, freezes, charges, refunds, declines, promo codes, charge days moved, and a process that dies; each
// day's bills are compared with a plain recomputation, and in the end everything with everything.
import fc from 'fast-check'
import { buildApp } from '#server/app.ts'
import { hashPassword } from '#server/areas/session/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql } from '#server/platform/database/db.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openServices } from '#server/services.ts'
import { anyAct, anyDeath } from '#server/test/billing/billing-acts.ts'
import { BillingWorld } from '#server/test/billing/billing-world.ts'
import { temporaryPostgres } from '#server/test/temporary.ts'
import { signIn } from '../client.ts'
import { writeLine } from '../measured.ts'

const [vendors = 1000, days = 1095, seed = 20_301_231] = process.argv.slice(2).map(Number)
/** Events per day for a thousand vendors, besides their bills. */
const actsADay = Math.max(1, Math.round(vendors / 50))

const postgres = await temporaryPostgres('billing-years', { fast: true })
await migrate(postgres.url)
const env = {
  NODE_ENV: 'development',
  DATABASE_URL: postgres.url,
  DATA_DIR: postgres.folder,
  LOG_LEVEL: 'silent',
}
const services = await openServices(readConfig(env), postgres.url, createLog('silent'), { supervise: false })
const { db } = services
await sql`
  with v as (insert into vendor (company, is_staff) values ('Staff', true) returning vendor_id)
  insert into login (vendor_id, email, password_hash, role)
  select vendor_id, email, ${await hashPassword('a long enough password')}, 'finance'
  from v, unnest('{bench@example.com,second@example.com}'::text[]) email`.execute(db)
const app = await buildApp(
  { ...services, config: { ...services.config, production: true } },
  { version: 'bench' },
)
const headersOf = async (email: string) => {
  const { 'content-type': _, ...headers } = await signIn(app, email, 'a long enough password')
  return headers
}
const people = [await headersOf('bench@example.com'), await headersOf('second@example.com')] as const
const world = new BillingWorld(services, app, people)
await world.furnish()
await world.begin('2030-01-31', vendors)

const happening = fc.record({
  vendor: fc.nat(vendors - 1),
  act: anyAct,
  dies: fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyDeath }),
  twice: fc.nat(9).map((n) => n === 0),
})
const steps = fc.sample(happening, { seed, numRuns: days * actsADay })
const deaths = fc.sample(fc.option(anyDeath, { freq: 1 }), { seed, numRuns: days })
const began = performance.now()
let failures: string[] = []
try {
  for (let day = 0; day < days; day++) {
    for (const step of steps.slice(day * actsADay, (day + 1) * actsADay)) await world.step(step)
    // every tenth day the renewal is killed
    const dies = day % 10 === 9 ? (deaths[day] ?? { after: day % 61, answered: day % 2 === 0 }) : null
    await world.step({ vendor: 0, act: { do: 'days', days: 1 }, dies, twice: false })
    if (day % 30 === 29) {
      writeLine(`${day + 1} days, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
  }
  failures = await world.faults()
  // rare events don't occur in a short run
  const undone = steps.length < 5000 ? [] : world.undone()
  failures.push(...undone.map((act) => `Never carried out: ${act}`))
} catch (error) {
  failures = [String(error)]
}
for (const [act, { done: doneCount, refused: refusedCount, killed: killedCount }] of world.told)
  console.log(`${act}: ${doneCount} done, ${refusedCount} refused, ${killedCount} killed`)
const { rows } = await sql<{ account: string; sum: string }>`
  select account, sum(amount)::text as sum from ledger_posting group by account order by account`.execute(db)
for (const { account, sum } of rows) console.log(`${account.padEnd(16)} ${sum.padStart(16)}`)
const { rows: counts } = await sql<Record<string, string>>`
  select (select count(*) from invoice) as invoices, (select count(*) from vendor_charge) as charges,
    (select count(*) from billing_period) as periods, (select count(*) from ledger_transaction) as movements,
    (select count(*) from promo_redemption) as redemptions`.execute(db)
console.log(JSON.stringify(counts[0]))
for (const fault of failures) console.log(`FAULT ${fault}`)
console.log(
  `${vendors} vendors, ${days} days, seed ${seed}, ${((performance.now() - began) / 1000).toFixed(0)} s: ` +
    `${failures.length} faults`,
)
await app.close()
await services.close()
await postgres.remove()
process.exitCode = failures.length > 0 ? 1 : 0
