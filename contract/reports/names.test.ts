import { expect, test } from 'vitest'
import { contract } from '../index.ts'
import { reports } from './names.ts'

test('a report is for those who may call what it reads', () => {
  const calls = {
    'monthly-revenue': 'getMonthlyRevenue',
    'closed-deals': 'getClosedDeals',
    'billing-suspended': 'getBillingSuspended',
    refunds: 'getRefundReport',
    cancels: 'getCancels',
    'the-truth': 'getTheTruth',
    'plan-violations': 'getPlanViolations',
    supplier_subscriptions: 'getSupplierSubscriptions',
    'etilize-report': 'getEtilizeReport',
    'jmwholesale-report': 'getJmWholesaleReport',
  } as const
  for (const [report, call] of Object.entries(calls))
    expect([report, reports[report as keyof typeof calls].access]).toEqual([
      report,
      contract.reports[call].access,
    ])
})
