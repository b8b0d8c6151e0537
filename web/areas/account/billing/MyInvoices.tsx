import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { shortSpanText } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import { paperPageSize, type OwnPaper } from '#contract/payments/own-billing.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { dayText } from '../../../ui/time.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Status } from '../../../ui/values.tsx'
import { paperStatuses } from '#contract/statuses.ts'

const states = {
  paid: { tone: 'good', icon: IconCheck, text: paperStatuses.paid },
  open: { tone: 'bad', icon: IconAlertTriangle, text: paperStatuses.open },
  written_off: { tone: 'off', icon: IconMinus, text: paperStatuses.written_off },
} as const

const columns: readonly Column<OwnPaper>[] = [
  {
    key: 'number',
    header: 'Number',
    leaves: 0,
    cell: (p) => (
      <Anchor
        className="mono mine-paper"
        href={api.downloadOwnPaper.url({ params: { invoice_id: p.invoice_id } })}
        download
        title="Download PDF"
      >
        {p.number}
      </Anchor>
    ),
  },
  {
    key: 'kind',
    header: 'Type',
    leaves: 2,
    cell: (p) => (p.kind === 'credit_note' ? 'Credit note' : 'Invoice'),
  },
  { key: 'issued', header: 'Date (UTC)', leaves: 0, cell: (p) => dayText(p.issued_on) },
  {
    key: 'period',
    header: 'Period',
    leaves: 1,
    cell: (p) => (p.period ? shortSpanText(p.period) : '—'),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    cell: ({ kind, state }) =>
      kind === 'credit_note' ? (
        'Refunded'
      ) : (
        <Status tone={states[state].tone} icon={states[state].icon}>
          {states[state].text}
        </Status>
      ),
  },
  { key: 'total', header: 'Total', numeric: true, leaves: 0, cell: (p) => money(p.total) },
]

const url = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1) })

/** The customer's invoices and credit notes, each a PDF. */
export function MyInvoices() {
  const [{ page }, set] = useUrl(url)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...api.listOwnPapers.query({ query: { page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Invoices">
      <DataTable
        label="Invoices"
        columns={columns}
        rows={data?.papers}
        id={(paper) => paper.invoice_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No invoices yet."
        skeletonRows={3}
        plain
      />
      <div className="mine-pager">
        <Pager
          total={data?.total}
          stale={isPlaceholderData}
          size={paperPageSize}
          page={page}
          go={(p, options) => set({ page: p }, options)}
        />
      </div>
    </Panel>
  )
}
