import { expect } from 'vitest'
import { transType } from '#contract/billing/charge-codes.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql } from '../../platform/database/db.ts'
import { runTimer } from '../../timers.ts'
import { client, makeLogin, staff, type Client, type Harness } from '../harness.ts'
import { daysOf, giveCard, makePlans, setLimit } from './money.ts'

const failingCard = '4000000000000341'
const names = ['A', 'B', 'C', 'D', 'E', 'F'] as const
type Name = (typeof names)[number]
/** What a report’s own test does beside the renewals of a day. */
export type BesideDay = (day: string, six: SixVendors) => Promise<void>
export interface SixVendors {
  ids: Record<Name, number>
  finance: Client
  supplier: number
  code: number
}

/**
 * Six vendors from September to November 26, 2026, whose figures are known by hand: A adds an extra, B cancels, C has
 * a promo code of the affiliate A, D is suspended and recovers, E changes to a cheaper plan, F is refunded in full.
 * All through the product’s own acts and renewals.
 */
export async function makeSixVendors(h: Harness, beside?: BesideDay): Promise<SixVendors> {
  const finance = await staff(h, 'finance')
  const { at, on: renewOn } = daysOf(h)
  await makePlans(h, ['Pro', '100.00'], ['Starter', '50.00'], ['Plus', '150.00'])
  await setLimit(h, null)
  const supplier = await makeSupplier(h)
  const { logins, ids } = await makeVendors(h, supplier)
  const six = { ids, finance, supplier, code: await giveCode(h, ids.C, ids.A) }
  const on = (day: string) => renewOn(day).then(() => beside?.(day, six))
  const post = async (path: string, body: object) => {
    const answer = await finance.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const asCustomer = async (name: Name, path: string, body: object) => {
    const answer = await (await client(h, logins[name].email)).put(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  const cancel = (name: Name, comment: string) =>
    asCustomer(name, '/api/account/subscriptions', {
      dropshipper_ids: [supplier],
      reason_id: 2,
      reason_label: '',
      comment,
    })
  const versionOf = async (name: Name) =>
    (await finance.get(`/api/vendor/view/${ids[name]}/billing`)).body.version

  for (const day of ['09-01', '09-05', '09-10', '09-20', '10-01', '10-03']) await on(`2026-${day}`)
  await post(`/api/vendor/${ids.F}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: transType.charge,
    charge_description: 'Set-up',
    amount: '250.00',
  })
  await on('2026-10-05')
  await cancel('A', 'Trying without')
  at('2026-10-06')
  await asCustomer('A', '/api/account/reactivate-subscription', { dropshipper_id: supplier })
  at('2026-10-10')
  const extra = await post('/api/vendor/new-billing-extra', { billing_extra_name: 'Extra logins' })
  await post(`/api/vendor/${ids.A}/billing-extras`, {
    version: await versionOf('A'),
    billing_extras: [
      {
        id: { vendor_id: ids.A, billing_extra_type_id: extra.billing_extra_type_id },
        billing_extra_cost: '20.00',
      },
    ],
  })
  await on('2026-10-10')
  at('2026-10-12')
  await cancel('B', 'Too few orders')
  await on('2026-10-15')
  at('2026-10-19')
  await giveCard(h, ids.D, failingCard)
  await on('2026-10-20')
  await refund(h, ids.F, post)
  for (const day of ['10-21', '10-23', '10-25', '10-27']) await on(`2026-${day}`)
  at('2026-11-01')
  await runTimer(h.services, 'end and freeze due subscriptions')
  const { version, vendor } = (await finance.get(`/api/vendor/${ids.B}/basics`)).body
  await post(`/api/vendor/${ids.B}`, {
    version,
    vendor: { ...vendor, vendor_status_id: vendorStatus.canceled },
  })
  await on('2026-11-01')
  at('2026-11-05')
  await post(`/api/vendor/${ids.E}/plan-type`, {
    version: await versionOf('E'),
    vendor_plan_type_id: 2,
    reason: 'Smaller',
  })
  await giveCard(h, ids.D)
  for (const day of ['11-05', '11-10', '11-15']) await on(`2026-${day}`)
  at('2026-11-19')
  await giveCard(h, ids.D, failingCard)
  for (const day of ['11-20', '11-21', '11-23', '11-25', '11-26']) await on(`2026-${day}`)
  return six
}

/** The six on the day before their first bill, each with a card and a subscription. */
async function makeVendors(h: Harness, supplier: number) {
  const { db } = h.services
  const logins = {} as Record<Name, Awaited<ReturnType<typeof makeLogin>>>
  for (const name of names) logins[name] = await makeLogin(h, 'customer', `${name.toLowerCase()}@six.example`)
  const ids = Object.fromEntries(names.map((name) => [name, logins[name].vendor_id])) as Record<Name, number>
  const set = (name: Name, columns: object) =>
    db.updateTable('vendor').set(columns).where('vendor_id', '=', ids[name]).execute()
  const plan = { A: 1, B: 2, C: 3, D: 1, E: 1, F: 2 }
  const first = { A: '09-10', B: '09-01', C: '10-15', D: '09-20', E: '09-05', F: '10-03' }
  daysOf(h).at('2026-09-01')
  for (const name of names) {
    await set(name, {
      company: `Shop ${name}`,
      vendor_status_id: vendorStatus.active,
      vendor_plan_type_id: plan[name],
      next_charge_date: `2026-${first[name]}`,
    })
    await giveCard(h, ids[name])
  }
  const vendorIds = Object.values(ids)
  await sql`update vendor set insert_tm = '2026-08-20' where vendor_id = any(${vendorIds}::int[])`.execute(db)
  await sql`update vendor_status_change set tm = '2026-08-20' where vendor_id = any(${vendorIds}::int[])`.execute(
    db,
  )
  await sql`
    insert into subscription (vendor_id, dropshipper_id, insert_tm)
    select vendor_id, ${supplier}, '2026-08-31' from unnest(${vendorIds}::int[]) vendor_id`.execute(db)
  return { logins, ids }
}

async function makeSupplier({ services }: Harness): Promise<number> {
  const { dropshipper_id } = await services.db
    .insertInto('dropshipper')
    .values({ supplier_name: 'Harbor Supply', dropshipper_prefix: 'HS', allow_browse: 1 })
    .returning('dropshipper_id')
    .executeTakeFirstOrThrow()
  return dropshipper_id
}

async function giveCode(
  { services: { db } }: Harness,
  vendor_id: number,
  affiliate: number,
): Promise<number> {
  const { promo_code_id } = await db
    .insertInto('promo_code')
    .values({
      promo_code: 'LESS15',
      percentage_based: false,
      discount: '15',
      is_recurring: true,
      vendor_affiliate_id: affiliate,
    })
    .returning('promo_code_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('promo_code_usage')
    .values({ vendor_id, promo_code_id, given_by: 'Pat', given_tm: '2026-10-02T00:00:00Z' })
    .execute()
  return promo_code_id
}

/** Refunds the plan’s charge in full, then ends the vendor’s subscriptions. */
async function refund(
  { services: { db } }: Harness,
  vendor_id: number,
  post: (path: string, body: object) => Promise<unknown>,
): Promise<void> {
  const { vendor_charge_id } = await db
    .selectFrom('vendor_charge')
    .select('vendor_charge_id')
    .where('vendor_id', '=', vendor_id)
    .where('amount', '=', '50.00')
    .executeTakeFirstOrThrow()
  await post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '50.00', note: 'Never used' })
  await post(`/api/vendor/${vendor_id}/cancel-after-refund`, {})
}
