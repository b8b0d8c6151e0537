import { Select, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { dayOf } from '#contract/billing/days.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ExportMenu } from '../../../ui/table/export/ExportMenu.tsx'
import { reportExports, yearExports, yearsTo } from './export-list.ts'
import { RecentExports } from './RecentExports.tsx'

const url = z.object({ year: z.coerce.number().int().optional().catch(undefined) })
type Offered = ReturnType<typeof reportExports>[number]

/** Files of the reports and of whole years, and the person's recent ones. */
export function ReportExports({ mayOpen }: { mayOpen: (access: 'staff' | 'money') => boolean }) {
  const [{ year }, set] = useUrl(url)
  const [today] = useState(() => dayOf(Date.now()))
  const years = yearsTo(today)
  const chosen = year !== undefined && years.includes(year) ? year : Number(today.slice(0, 4))
  const shown = (exports: readonly Offered[]) => exports.filter(({ access }) => mayOpen(access))
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Panel title="Export a report">
          <Offers label="Report files" rows={shown(reportExports(today))} />
        </Panel>
        <Panel
          title="Export a year"
          actions={
            <Select
              size="xs"
              w={90}
              aria-label="Year"
              allowDeselect={false}
              value={String(chosen)}
              data={years.map(String)}
              onChange={(value) =>
                set({ year: value === String(years[0]) ? undefined : (value ?? undefined) })
              }
            />
          }
        >
          <Offers label={`Files of ${chosen}`} rows={shown(yearExports(chosen, today))} />
        </Panel>
      </SimpleGrid>
      <Panel title="Your recent exports">
        <RecentExports />
      </Panel>
    </>
  )
}

const Offers = ({ label, rows }: { label: string; rows: readonly Offered[] }) => (
  <DataTable plain label={label} columns={columns} rows={rows} id={({ title }) => title} empty="No files." />
)
const columns: readonly Column<Offered>[] = [
  { key: 'title', header: 'File', leaves: 0, cell: ({ title }) => title },
  { key: 'text', header: 'Contents', leaves: 1, wrap: true, cell: ({ text }) => text },
  {
    key: 'export',
    header: 'Export',
    leaves: 0,
    // a file of other days is another one
    cell: ({ title, source }) => (
      <ExportMenu key={JSON.stringify(source)} source={source} shownColumns={[]} name={title} />
    ),
  },
]
