import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayText } from '#contract/formats.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import { monthlyReports, type MonthlyReport } from '#contract/suppliers/kinds.ts'
import { links } from '../../../links.ts'
import { Facts } from '../../../ui/page/Page.tsx'
import { faultsOf } from '../../../ui/report/faults.ts'
import { ReportPage, type Definition } from '../../../ui/report/ReportPage.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'
import { NoPartner } from './NoPartner.tsx'

interface PartnerMonth {
  supplier: { dropshipper_id: number; supplier_name: string } | null
  start: string
  end: string
  total: number
}
interface PartnerVendor {
  vendor_id: number
  listed: number
  last_sent_tm: string | null
}

/** The monthly report of a partner: its supplier and numbers, and the vendors that they count. */
export function PartnerReport<Month extends PartnerMonth, Vendor extends PartnerVendor>({
  title,
  partner,
  query,
  answer,
  definitions,
  picker,
  facts,
  label,
  exportSource,
  columns,
  vendors,
  empty,
}: {
  title: string
  partner: MonthlyReport
  query: UseQueryResult<Month>
  answer: (month: Month) => string
  definitions: readonly Definition[]
  /** The choice of the month. */
  picker: ReactNode
  facts: (month: Month) => readonly (readonly [string, string])[]
  label: string
  exportSource: ExportedList
  columns: (month: Month) => readonly Column<Vendor>[]
  vendors: (month: Month) => readonly Vendor[]
  empty: string
}) {
  return (
    <ReportPage
      title={title}
      query={query}
      faults={faultsOf(query.error)}
      answer={answer}
      definitions={definitions}
      note={({ start, end }) => `${dayText(start)} to ${dayText(end)}.`}
      controls={picker}
    >
      {(month) => {
        const { supplier, total } = month
        if (supplier === null) return <NoPartner report={partner} />
        const rows = vendors(month)
        return (
          <>
            <Facts
              facts={[
                [
                  monthlyReports[partner],
                  <Link
                    key="supplier"
                    to={links.supplier(supplier.dropshipper_id, 'subscriptions')}
                    className="link"
                  >
                    {supplier.supplier_name}
                  </Link>,
                ],
                ...facts(month),
              ]}
            />
            {total > rows.length && <p className="quiet">{count(rows.length)} of them are listed.</p>}
            <DataTable
              label={label}
              exportSource={exportSource}
              columns={[...columns(month), ...listedNow<Vendor>()]}
              rows={rows}
              id={(row) => row.vendor_id}
              fetching={query.isFetching}
              empty={empty}
            />
          </>
        )
      }}
    </ReportPage>
  )
}

/** What of the partner’s products is in the vendor’s stores today. */
const listedNow = <Vendor extends PartnerVendor>(): readonly Column<Vendor>[] => [
  {
    key: 'listed',
    header: 'Listed now',
    numeric: true,
    leaves: 0,
    sortValue: (row) => row.listed,
    cell: (row) => count(row.listed),
  },
  {
    key: 'last_sent',
    header: 'Last sent',
    leaves: 4,
    sortValue: (row) => row.last_sent_tm,
    moment: (row) => row.last_sent_tm,
  },
]
