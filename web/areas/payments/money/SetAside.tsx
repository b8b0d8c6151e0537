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

const columnsFor = (act: (one: SetAside) => ReactNode): readonly Column<SetAside>[] => [
  {
    key: 'of',
    header: 'Vendor',
    leaves: 0,
    by: (one) => one.company,
    cell: (one) => <VendorLink of={one} />,
  },
  { key: 'what', header: 'What fails', leaves: 0, cell: (one) => setAsideText[one.step] },
  {
    key: 'why',
    header: 'Why',
    wrap: true,
    cell: (one) => <span title={one.error}>{troubleText[one.cause]}</span>,
  },
  { key: 'since', header: 'Since', by: (one) => one.since_tm, cell: (one) => <Ago tm={one.since_tm} /> },
  { key: 'tries', header: 'Tried', numeric: true, cell: (one) => `${count(one.tries)} ×` },
  { key: 'next', header: 'Tried again', cell: (one) => <Ago tm={one.next_try_tm} /> },
  { key: 'act', header: 'Act', leaves: 0, width: 140, cell: act },
]

const tried = {
  done: 'It is done',
  fails: 'It still fails; it is tried again in an hour',
  not_due: 'Nothing of it is due right now',
} as const

/** Vendors of whom a step of the renewals fails: the others are billed without them. */
export function SetAsidePanel({ rows, why }: { rows: readonly SetAside[]; why: string | undefined }) {
  const again = useAct({
    run: ({ vendor_id, step }: SetAside) => api.retryRenewal({ body: { vendor_id, step } }),
    done: ({ state }) => (state === 'fails' ? undefined : tried[state]),
    after: ({ state }) => state === 'fails' && notify('warning', tried[state]),
  })
  const columns = columnsFor((one) => (
    <Button
      size="compact-xs"
      variant="default"
      disabled={why !== undefined || again.busy}
      title={why}
      onClick={() => again.act(one)}
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
        id={(one) => `${one.vendor_id} ${one.step}`}
        empty="None is."
      />
    </Panel>
  )
}
