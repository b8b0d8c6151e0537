import './heat-table.css'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'

export interface HeatCell {
  text: string
  /** A second line, such as the share. */
  note?: string | undefined
  /** From 0 to 1; undefined: not drawn. */
  heat: number | undefined
  /** The rows that the number counts. */
  to?: string | undefined
  isOpen?: boolean
}
interface HeatRow {
  name: string
  /** What it starts from. */
  base?: string
  baseTo?: string
  /** null: there can’t be one. */
  cells: readonly (HeatCell | null)[]
}

const steps = [0, 0.25, 0.5, 0.75, 1]
const heatStyle = (heat: number) => ({ '--heat': Math.min(1, Math.max(0, heat)) }) as CSSProperties

/** A table whose cells are darker the larger they are, each with its number. */
export function HeatTable({
  label,
  corner,
  baseName,
  columns,
  rows,
  scale,
}: {
  label: string
  /** What the rows are. */
  corner: string
  baseName?: string
  columns: readonly string[]
  rows: readonly HeatRow[]
  /** What the lightest and the darkest cells are. */
  scale?: readonly [string, string]
}) {
  return (
    <figure className="heat-figure">
      {/* it scrolls sideways, so the keyboard must reach it */}
      <div className="heat" tabIndex={0} role="region" aria-label={label}>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col" className="heat-corner">
                {corner}
              </th>
              {baseName !== undefined && <th scope="col">{baseName}</th>}
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, base, baseTo, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {base !== undefined && (
                  <td>
                    <Shown cell={{ text: base, to: baseTo, heat: undefined }} />
                  </td>
                )}
                {cells.map((cell, i) => (
                  <td
                    key={columns[i]}
                    {...(cell?.heat !== undefined && { 'data-heat': true, style: heatStyle(cell.heat) })}
                  >
                    <Shown cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {scale && (
        <figcaption className="heat heat-scale" aria-hidden>
          <span>{scale[0]}</span>
          {steps.map((step) => (
            <i key={step} data-heat style={heatStyle(step)} />
          ))}
          <span>{scale[1]}</span>
        </figcaption>
      )}
    </figure>
  )
}

function Shown({ cell }: { cell: HeatCell | null }) {
  if (cell === null) return <span className="faint">—</span>
  const { text, note, to, isOpen } = cell
  return (
    <>
      {to === undefined ? (
        text
      ) : (
        <Link to={to} className="link" {...(isOpen && { 'aria-current': 'true' as const })}>
          {text}
        </Link>
      )}
      {note !== undefined && <small>{note}</small>}
    </>
  )
}
