import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { money } from '#contract/formats.ts'
import type { UnderWay } from '#contract/payments/books.ts'
import { api } from '../../../api.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { notify } from '../../../ui/act/notify.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago, count, Status } from '../../../ui/values.tsx'
import { intentKinds } from '../Standing.tsx'
import { VendorLink } from '../lists/VendorLink.tsx'

const stateText = {
  open: 'Still no result from the gateway',
  succeeded: 'It went through',
  declined: 'The card was declined',
  failed: 'It didn’t go through',
} as const

const columnsFor = (acts: (payment: UnderWay) => ReactNode): readonly Column<UnderWay>[] => [
  {
    key: 'what',
    header: 'Payment',
    leaves: 0,
    cell: (payment) => (
      <Status
        tone={payment.flagged_tm ? 'bad' : 'wait'}
        icon={payment.flagged_tm ? IconAlertTriangle : IconClock}
      >{`${intentKinds[payment.kind]} of ${money(payment.amount)}`}</Status>
    ),
  },
  {
    key: 'of',
    header: 'Vendor',
    sortValue: (payment) => payment.company,
    cell: (payment) => <VendorLink vendor={payment} />,
  },
  {
    key: 'since',
    header: 'Since',
    sortValue: (payment) => payment.insert_tm,
    cell: (payment) => <Ago tm={payment.insert_tm} />,
  },
  { key: 'asked', header: 'Checks', numeric: true, cell: (payment) => count(payment.checks) },
  { key: 'by', header: 'Requested by', cell: (payment) => payment.asked_by_name },
  {
    key: 'error',
    header: 'Gateway message',
    wrap: true,
    cell: (payment) => payment.last_error ?? '—',
  },
  { key: 'act', header: 'Actions', leaves: 0, width: 210, cell: acts },
]

/** Payments whose outcome is not known yet; after two days a person decides. */
export function MoneyUnderWay({
  rows,
  disabledReason,
}: {
  rows: readonly UnderWay[]
  disabledReason: string | undefined
}) {
  const [deciding, setDeciding] = useState<UnderWay | null>(null)
  const retry = useAct({
    run: (id: string) => api.askGatewayAgain({ body: { money_intent_id: id } }),
    doneText: ({ state }) => (state === 'succeeded' ? stateText[state] : undefined),
    after: ({ state }) => state !== 'succeeded' && notify('warning', stateText[state]),
  })
  const acts = (payment: UnderWay) => (
    <Group gap={6} wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        disabled={disabledReason !== undefined || retry.busy}
        title={disabledReason}
        onClick={() => retry.act(payment.money_intent_id)}
      >
        Check again
      </Button>
      {payment.flagged_tm && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={disabledReason !== undefined}
          title={disabledReason}
          onClick={() => setDeciding(payment)}
        >
          Resolve…
        </Button>
      )}
    </Group>
  )
  return (
    <Panel title="Pending payments">
      <p className="quiet">
        Waiting for the gateway. After two days, check there and resolve the payment yourself.
      </p>
      <DataTable
        label="Pending payments"
        columns={columnsFor(acts)}
        rows={rows}
        id={(payment) => payment.money_intent_id}
        empty="No pending payments."
      />
      {deciding && <DecideModal payment={deciding} close={() => setDeciding(null)} />}
    </Panel>
  )
}

function DecideModal({ payment, close }: { payment: UnderWay; close: () => void }) {
  const [outcome, setOutcome] = useState<'yes' | 'no' | null>(null)
  const [ref, setRef] = useState(payment.gateway_ref ?? '')
  const [fault, setFault] = useState<string>()
  const missingRef = outcome === 'yes' && ref.trim() === '' ? 'Enter the gateway reference' : undefined
  const missing = outcome === null ? 'Choose an outcome' : missingRef
  return (
    <ReasonModal
      title={`${intentKinds[payment.kind]} of ${money(payment.amount)}, ${payment.company}`}
      act="Resolve payment"
      missing={missing}
      run={(reason) =>
        api.decideMoney({
          body: {
            money_intent_id: payment.money_intent_id,
            gateway_ref: outcome === 'yes' ? ref.trim() : null,
            reason,
          },
        })
      }
      fields={(errors) => setFault(errors.gateway_ref)}
      doneText={({ state }) => stateText[state]}
      close={close}
    >
      <Stack gap="xs">
        <Text size="sm">Check the gateway first. Your choice must match it.</Text>
        <SegmentedControl
          aria-label="Outcome"
          value={outcome ?? ''}
          onChange={(value) => setOutcome(value as 'yes' | 'no')}
          data={[
            { value: 'yes', label: 'Went through' },
            { value: 'no', label: 'Didn’t go through' },
          ]}
        />
        {outcome === 'yes' && (
          <TextInput
            label="Gateway reference"
            description={payment.kind === 'refund' ? 're_…' : 'pi_…'}
            value={ref}
            error={fault}
            onChange={(e) => {
              setRef(e.currentTarget.value)
              setFault(undefined)
            }}
          />
        )}
      </Stack>
    </ReasonModal>
  )
}
