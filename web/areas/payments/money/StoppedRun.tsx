import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import { mostListedCharges, type DueCharges, type StoppedRun } from '#contract/payments/renewal-stops.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Ago, many, Status } from '../../../ui/values.tsx'
import { VendorLink } from '../lists/VendorLink.tsx'
import { figureRows, nextText, stoppedText, type FigureRow } from './stopped-run-words.ts'

const figureColumns: readonly Column<FigureRow>[] = [
  { key: 'name', header: 'Check', leaves: 0, cell: (row) => row.name },
  { key: 'now', header: 'Today', numeric: true, leaves: 0, cell: (row) => row.now },
  { key: 'most', header: 'Usual, at most', numeric: true, leaves: 0, cell: (row) => row.most },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    cell: ({ isOver }) => (
      <Status tone={isOver ? 'bad' : 'good'} icon={isOver ? IconAlertTriangle : IconCircleCheck}>
        {isOver ? 'Unusual' : 'Usual'}
      </Status>
    ),
  },
]

/** Renewals that would charge more than usual: stopped until two people approve. */
export function StoppedRunPanel({
  run,
  disabledReason,
}: {
  run: StoppedRun
  disabledReason: string | undefined
}) {
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null)
  const isOwn = run.agreed.some((agreement) => agreement.own)
  const whyNotApprove = disabledReason ?? (isOwn ? 'Another person must approve, too' : undefined)
  return (
    <Panel
      title="Renewals stopped"
      actions={
        run.state === 'stopped' && (
          <Group gap="xs">
            <Button
              size="xs"
              disabled={whyNotApprove !== undefined}
              title={whyNotApprove}
              onClick={() => setOpen('approve')}
            >
              Approve…
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={disabledReason !== undefined}
              title={disabledReason}
              onClick={() => setOpen('reject')}
            >
              Reject…
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          {stoppedText(run)}{' '}
          <span className="faint">
            <Ago tm={run.insert_tm} />
          </span>
        </Text>
        <Text size="sm">{nextText(run)}</Text>
        {run.state === 'refused' && <Text size="sm">Reason: {run.reason}</Text>}
        <DataTable
          label="Stopped renewals"
          columns={figureColumns}
          rows={figureRows(run)}
          id={(row) => row.name}
          empty="No checks."
        />
      </Stack>
      {open === 'approve' && <ApproveRun run={run} close={() => setOpen(null)} />}
      {open === 'reject' && <RejectRun run={run} close={() => setOpen(null)} />}
    </Panel>
  )
}

const chargeColumns: readonly Column<DueCharges['charges'][number]>[] = [
  {
    key: 'vendor',
    header: 'Vendor',
    leaves: 0,
    sortValue: (charge) => charge.company,
    cell: (charge) => <VendorLink vendor={charge} />,
  },
  { key: 'text', header: 'Charge', leaves: 0, cell: (charge) => charge.text },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    leaves: 0,
    sortValue: (charge) => Number(charge.amount),
    cell: (charge) => money(charge.amount),
  },
]

/** Lists what will be charged, then approves exactly that. */
function ApproveRun({ run, close }: { run: StoppedRun; close: () => void }) {
  const params = { id: run.renewal_stop_id }
  const { data, error, refetch } = useQuery({
    ...api.weighStoppedRun.query({ params }),
    staleTime: 0,
    retry: false,
  })
  return (
    <ActModal
      title="Approve today’s renewals"
      act="Approve"
      danger
      size="lg"
      missing={data ? undefined : 'Calculating…'}
      run={() => {
        const { invoices = 0, amount = '0' } = data ?? {}
        return api.agreeToRun({ params, body: { invoices, amount } })
      }}
      doneText={({ state }) =>
        state === 'agreed'
          ? 'Renewals approved. They resume within a minute'
          : 'Approved. One more person must approve'
      }
      close={close}
    >
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Text size="sm">
            {many(data.invoices, 'invoice')}, {money(data.amount)}, including those already billed today.{' '}
            {run.agreed.length > 0
              ? 'Your approval charges the rest.'
              : 'One more person must approve after you.'}
          </Text>
          {data.charges.length === mostListedCharges && (
            <Text size="sm" c="dimmed">
              The {mostListedCharges} largest:
            </Text>
          )}
          <DataTable
            label="Charges of this run"
            columns={chargeColumns}
            rows={data.charges}
            id={(charge) => `${charge.vendor_id} ${charge.text}`}
            empty="Nothing is due."
          />
        </>
      )}
    </ActModal>
  )
}

const RejectRun = ({ run, close }: { run: StoppedRun; close: () => void }) => (
  <ReasonModal
    title="Reject today’s renewals"
    act="Reject renewals"
    run={(reason) => api.refuseRun({ params: { id: run.renewal_stop_id }, body: { reason } })}
    doneText="Renewals rejected"
    close={close}
  >
    No vendor is billed today. Correct the cause, such as wrong charge dates. Tomorrow’s renewals need a new
    decision if they are still unusual.
  </ReasonModal>
)
