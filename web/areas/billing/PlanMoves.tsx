import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BillingView } from '#contract/billing/billing.ts'
import { api } from '../../api.ts'
import { billMoves, planOf } from './terms.ts'

/** What another plan type does to the next charge, before it is saved. */
export const PlanMoves = ({ view, planType }: { view: BillingView; planType: number | null }) => (
  <Text size="sm" role="status">
    {billMoves(view, { plan: planOf(view, planType) })}
    {view.has_custom_billing_plan && ' The custom plan still applies.'}
  </Text>
)

/** The same for a vendor whose billing isn't loaded yet. */
export function PlanMovesOf({ vendorId, planType }: { vendorId: number; planType: number | null }) {
  const { data } = useQuery(api.getVendorBilling.query({ params: { vendor_id: vendorId } }))
  return data ? <PlanMoves view={data} planType={planType} /> : null
}
