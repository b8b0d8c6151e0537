import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillingView } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { api } from '../../api.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Facts, LoadError, Panel } from '../../ui/page/Page.tsx'
import { dayText } from '../../ui/time.ts'
import { count } from '../../ui/values.tsx'
import { WaitingChanges } from '../approvals/public.tsx'
import { BillingExtras } from './BillingExtras.tsx'
import { NextBill } from './NextBill.tsx'
import { PromoCodes } from './PromoCodes.tsx'
import { OwnPlanModal, PlanTypeModal, TogglePlanModal } from './PlanModals.tsx'
import { planSentence, unbilledText } from './terms.ts'
import { useAskRefusal, useMoneyRefusal } from './useMoneyRefusal.ts'

const billingActs = [
  'plan_type',
  'custom_plan',
  'use_custom_plan',
  'extras',
  'apply_code',
  'replace_code',
  'remove_code',
] as const

interface BilledVendor {
  vendor_id: number
  vendor_status_id: number
  deletion: unknown
}

/** How a vendor is billed: its plan, extras, next bill, and the changes to them. */
export default function BillingPlan({ vendor }: { vendor: BilledVendor }) {
  const vendorId = vendor.vendor_id
  const [openModal, setOpenModal] = useState<'type' | 'own' | 'toggle' | null>(null)
  const { data, error, refetch } = useQuery(api.getVendorBilling.query({ params: { vendor_id: vendorId } }))
  const whyNot = useMoneyRefusal(vendor)
  const askRefusal = useAskRefusal(vendor)
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data || whyNot === null) return <Skeleton height={280} />
  const modal = { vendorId, view: data, close: () => setOpenModal(null) }
  return (
    <Stack>
      <Facts facts={factsOf(data)} />
      <WaitingChanges vendorId={vendorId} acts={billingActs} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Stack>
          <Panel title="Plan">
            <p>{planSentence(data)}</p>
            <Group gap="xs" mt="sm">
              <Button
                variant="default"
                disabled={askRefusal !== undefined}
                title={askRefusal}
                onClick={() => setOpenModal('type')}
              >
                {whyNot === undefined ? 'Change plan type…' : 'Request plan change…'}
              </Button>
              <Button variant="default" disabled={whyNot !== undefined} onClick={() => setOpenModal('own')}>
                {data.billing_plan ? 'Edit custom plan…' : 'Set a custom plan…'}
              </Button>
              {data.billing_plan && (
                <Button
                  variant="default"
                  disabled={whyNot !== undefined}
                  onClick={() => setOpenModal('toggle')}
                >
                  {data.has_custom_billing_plan ? 'Use plan type…' : 'Use custom plan…'}
                </Button>
              )}
            </Group>
            {whyNot && (
              <Text size="sm" c="dimmed" mt="xs">
                {whyNot}
              </Text>
            )}
          </Panel>
          <BillingExtras vendorId={vendorId} latest={data} readOnly={whyNot !== undefined} />
        </Stack>
        <Panel title="Next charge">
          <NextBill
            bill={data.due}
            date={data.next_charge_date}
            unbilledReason={unbilledText(vendor.vendor_status_id)}
          />
        </Panel>
      </SimpleGrid>
      <PromoCodes vendorId={vendorId} view={data} readOnly={whyNot !== undefined} />
      <Panel title="Billing changes">
        <DataTable
          label="Billing changes"
          rows={data.billing_plan_history}
          id={(row) => row.activity_id}
          columns={historyColumns}
          empty="No changes yet."
        />
      </Panel>
      <Panel title="Plans">
        <DataTable
          label="Plans"
          rows={data.plans}
          id={(p) => p.vendor_plan_type_id}
          empty="No plans yet."
          columns={planColumns(data.vendor_plan_type_id)}
        />
      </Panel>
      {openModal === 'type' && <PlanTypeModal {...modal} />}
      {openModal === 'own' && <OwnPlanModal {...modal} />}
      {openModal === 'toggle' && <TogglePlanModal {...modal} />}
    </Stack>
  )
}

const factsOf = (view: BillingView): readonly (readonly [string, string])[] => [
  ['Plan type', view.plan ?? 'None'],
  ['Current plan', view.counts?.name ?? 'None'],
  ['Per month', view.counts ? money(view.counts.monthly_fee) : '—'],
  ['Priority support', view.priority_support ? 'Yes' : 'No'],
  ['Next charge', view.next_charge_date ? dayText(view.next_charge_date) : '—'],
  ['Credit', money(view.credit_available)],
  ['Consecutive failed charges', count(view.billing_failures)],
]

type Change = BillingView['billing_plan_history'][number]
const historyColumns: readonly Column<Change>[] = [
  { key: 'tm', header: 'Date', sortValue: (c) => c.tm, moment: (c) => c.tm },
  {
    key: 'what',
    header: 'Change',
    sortValue: (c) => c.message,
    wrap: true,
    leaves: 0,
    cell: (c) => c.message,
  },
  { key: 'by', header: 'Changed by', sortValue: (c) => c.by, cell: (c) => c.by },
  { key: 'why', header: 'Reason', sortValue: (c) => c.reason, wrap: true, cell: (c) => c.reason ?? '—' },
]

const planColumns = (ownPlanType: number | null): readonly Column<BillingView['plans'][number]>[] => [
  {
    key: 'name',
    header: 'Plan',
    sortValue: (p) => p.name,
    cell: (p) => (
      <>
        {p.name}
        {p.vendor_plan_type_id === ownPlanType && <span className="faint"> current</span>}
      </>
    ),
  },
  {
    key: 'fee',
    header: 'Per month',
    numeric: true,
    sortValue: (p) => Number(p.monthly_fee),
    cell: (p) => money(p.monthly_fee),
  },
  {
    key: 'support',
    header: 'Priority support',
    sortValue: (p) => (p.priority_support ? 'Yes' : 'No'),
    cell: (p) => (p.priority_support ? 'Yes' : 'No'),
  },
  {
    key: 'vendors',
    header: 'Vendors',
    numeric: true,
    sortValue: (p) => p.vendors,
    cell: (p) => count(p.vendors),
  },
]
