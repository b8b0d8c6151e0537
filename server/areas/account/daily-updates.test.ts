import { beforeAll, describe, expect, test } from 'vitest'
import { harness, lettersTo, makeLogin } from '#server/test/harness.ts'
import type { Db } from '#server/platform/database/db.ts'
import { sendDailyUpdates } from './send-daily-updates.ts'

const h = harness()
let person: { email: string; vendor_id: number }
let store = 0
beforeAll(async () => {
  person = await makeLogin(h, 'customer')
  const { db } = h.services
  await db
    .updateTable('contact')
    .set({ daily_update_email: true })
    .where('email', '=', person.email)
    .execute()
  await db.insertInto('market').values({ market_id: 48, market_name: 'XCart' }).execute()
  const made = await db
    .insertInto('vendor_store')
    .values({ vendor_id: person.vendor_id, vendor_store_name: 'Pat’s Shop', market_id: 48, drop_to: '{}' })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  store = made.vendor_store_id
})
const sent = (end_tm: string, products: number, more: object = {}, db: Db = h.services.db) =>
  db
    .insertInto('store_update')
    .values({
      vendor_store_id: store,
      kind: 'changed',
      state: 'sent',
      requested_by: 'Feedstock',
      withheld: '{}',
      differing: '{}',
      sent: products,
      price_changed: 2,
      end_tm,
      ...more,
    })
    .execute()
async function at(time: string) {
  h.services.clock.now = () => Date.parse(time)
  const before = (await lettersTo(h, person.email)).length
  await sendDailyUpdates(h.services)
  const letters = await lettersTo(h, person.email)
  return letters.slice(0, letters.length - before)
}

test('a daily email shows what stores were sent, from 6 a.m., and only if there is news', async () => {
  await sent('2026-11-23T20:00:00Z', 1204)
  expect(await at('2026-11-24T05:59:00Z')).toEqual([])
  const [letter] = await at('2026-11-24T06:00:00Z')
  expect(letter!.subject).toBe('Your stores: 1,204 products updated')
  expect(letter!.text).toContain('- Pat’s Shop: 1,204 products sent, 2 price changes\n')
  expect(letter!.text).toContain('/account/suppliers\n')
  expect(letter!.text).toContain('You’re getting this email because the daily update email is on.')
  await sent('2026-11-24T07:00:00Z', 5)
  expect(await at('2026-11-24T08:00:00Z')).toEqual([])
  const [next] = await at('2026-11-25T06:00:00Z')
  expect(next!.subject).toBe('Your stores: 5 products updated')
  expect(await at('2026-11-26T06:00:00Z')).toEqual([])
})

test('a daily email lists failures first, with the reason', async () => {
  await h.services.db
    .insertInto('job')
    .values({
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      category: 'stores',
      param_value: String(store),
      job_status: 3,
      reason: 'The shop is closed.',
      job_end_time: '2026-11-26T12:00:00Z',
    })
    .execute()
  const [letter] = await at('2026-11-27T06:00:00Z')
  expect(letter!.subject).toBe('Your stores: some updates failed')
  expect(letter!.text).toContain('Pat’s Shop: 1 update failed. The shop is closed.')
})

test('two processes at once send one daily email', async () => {
  await sent('2026-11-27T12:00:00Z', 7)
  h.services.clock.now = () => Date.parse('2026-11-28T06:00:00Z')
  const before = (await lettersTo(h, person.email)).length
  await Promise.all([sendDailyUpdates(h.services), sendDailyUpdates(h.services)])
  expect(await lettersTo(h, person.email)).toHaveLength(before + 1)
})

test('customers who have daily emails off get none', async () => {
  await h.services.db.updateTable('contact').set({ daily_update_email: false }).execute()
  await sent('2026-11-28T12:00:00Z', 7)
  expect(await at('2026-11-29T06:00:00Z')).toEqual([])
})

