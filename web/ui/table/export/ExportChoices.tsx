import { Menu } from '@mantine/core'
import { exportColumns } from '#contract/lists/columns.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import type { Format } from './ExportMenu.tsx'

/** The columns that a list is taken out with, as they stand here or all of them, in each format. */
export default function ExportChoices({
  list,
  chosen,
  begin,
}: {
  list: ExportedList['list']
  chosen: readonly string[]
  begin: (what: { format: Format; columns: readonly string[] }) => unknown
}) {
  const all = Object.keys(exportColumns[list])
  const shown = chosen.filter((key) => all.includes(key))
  const item = (format: Format, columns: readonly string[], label: string) => (
    <Menu.Item onClick={() => begin({ format, columns })}>{label}</Menu.Item>
  )
  return (
    <>
      {shown.length > 0 && (
        <>
          <Menu.Label>Columns as they stand here</Menu.Label>
          {item('csv', shown, 'CSV')}
          {item('xlsx', shown, 'XLSX')}
        </>
      )}
      <Menu.Label>All {all.length} columns</Menu.Label>
      {item('csv', all, 'CSV, all columns')}
      {item('xlsx', all, 'XLSX, all columns')}
    </>
  )
}
