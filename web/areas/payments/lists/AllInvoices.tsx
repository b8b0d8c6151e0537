import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconMinus, IconReceiptRefund } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { shortSpanText } from '#contract/billing/days.ts'
import { amount, money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  mostPaperPages,
  paperAges,
  paperKinds,
  papersAPage,
  papersFilters,
  paperStates,
  paperText,
  type Paper,
} from '#contract/payments/papers.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { dayFrom, type Filter } from '../../../ui/table/filter/filter.ts'
import { dayText } from '../../../ui/time.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, Status } from '../../../ui/values.tsx'
import { useWhyNotMoney } from '../../billing/public.tsx'
import { Aging } from './Aging.tsx'
import { CloseInvoiceModal } from '../acts/CloseInvoice.tsx'
import { MoneyList } from './MoneyList.tsx'
import { moneyFilters, moneyUrl } from './money-url.ts'
import { PaperLink } from '../Standing.tsx'
import { VendorLink } from './VendorLink.tsx'

const { kind, state, age, sort } = papersFilters.shape
const url = z.object({
  ...moneyUrl(mostPaperPages),
  kind: kind.catch(undefined),
  state: state.catch(undefined),
  age: age.catch(undefined),
  sort: sort.catch('-issued'),
})
const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const filters: readonly Filter[] = [
  { key: 'kind', label: 'Type', kind: 'choice', options: toOptions(paperKinds) },
  { key: 'state', label: 'Status', kind: 'choice', options: toOptions(paperStates) },
  {
    key: 'age',
    label: 'Age',
    kind: 'choice',
    options: Object.entries(paperAges).map(([value, { label }]) => ({ value, label })),
  },
  ...moneyFilters({ day: 'Issued', amount: 'Total' }),
]

const signs = {
  open: { tone: 'bad', icon: IconAlertTriangle },
  paid: { tone: 'good', icon: IconCircleCheck },
  written_off: { tone: 'off', icon: IconMinus },
  given_back: { tone: 'off', icon: IconReceiptRefund },
} as const
const PaperTitle = ({ paper }: { paper: Paper }) => (
  <>
    {paperText(paper)}
    {paper.third_party && <span className="faint"> · owed by a third party</span>}
  </>
)

function nextTryText({ next_try, days_open }: Paper): string {
  if (next_try) return dayText(next_try)
  return days_open === null ? '—' : 'None'
}

const columns = (
  disabledReason: string | undefined,
  close: (paper: Paper) => void,
): readonly Column<Paper>[] => [
  {
    key: 'number',
    header: 'Number',
    leaves: 0,
    cell: (p) => <PaperLink vendorId={p.vendor_id} paper={p} />,
  },
  { key: 'issued', sort: 'issued', header: 'Issued (UTC)', leaves: 1, cell: (p) => dayText(p.issued_on) },
  { key: 'company', header: 'Vendor', leaves: 0, cell: (p) => <VendorLink vendor={p} /> },
  { key: 'what', header: 'Type', leaves: 3, cell: (p) => <PaperTitle paper={p} /> },
  { key: 'period', header: 'Period', leaves: 9, cell: (p) => (p.period ? shortSpanText(p.period) : '—') },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    cell: (p) => <Status {...signs[p.state]}>{paperStates[p.state]}</Status>,
  },
  {
    key: 'age',
    header: 'Days open',
    numeric: true,
    leaves: 2,
    cell: (p) => (p.days_open === null ? '—' : count(p.days_open)),
  },
  {
    key: 'tries',
    header: 'Attempts',
    numeric: true,
    leaves: 7,
    cell: (p) => (p.days_open === null ? '—' : count(p.tries)),
  },
  {
    key: 'next',
    header: 'Next retry',
    leaves: 6,
    cell: nextTryText,
  },
  { key: 'reason', header: 'Last decline', wrap: true, leaves: 8, cell: (p) => p.refused ?? '—' },
  { key: 'total', sort: 'total', header: 'Total', numeric: true, leaves: 0, cell: (p) => amount(p.total) },
  {
    key: 'act',
    header: 'Actions',
    width: 132,
    leaves: 4,
    cell: (p) => <CloseButton paper={p} disabledReason={disabledReason} close={close} />,
  },
]

function CloseButton({
  paper,
  disabledReason,
  close,
}: {
  paper: Paper
  /** Why the person may not do this. */
  disabledReason: string | undefined
  close: (paper: Paper) => void
}) {
  if (paper.state !== 'open' && paper.state !== 'written_off') return null
  if (paper.closing) return <span className="faint">Needs approval</span>
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={disabledReason !== undefined}
      title={disabledReason}
      onClick={() => close(paper)}
    >
      {paper.state === 'open' ? 'Close…' : 'Mark as paid…'}
    </Button>
  )
}

/** Invoices and credit notes of all vendors: owed amounts by age; searched, filtered and exported. */
export default function AllInvoices() {
  const [{ page, search, from, sort: sortKey, ...filterValues }, set] = useUrl(url)
  const listInput = { ...filterValues, search, sort: sortKey, from: dayFrom(from) }
  const [closes, setCloses] = useState<Paper | null>(null)
  const refusal = useWhyNotMoney({ deletion: null })
  const query = useQuery({
    ...api.listPapers.query({ query: { ...listInput, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <MoneyList
      title="Invoices"
      answer={sumsText}
      search={{
        label: 'Search invoices',
        placeholder: 'INV-000123, CN-000012, vendor or ID',
        value: search,
      }}
      filters={filters}
      filterValues={{ ...filterValues, from }}
      set={set}
      sort={sortKey}
      usual="-issued"
      page={page}
      size={papersAPage}
      query={query}
      rows={(data) => data.papers}
      to={(p) => links.vendor(p.vendor_id, 'billing_history')}
      table={{
        label: 'Invoices of all vendors',
        columns: columns(refusal === null ? 'Loading…' : refusal, setCloses),
        id: (p) => p.invoice_id,
        exportSource: { list: 'invoices', input: listInput },
      }}
      empty={['No invoices match these filters.', 'No invoices yet.']}
    >
      <Aging
        chosenAge={filterValues.age}
        // only open invoices have an age
        choose={(next) => set({ age: next, state: undefined, page: undefined })}
      />
      {closes && (
        <CloseInvoiceModal
          vendorId={closes.vendor_id}
          invoice={closes}
          isWrittenOff={closes.state === 'written_off'}
          close={() => setCloses(null)}
        />
      )}
    </MoneyList>
  )
}

/** The sums of the listed invoices and credit notes, and what is still owed. */
const sumsText = ({ invoiced: invoicedSum, credited: creditedSum, open }: Result<'listPapers'>) =>
  invoicedSum === null || creditedSum === null || open === null
    ? 'Showing the first 10,000. Filter to see totals.'
    : `${money(invoicedSum)} invoiced, ${money(creditedSum)} credited, ${money(open)} open`
