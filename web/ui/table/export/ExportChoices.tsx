import { Menu } from '@mantine/core'
import { exportColumns } from '#contract/lists/columns.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import type { Format } from './ExportMenu.tsx'

/** The columns to export, as shown or all of them, in each format. */
export default function ExportChoices({
  list,
  shownColumns,
  begin,
}: {
  list: ExportedList['list']
  shownColumns: readonly string[]
  begin: (what: { format: Format; columns: readonly string[] }) => unknown
}) {
  const all = Object.keys(exportColumns[list])
  const exportable = shownColumns.filter((key) => all.includes(key))
  const item = (format: Format, columns: readonly string[], label: string) => (
    <Menu.Item onClick={() => begin({ format, columns })}>{label}</Menu.Item>
  )
  return (
    <>
      {exportable.length > 0 && (
        <>
          <Menu.Label>Visible columns</Menu.Label>
          {item('csv', exportable, 'CSV')}
          {item('xlsx', exportable, 'XLSX')}
        </>
      )}
      <Menu.Label>All {all.length} columns</Menu.Label>
      {item('csv', all, 'CSV, all columns')}
      {item('xlsx', all, 'XLSX, all columns')}
    </>
  )
}
