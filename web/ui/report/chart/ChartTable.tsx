import { Table } from '@mantine/core'
import { useState } from 'react'
import { usePrinting } from '../../table/usePrinting.ts'
import { chartCsv } from './chart-csv.ts'
import { valueText, type Point, type Series } from './series.ts'

/** A chart's figures in a table, one click away, and as a file; on paper, too. */
export function ChartTable({
  label,
  points,
  series,
  texts,
  value,
}: {
  label: string
  points: readonly Point[]
  series: readonly Series[]
  texts: readonly string[]
  value: (n: number) => string
}) {
  const [isOpen, setIsOpen] = useState(false)
  const isPrinting = usePrinting()
  const isShown = isOpen || isPrinting
  const columns = [...series.map(({ name }) => name), ...texts]
  return (
    <div className="chart-table">
      <button
        type="button"
        className="link no-print"
        onClick={() => download(label, chartCsv(points, columns))}
      >
        Download CSV
      </button>
      <details open={isShown} onToggle={(e) => setIsOpen(e.currentTarget.open)}>
        <summary className="no-print">Show as table</summary>
        {isShown && (
          <Table aria-label={label} tabularNums>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{''}</Table.Th>
                {series.map(({ name }) => (
                  <Table.Th key={name} scope="col" ta="right">
                    {name}
                  </Table.Th>
                ))}
                {texts.map((name) => (
                  <Table.Th key={name} scope="col">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.map((point, place) => (
                <Table.Tr key={`${String(point.name)} ${place}`}>
                  <Table.Th scope="row" fw={400}>
                    {point.name}
                  </Table.Th>
                  {series.map(({ name }) => (
                    <Table.Td key={name} ta="right">
                      {valueText(point, name, value)}
                    </Table.Td>
                  ))}
                  {texts.map((name) => (
                    <Table.Td key={name}>{point[name]}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </details>
    </div>
  )
}

function download(label: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  link.download = `${label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}.csv`
  link.click()
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