describe('a daily email covers only its own stores since the last one:', () => {
  const wants = (daily_update_email: boolean) =>
    h.services.db
      .updateTable('contact')
      .set({ daily_update_email })
      .where('email', '=', person.email)
      .execute()
  beforeAll(() => wants(true))
  const failed = (more: object) =>
    h.services.db
      .insertInto('job')
      .values({
        job_type: 'VENDOR_STORE_UPDATER_JOB',
        category: 'stores',
        param_value: String(store),
        job_status: 3,
        reason: 'The shop is closed.',
        ...more,
      })
      .execute()

  test('it leaves out other customers’ stores', async () => {
    const other = await makeLogin(h, 'customer')
    const theirs = await h.services.db
      .insertInto('vendor_store')
      .values({ vendor_id: other.vendor_id, vendor_store_name: 'Their Shop', market_id: 48, drop_to: '{}' })
      .returning('vendor_store_id')
      .executeTakeFirstOrThrow()
    await sent('2026-12-01T12:00:00Z', 70, { vendor_store_id: theirs.vendor_store_id })
    expect(await at('2026-12-02T06:00:00Z')).toEqual([])
    await sent('2026-12-02T12:00:00Z', 71, { vendor_store_id: theirs.vendor_store_id })
    await sent('2026-12-02T12:00:00Z', 7)
    const [letter] = await at('2026-12-03T06:00:00Z')
    expect(letter!.subject).toBe('Your stores: 7 products updated')
    expect(letter!.text).not.toContain('Their Shop')
  })
  test('it leaves out dry runs and updates that a person stopped', async () => {
    await sent('2026-12-03T12:00:00Z', 70, { state: 'dry' })
    await failed({ job_end_time: '2026-12-03T12:00:00Z', terminate_by: 'Sam' })
    expect(await at('2026-12-04T06:00:00Z')).toEqual([])
  })
  test('it covers two days at most after it was off', async () => {
    await wants(false)
    await sent('2026-12-10T06:00:00Z', 70)
    await sent('2026-12-10T06:00:01Z', 7)
    expect(await at('2026-12-11T06:00:00Z')).toEqual([])
    await wants(true)
    const [letter] = await at('2026-12-12T06:00:00Z')
    expect(letter!.subject).toBe('Your stores: 7 products updated')
  })
  test('it reports products that the market refused', async () => {
    await sent('2026-12-12T08:00:00Z', 0, { refused: 3 })
    const [letter] = await at('2026-12-13T06:00:00Z')
    expect(letter!.subject).toBe('Your stores: some updates failed')
    expect(letter!.text).toContain('3 rejected by the market')
  })
  test('it reports products taken out for an unpaid bill as taken out, not as updated', async () => {
    await sent('2026-12-13T08:00:00Z', 812, { kind: 'delist', quantity_changed: 812, price_changed: 0 })
    const [letter] = await at('2026-12-14T06:00:00Z')
    expect(letter!.subject).toBe('Your stores: 812 products removed')
    expect(letter!.text).toContain('- Pat’s Shop: 812 products removed until your account is active again')
    expect(letter!.text).not.toContain('812 products sent')
  })
  test('it leaves updates that end while it is written to the next one', async () => {
    await sent('2026-12-14T07:00:00Z', 9)
    await sent('2026-12-15T06:00:01Z', 8)
    await failed({ job_end_time: '2026-12-15T06:00:01Z' })
    const [letter] = await at('2026-12-15T06:00:00Z')
    expect(letter!.subject).toBe('Your stores: 9 products updated')
    const [next] = await at('2026-12-16T06:00:00Z')
    expect(next!.text).toContain('- Pat’s Shop: 8 products sent')
    expect(next!.text).toContain('1 update failed')
  })
  test('it leaves updates that ended but weren’t saved in time to the next one', async () => {
    const { db } = h.services
    await sent('2026-12-16T07:00:00Z', 9)
    await db.transaction().execute(async (tx) => {
      await sent('2026-12-17T05:59:58Z', 8, {}, tx)
      const [letter] = await at('2026-12-17T06:00:00Z')
      expect(letter!.subject).toBe('Your stores: 9 products updated')
    })
    const [next] = await at('2026-12-18T06:00:00Z')
    expect(next!.subject).toBe('Your stores: 8 products updated')
    expect(await at('2026-12-19T06:00:00Z')).toEqual([])
  })
  test('it isn’t sent to a deleted account', async () => {
    await sent('2026-12-19T12:00:00Z', 7)
    await h.services.db
      .updateTable('vendor')
      .set({ deleted_tm: '2026-12-19T13:00:00Z', deleted_by_name: 'Ann' })
      .where('vendor_id', '=', person.vendor_id)
      .execute()
    expect(await at('2026-12-20T06:00:00Z')).toEqual([])
  })
})
