// What of a bill is the plan’s is worked out as it is billed, and what was beside it as it is read: both are all.
import { expect, test } from 'vitest'
import { toCents } from '#contract/billing/cents.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { makeBusyDays } from '#server/test/billing/busy-days.ts'
import { giveCard } from '#server/test/billing/money.ts'
import { renew } from '#server/areas/payments/public.ts'
import { billTermsOf } from './public.ts'

const h = harness()

test('the plan’s part of a bill and the rest add up to the whole, whatever promo codes deducted', async () => {
  const { db, clock } = h.services
  clock.now = () => Date.parse('2030-01-31T12:00:00Z')
  await makeBusyDays(db)
  let seed = 7
  const upTo = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % (most + 1)
  const dollars = (most: number) => (upTo(most * 100) / 100).toFixed(2)
  const plans = Array.from({ length: 20 }, (_, i) => i + 1)
  await db
    .insertInto('plan_type')
    .values(
      plans.map((id) => ({
        vendor_plan_type_id: id,
        name: `Plan ${id}`,
        monthly_fee: id === 1 ? '0.00' : dollars(200),
      })),
    )
    .execute()
  await sql`
    insert into billing_extra_type (billing_extra_type_id, billing_extra_name)
    overriding system value values (1, 'Extra')`.execute(db)
  const ids: number[] = []
  for (let i = 0; i < 60; i++) {
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({
        company: `Payer ${i}`,
        vendor_status_id: 1,
        vendor_plan_type_id: upTo(4) === 0 ? null : plans[upTo(19)]!,
        next_charge_date: '2030-01-31',
      })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    ids.push(vendor_id)
    await giveCard(h, vendor_id)
    await db
      .insertInto('billing_extra')
      .values({ vendor_id, billing_extra_type_id: 1, billing_extra_cost: dollars(90) })
      .execute()
    const percentage_based = upTo(1) === 0
    const { promo_code_id } = await db
      .insertInto('promo_code')
      .values({
        promo_code: `CODE${i}`,
        percentage_based,
        discount: dollars(percentage_based ? 99 : 60),
        is_recurring: true,
      })
      .returning('promo_code_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('promo_code_usage').values({ promo_code_id, vendor_id, given_by: 'Staff' }).execute()
  }
  await renew(h.services)
  const { rows } = await sql<{ vendor_id: number; whole: string }>`
    select i.vendor_id, sum(l.amount)::text as whole
    from invoice i
    join invoice_line l using (invoice_id)
    where l.kind in ('plan', 'extra', 'frozen', 'promo')
    group by i.vendor_id`.execute(db)
  const whole = new Map(rows.map((row) => [row.vendor_id, toCents(row.whole)]))
  const terms = await billTermsOf(db, clock, ids)
  const found = terms.map(({ vendor_id, periods: [period] }) => [
    vendor_id,
    toCents(period!.plan_fee) + toCents(period!.beside),
  ])
  expect(found).toHaveLength(60)
  expect(found).toEqual(ids.map((id) => [id, whole.get(id)]))
})
