import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { troubleText, type SetAside } from '#contract/payments/books.ts'
import { api } from '../../../api.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { notify } from '../../../ui/act/notify.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago, count } from '../../../ui/values.tsx'
import { setAsideText } from './money-answer.ts'
import { VendorLink } from '../lists/VendorLink.tsx'

const columnsFor = (act: (row: SetAside) => ReactNode): readonly Column<SetAside>[] => [
  {
    key: 'of',
    header: 'Vendor',
    leaves: 0,
    sortValue: (row) => row.company,
    cell: (row) => <VendorLink vendor={row} />,
  },
  { key: 'what', header: 'Problem', leaves: 0, cell: (row) => setAsideText[row.step] },
  {
    key: 'why',
    header: 'Reason',
    wrap: true,
    cell: (row) => <span title={row.error}>{troubleText[row.cause]}</span>,
  },
  {
    key: 'since',
    header: 'Since',
    sortValue: (row) => row.since_tm,
    cell: (row) => <Ago tm={row.since_tm} />,
  },
  { key: 'tries', header: 'Attempts', numeric: true, cell: (row) => count(row.tries) },
  { key: 'next', header: 'Next retry', cell: (row) => <Ago tm={row.next_try_tm} /> },
  { key: 'act', header: 'Actions', leaves: 0, width: 140, cell: act },
]

const retryTexts = {
  done: 'Renewal succeeded',
  fails: 'Still failing. Next retry in an hour',
  not_due: 'Nothing due',
} as const

/** Vendors for whom a renewal step fails; the others are billed without them. */
export function SetAsidePanel({
  rows,
  disabledReason,
}: {
  rows: readonly SetAside[]
  disabledReason: string | undefined
}) {
  const retry = useAct({
    run: ({ vendor_id, step }: SetAside) => api.retryRenewal({ body: { vendor_id, step } }),
    doneText: ({ state }) => (state === 'fails' ? undefined : retryTexts[state]),
    after: ({ state }) => state === 'fails' && notify('warning', retryTexts[state]),
  })
  const columns = columnsFor((row) => (
    <Button
      size="compact-xs"
      variant="default"
      disabled={disabledReason !== undefined || retry.busy}
      title={disabledReason}
      onClick={() => retry.act(row)}
    >
      Retry now
    </Button>
  ))
  return (
    <Panel title="Failed renewals">
      <p className="quiet">Retried every hour. Other vendors aren’t affected.</p>
      <DataTable
        label="Failed renewals"
        columns={columns}
        rows={rows}
        id={(row) => `${row.vendor_id} ${row.step}`}
        empty="No failed renewals."
      />
    </Panel>
  )
}
