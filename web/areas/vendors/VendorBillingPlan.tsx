import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/formats.ts'
import { api } from '../../api.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Facts, Failed, Panel } from '../../ui/Page.tsx'
import { dayText } from '../../ui/time.ts'
import { count } from '../../ui/values.tsx'
import { ChargeDue } from './ChargeDue.tsx'
import type { Vendor } from './vendor.ts'

export default function VendorBillingPlan({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.getVendorBilling.query({ params }))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={280} />
  return (
    <Stack>
      <Facts
        facts={[
          ['Plan', data.plan ?? 'None'],
          ['A month', data.monthly_fee === null ? '—' : money(data.monthly_fee)],
          ['Priority support by plan', data.priority_support ? 'Yes' : 'No'],
          ['Next charge', data.next_charge_date ? dayText(data.next_charge_date) : '—'],
          ['Credit', money(data.credit_available)],
          ['Failed charges in a row', count(data.billing_failures)],
        ]}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Next charge">
          <ChargeDue due={{ date: data.next_charge_date, ...data.due }} />
        </Panel>
        <Panel title="Plans">
          <DataTable
            label="Plans"
            rows={data.plans}
            id={(p) => p.vendor_plan_type_id}
            empty="No plan is set up."
            columns={[
              {
                key: 'name',
                header: 'Plan',
                by: (p) => p.name,
                cell: (p) => (
                  <>
                    {p.name}
                    {p.vendor_plan_type_id === data.vendor_plan_type_id && (
                      <span className="faint"> this user’s</span>
                    )}
                  </>
                ),
              },
              {
                key: 'fee',
                header: 'A month',
                numeric: true,
                by: (p) => Number(p.monthly_fee),
                cell: (p) => money(p.monthly_fee),
              },
              {
                key: 'support',
                header: 'Priority support',
                by: (p) => (p.priority_support ? 'Yes' : 'No'),
                cell: (p) => (p.priority_support ? 'Yes' : 'No'),
              },
              {
                key: 'vendors',
                header: 'Users',
                numeric: true,
                by: (p) => p.vendors,
                cell: (p) => count(p.vendors),
              },
            ]}
          />
        </Panel>
      </SimpleGrid>
    </Stack>
  )
}
