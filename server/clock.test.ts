import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from './app.ts'
import { harness, staff, waitUntil } from './test/harness.ts'
import { giveCard, makePayer, makePlans, pro } from './test/billing/money.ts'
import { renew } from './areas/payments/public.ts'
import { runTimer, startTimers, takeRareTurns, timers } from './timers.ts'
import { sql } from './platform/database/db.ts'
import type { Services } from './platform/services.ts'

const h = harness()
beforeAll(async () => {
  await makePlans(h, pro)
  await sql`delete from renewal_day where day > current_date`.execute(h.services.db)
})
const invoices = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from invoice`.execute(h.services.db)
  return rows[0]!.n
}
/** A payer who is due in so many days by the database. */
async function dueIn(days: number) {
  const vendor_id = await makePayer(h)
  await sql`
    update vendor set next_charge_date = current_date + ${days}::int where vendor_id = ${vendor_id}`.execute(
    h.services.db,
  )
  await giveCard(h, vendor_id)
  return vendor_id
}

describe('on a machine whose date is 40 days ahead', () => {
  const aheadMs = 40 * 86_400_000
  let services: Services
  beforeEach(async () => {
    vi.useFakeTimers({ now: Date.now() + aheadMs, toFake: ['Date'] })
    services = (await h.another({})).services
  })
  afterEach(() => void vi.useRealTimers())

  test('nobody is billed early, and the one who is due is billed for today', async () => {
    await dueIn(39)
    await renew(services)
    expect(await invoices()).toBe(0)
    const vendor_id = await dueIn(0)
    await renew(services)
    const { rows } = await sql`
      select vendor_id, issued_on = current_date as today from invoice`.execute(h.services.db)
    expect(rows).toEqual([{ vendor_id, today: true }])
  })

  test('no time is written ahead of the database', async () => {
    const c = await staff(h, 'finance')
    const { rows } = await sql<{ name: string; text: string }>`
      select table_name || '.' || column_name as name,
        format('select %L from %I where %I > now() + interval ''20 days'' and %I < ''infinity'' limit 1',
          table_name || '.' || column_name, table_name, column_name, column_name) as text
      from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp with time zone'`.execute(h.services.db)
    await dueIn(0)
    await renew(services)
    await runTimer(services, 'reconcile with the gateway')
    expect((await c.get('/api/payments/waiting')).status).toBe(200)
    const late = await sql
      .raw<Record<string, string>>(rows.map(({ text }) => `(${text})`).join(' union all '))
      .execute(h.services.db)
    expect(late.rows).toEqual([])
  })
})

describe('a process whose machine’s clock is off', () => {
  let offMs: number
  let services: Services
  beforeEach(async () => {
    offMs = 31_000
    services = (await h.another({ machineNow: () => Date.now() + offMs })).services
    await sql`delete from timer_turn`.execute(h.services.db)
  })
  const turns = async () => {
    const { rows } = await sql<{ name: string }>`select name from timer_turn order by name`.execute(
      h.services.db,
    )
    return rows.map(({ name }) => name)
  }
  const money = ['bill renewals and retry cards', 'check the books', 'reconcile with the gateway']

  test.each([31_000, -31_000])('by %d ms runs no money timer until it is right', async (ms) => {
    offMs = ms
    const before = await invoices()
    await dueIn(0)
    await takeRareTurns(services)
    expect(await turns()).not.toEqual(expect.arrayContaining([money[0]]))
    expect(await turns()).toContain('erase deleted accounts')
    expect(await invoices()).toBe(before)
    // another process runs them
    await takeRareTurns(h.services)
    expect(await turns()).toEqual(expect.arrayContaining(money))
    expect(await invoices()).toBe(before + 1)
  })

  test('runs every timer but these: also those that come often send no payment and take no event', async () => {
    const leftOut = [
      ...money,
      'end and freeze due subscriptions',
      'receive gateway events',
      'send dispute evidence reminders',
      'send pending payments',
      'sum new ledger entries',
    ]
    const others = timers.map(({ name }) => name).filter((name) => !leftOut.includes(name))
    const ran = new Set<string>()
    for (const timer of timers)
      vi.spyOn(timer, 'run').mockImplementation(() => Promise.resolve(void ran.add(timer.name)))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = startTimers(services)
    onTestFinished(() => {
      stop()
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    vi.advanceTimersByTime(60_000)
    await waitUntil(
      () => Promise.resolve(others.filter((name) => !ran.has(name))),
      (left) => left.length === 0,
    )
    expect([...ran].toSorted()).toEqual(others.toSorted())
  })

  test('runs them again once it is right', async () => {
    offMs = 29_000
    await takeRareTurns(services)
    expect(await turns()).toEqual(expect.arrayContaining(money))
  })

  test('is named by the probes, metrics and health, with its seconds, until it is right', async () => {
    const app = await buildApp(services, { version: 'test' })
    onTestFinished(() => app.close())
    const get = async (url: string) => (await app.inject({ url })).body
    const c = await staff(h)
    const clocks = async () => (await c.get('/api/health')).body.clocks_off
    expect(JSON.parse(await get('/healthz'))).toEqual({ status: 'alive', clock_ahead_seconds: 31 })
    expect(JSON.parse(await get('/readyz'))).toEqual({ status: 'ready', clock_ahead_seconds: 31 })
    const { serverName: server } = services.config
    expect(await get('/metrics')).toContain('feedstock_clock_ahead_seconds 31')
    // other processes say it, too
    expect((await h.app.inject({ url: '/metrics' })).body).toContain(
      `feedstock_clock_off_seconds{server="${server}"} 31`,
    )
    expect((await h.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' })
    expect(await clocks()).toEqual([{ server, ahead_seconds: 31 }])
    offMs = -95_000
    await services.clockCheck.measure()
    expect(await clocks()).toEqual([{ server, ahead_seconds: -95 }])
    offMs = 0
    await services.clockCheck.measure()
    expect(await clocks()).toEqual([])
    expect(await get('/metrics')).not.toContain(server)
    expect(JSON.parse(await get('/healthz'))).toEqual({ status: 'alive' })
  })
})
