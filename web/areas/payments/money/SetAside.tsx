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
  { key: 'what', header: 'What fails', leaves: 0, cell: (row) => setAsideText[row.step] },
  {
    key: 'why',
    header: 'Why',
    wrap: true,
    cell: (row) => <span title={row.error}>{troubleText[row.cause]}</span>,
  },
  {
    key: 'since',
    header: 'Since',
    sortValue: (row) => row.since_tm,
    cell: (row) => <Ago tm={row.since_tm} />,
  },
  { key: 'tries', header: 'Tried', numeric: true, cell: (row) => `${count(row.tries)} ×` },
  { key: 'next', header: 'Tried again', cell: (row) => <Ago tm={row.next_try_tm} /> },
  { key: 'act', header: 'Act', leaves: 0, width: 140, cell: act },
]

const retryTexts = {
  done: 'It is done',
  fails: 'It still fails; it is tried again in an hour',
  not_due: 'Nothing of it is due right now',
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
      Try again now
    </Button>
  ))
  return (
    <Panel title="Set aside from the renewals">
      <p className="quiet">
        The others are billed without them. Each is tried again every hour, and bills what it missed under its
        own days once the cause is mended.
      </p>
      <DataTable
        label="Set aside from the renewals"
        columns={columns}
        rows={rows}
        id={(row) => `${row.vendor_id} ${row.step}`}
        empty="None is."
      />
    </Panel>
  )
}
