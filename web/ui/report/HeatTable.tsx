import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'

export interface HeatCell {
  value: number
  text: string
  /** The rows that the number counts. */
  to?: string | undefined
  isOpen?: boolean
}

/** Numbers by row and column; the larger one is, the darker its cell. */
export function HeatTable({
  label,
  corner,
  columns,
  rows,
}: {
  label: string
  /** What the rows and the columns are. */
  corner: string
  columns: readonly string[]
  rows: readonly { name: string; cells: readonly (HeatCell | null)[] }[]
}) {
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map((cell) => cell?.value ?? 0)))
  return (
    <div className="heat-frame">
      <table className="heat" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, place) => (
                <td
                  key={columns[place]}
                  style={{ '--heat': `${Math.round(((cell?.value ?? 0) / most) * 45)}%` } as CSSProperties}
                >
                  <Shown cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Shown({ cell }: { cell: HeatCell | null }) {
  if (cell === null) return <span className="faint">—</span>
  if (cell.to === undefined) return cell.text
  return (
    <Link to={cell.to} className="link" {...(cell.isOpen && { 'aria-current': 'true' as const })}>
      {cell.text}
    </Link>
  )
}
