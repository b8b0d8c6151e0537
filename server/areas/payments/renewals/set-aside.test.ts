import { afterEach, beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { expectSoundBooks, giveCard, makePlans, pro } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { renew } from '../public.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h, 'finance')
  await makePlans(h, pro)
})
const at = (tm: string) => (h.services.clock.now = () => Date.parse(tm))
const newVendor = async (company: string, more: object = {}) => {
  const { vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company, vendor_status_id: 1, vendor_plan_type_id: 1, next_charge_date: '2030-01-31', ...more })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await giveCard(h, vendor_id)
  return vendor_id
}
const paid = async (vendor_id: number) => {
  const { body } = await c.get(`/api/vendor/${vendor_id}/billing-history`)
  return (body.charges as { amount: string; state: string }[]).map(
    ({ amount, state }) => `${amount} ${state}`,
  )
}
const setAside = async () => (await c.get('/api/payments/waiting')).body.set_aside as object[]
const told = async () => (await noticesLike(h, 'Renewal failed%')).map((row) => row.message).toSorted()
const run = (statement: string) => sql.raw(statement).execute(h.services.db)
/** No row of this table may be of this vendor: what is written of it fails as a fault of ours would. */
const poison = (table: string, vendor_id: number) =>
  run(`alter table ${table} add constraint poisoned check (vendor_id <> ${vendor_id}) not valid`)
const cure = (table: string) => run(`alter table ${table} drop constraint poisoned`)
afterEach(() => expectSoundBooks(h))

test('a vendor whose bill can’t be made is set aside with the cause while others are billed, and billed once it can be', async () => {
  at('2030-01-31T12:00:00Z')
  const ids: number[] = []
  for (const name of ['First', 'Poisoned', 'Last']) ids.push(await newVendor(name))
  const [first, poisoned, last] = ids as [number, number, number]
  await poison('billing_period', poisoned)
  await renew(h.services)
  expect([await paid(first), await paid(poisoned), await paid(last)]).toEqual([
    ['49.00 success'],
    [],
    ['49.00 success'],
  ])
  expect(await setAside()).toMatchObject([
    {
      company: 'Poisoned',
      step: 'bill',
      tries: 1,
      cause: 'refused',
      error: expect.stringContaining('poisoned'),
      since_tm: '2030-01-31T12:00:00.000Z',
      next_try_tm: '2030-01-31T13:00:00.000Z',
    },
  ])
  const { rows } = await sql<{ text: string }>`
    select text from invoice_line join invoice using (invoice_id) where vendor_id = ${first}`.execute(
    h.services.db,
  )
  expect(rows).toEqual([{ text: 'Pro plan, Jan 31 to Feb 27, 2030' }])
  // a quarter of an hour later it isn't in the way of anybody
  at('2030-01-31T12:15:00Z')
  const late = await newVendor('Late')
  await renew(h.services)
  expect(await paid(late)).toEqual(['49.00 success'])
  at('2030-01-31T13:00:00Z')
  await renew(h.services)
  expect(await setAside()).toMatchObject([{ tries: 2, since_tm: '2030-01-31T12:00:00.000Z' }])
  expect(await told()).toEqual([
    'Renewal failed for Poisoned: Couldn’t create the bill. The database rejected the change as inconsistent.',
  ])
  await cure('billing_period')
  at('2030-01-31T14:00:00Z')
  await Promise.all([renew(h.services), renew(h.services)])
  expect(await paid(poisoned)).toEqual(['49.00 success'])
  expect(await setAside()).toEqual([])
  for (const id of [first, last, late]) expect(await paid(id)).toHaveLength(1)
})

