import { Table } from '@mantine/core'
import { useState } from 'react'
import { usePrinting } from '../../table/usePrinting.ts'
import type { Series } from './patterns.tsx'

/** A chart's figures in a table, one click away; on paper, too. */
export function ChartTable({
  label,
  points,
  series,
  value,
}: {
  label: string
  points: readonly Readonly<Record<string, string | number>>[]
  series: readonly Series[]
  value: (n: number) => string
}) {
  const [isOpen, setIsOpen] = useState(false)
  const isPrinting = usePrinting()
  const isShown = isOpen || isPrinting
  return (
    <details open={isShown} onToggle={(e) => setIsOpen(e.currentTarget.open)} className="chart-table">
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
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map((point, place) => (
              // eslint-disable-next-line react/no-array-index-key -- names may repeat
              <Table.Tr key={`${String(point.name)} ${place}`}>
                <Table.Th scope="row" fw={400}>
                  {point.name}
                </Table.Th>
                {series.map(({ name }) => (
                  <Table.Td key={name} ta="right">
                    {value(Number(point[name] ?? 0))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </details>
  )
}
