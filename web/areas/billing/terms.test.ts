import { expect, test } from 'vitest'
import type { BillingView } from '#contract/billing/billing.ts'
import { planSentence } from './terms.ts'

test('of a plan that expires before the next charge is said whether it has by today', () => {
  const on = (today: string, bill_date: string) =>
    planSentence({
      plan: 'Pro',
      plans: [{ vendor_plan_type_id: 2, name: 'Plus', monthly_fee: '99.00' }],
      has_custom_billing_plan: true,
      billing_plan: {
        monthly_fee: '150.50',
        custom_billing_plan_start_tm: '2026-11-01',
        billing_plan_will_expire: true,
        billing_plan_expiration_date: '2026-12-01',
        billing_plan_default_id: 2,
      },
      today,
      bill_date,
    } as unknown as BillingView)
  expect(on('2026-11-25', '2026-11-30')).toBe('Billed by a plan of its own until 12/1/26; then Plus counts.')
  expect(on('2026-11-30', '2026-12-01')).toBe(
    'Its own plan expires on 12/1/26: Plus counts for the next charge.',
  )
  expect(on('2026-12-01', '2026-12-22')).toBe('Its own plan expired on 12/1/26: Plus counts.')
})