test('a vendor is set aside if its card can’t be retried or its products can’t be removed', async () => {
  at('2030-02-01T12:00:00Z')
  const more = { next_charge_date: '2030-02-01' }
  const ids = [await newVendor('Fails', more), await newVendor('Pays late', more)] as const
  for (const id of ids) await giveCard(h, id, '4000000000000341')
  await renew(h.services)
  for (const id of ids)
    await run(`update sandbox_card set behaviour = 'works' where customer in (
    select customer from payment_customer where vendor_id = ${id})`)
  const suspended = [
    await newVendor('Stays', { vendor_status_id: 2, suspended_on: '2030-01-01', next_charge_date: null }),
    await newVendor('Goes', { vendor_status_id: 2, suspended_on: '2030-01-01', next_charge_date: null }),
  ] as const
  await poison('money_intent', ids[0])
  await run(`alter table vendor add constraint poisoned
    check (vendor_id <> ${suspended[0]} or vendor_status_id <> 3) not valid`)
  at('2030-02-02T12:00:00Z')
  await renew(h.services)
  expect(await paid(ids[1])).toEqual(['49.00 success', '49.00 declined'])
  expect((await setAside()).map((one) => one)).toMatchObject([
    { company: 'Fails', step: 'retry' },
    { company: 'Stays', step: 'delist' },
  ])
  const { rows } = await sql<{ vendor_status_id: number }>`
    select vendor_status_id from vendor where vendor_id = any(${[...suspended]}::int[]) order by vendor_id`.execute(
    h.services.db,
  )
  expect(rows).toEqual([{ vendor_status_id: 2 }, { vendor_status_id: 3 }])
  await cure('money_intent')
  await cure('vendor')
  at('2030-02-02T13:00:00Z')
  await renew(h.services)
  expect(await paid(ids[0])).toEqual(['49.00 success', '49.00 declined'])
  expect(await setAside()).toEqual([])
})

test('a vendor whose subscription can’t end isn’t billed, is reported, and can be retried manually', async () => {
  at('2030-03-05T12:00:00Z')
  const vendor_id = await newVendor('Can’t end', { next_charge_date: '2030-03-05' })
  const { dropshipper_id } = await h.services.db
    .insertInto('dropshipper')
    .values({ supplier_name: 'Ends', dropshipper_prefix: 'ENDS' })
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  await h.services.db
    .insertInto('subscription')
    .values({ vendor_id, dropshipper_id, is_cancel_pending: true })
    .execute()
  await run(`create function refuse() returns trigger language plpgsql as $$
    begin if old.vendor_id = ${vendor_id} then raise 'not now'; end if; return old; end $$;
    create trigger refuse before delete on subscription for each row execute function refuse()`)
  await renew(h.services)
  expect(await paid(vendor_id)).toEqual([])
  expect(await setAside()).toMatchObject([{ company: 'Can’t end', step: 'settle', cause: 'program' }])
  const again = (step: string) => c.post('/api/payments/set-aside/again', { vendor_id, step })
  expect((await again('settle')).body).toEqual({ state: 'fails' })
  expect(await setAside()).toMatchObject([{ step: 'settle', tries: 2 }])
  expect((await again('bill')).status).toBe(404)
  await run('drop trigger refuse on subscription')
  expect((await again('settle')).body).toEqual({ state: 'done' })
  const { logs } = (await c.post('/api/activity-log/search', { vendor_id, type: 'payment.again' })).body
  expect(logs).toMatchObject(Array(2).fill({ action_by: 'Pat finance' }))
  expect(await setAside()).toEqual([])
  await renew(h.services)
  expect(await paid(vendor_id)).toEqual(['49.00 success'])
})

test('a vendor that is no longer due is no longer set aside', async () => {
  at('2030-03-10T12:00:00Z')
  const vendor_id = await newVendor('Moved', { next_charge_date: '2030-03-10' })
  await poison('billing_period', vendor_id)
  await renew(h.services)
  expect(await setAside()).toHaveLength(1)
  await run(`update vendor set next_charge_date = null where vendor_id = ${vendor_id}`)
  at('2030-03-10T15:00:01Z')
  await renew(h.services)
  expect(await setAside()).toEqual([])
  await cure('billing_period')
})
