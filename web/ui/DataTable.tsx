import { Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Empty, Failed } from './Page.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** Given: its header sorts. */
  sort?: string
  width?: number | string
}
interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  id: (row: Row) => string | number
  open?: (row: Row) => void
  sorting?: { by: string; descending: boolean; set: (by: string, descending: boolean) => void }
  /** New rows are on their way: the old ones stay, dimmed. */
  fetching?: boolean
  error?: Error | null
  retry?: () => void
  empty: ReactNode
  skeletonRows?: number
  /** Given: rows can be ticked, by a box, by `x`, and a span of them with Shift. */
  selection?: {
    ids: ReadonlySet<number>
    set: (ids: ReadonlySet<number>) => void
    id: (row: Row) => number
    name: (row: Row) => string
  }
}

/**
 * The one list: sticky header, sort by header, j/k or arrows, Enter and x, skeleton rows the first time,
 * old rows dimmed later.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  id,
  open,
  sorting,
  fetching,
  error,
  retry,
  empty,
  skeletonRows = 8,
  selection,
}: Props<Row>) {
  const lastTicked = useRef(-1)
  const body = useRef<HTMLTableSectionElement>(null)
  if (error && !rows) return <Failed error={error} {...(retry && { retry })} />
  if (rows?.length === 0)
    return (
      <div className="table-frame">
        <Empty>{empty}</Empty>
      </div>
    )
  const tick = (at: number, span: boolean) => {
    if (!selection || !rows?.[at]) return
    const from = span && lastTicked.current >= 0 ? lastTicked.current : at
    const on = !selection.ids.has(selection.id(rows[at]))
    const next = new Set(selection.ids)
    for (const row of rows.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      if (on) next.add(selection.id(row))
      else next.delete(selection.id(row))
    }
    lastTicked.current = at
    selection.set(next)
  }
  const tickAll = (on: boolean) => selection?.set(new Set(on ? rows?.map(selection.id) : []))
  const onKey = (e: KeyboardEvent<HTMLTableSectionElement>) => {
    if (
      e.target instanceof HTMLElement &&
      e.target.tagName !== 'TR' &&
      !(e.target instanceof HTMLInputElement && e.target.type === 'checkbox')
    )
      return
    const all = [...(body.current?.rows ?? [])]
    const at = all.findIndex((row) => row.contains(document.activeElement))
    if (e.key === 'j' || e.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus()
    else if (e.key === 'k' || e.key === 'ArrowUp') all[Math.max(at - 1, 0)]?.focus()
    else if ((e.key === 'x' || e.key === 'X') && selection && at >= 0) tick(at, e.shiftKey)
    else if (e.key === 'Enter' && open && rows?.[at]) open(rows[at])
    else return
    e.preventDefault()
  }
  return (
    <div className="table-frame" tabIndex={-1}>
      <table className="table" aria-label={label} aria-busy={fetching || !rows}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" style={{ width: 36 }}>
                <Checkbox
                  size="xs"
                  aria-label="Select all rows"
                  checked={Boolean(rows?.length) && rows!.every((r) => selection.ids.has(selection.id(r)))}
                  indeterminate={
                    selection.ids.size > 0 && !rows?.every((r) => selection.ids.has(selection.id(r)))
                  }
                  onChange={(e) => tickAll(e.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map((c) => (
              <th
                key={c.key}
                scope="col"
                className={c.numeric ? 'num' : undefined}
                style={{ width: c.width }}
                aria-sort={
                  sorting && c.sort === sorting.by
                    ? sorting.descending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                {c.sort && sorting ? (
                  <button
                    type="button"
                    onClick={() => sorting.set(c.sort!, c.sort === sorting.by ? !sorting.descending : false)}
                  >
                    {c.header}
                    {c.sort === sorting.by &&
                      (sorting.descending ? (
                        <IconArrowDown size={13} aria-hidden />
                      ) : (
                        <IconArrowUp size={13} aria-hidden />
                      ))}
                  </button>
                ) : (
                  c.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKey} className={fetching && rows ? 'dimmed-rows' : undefined}>
          {rows
            ? rows.map((row, i) => (
                <tr
                  key={id(row)}
                  tabIndex={i === 0 ? 0 : -1}
                  className={open ? 'opens' : undefined}
                  onClick={
                    open &&
                    ((e) =>
                      e.target instanceof Element && e.target.closest('a,button,input')
                        ? undefined
                        : open(row))
                  }
                >
                  {selection && (
                    <td>
                      <Checkbox
                        size="xs"
                        aria-label={`Select ${selection.name(row)}`}
                        checked={selection.ids.has(selection.id(row))}
                        onClick={(e) => {
                          tick(i, e.shiftKey)
                          // after a click with the mouse the row's own keys work on
                          if (e.detail > 0) e.currentTarget.closest('tr')?.focus()
                        }}
                        readOnly
                      />
                    </td>
                  )}
                  {columns.map((c) => (
                    <td key={c.key} className={c.numeric ? 'num' : undefined}>
                      {c.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: skeletonRows }, (_, i) => (
                <tr key={i}>
                  {selection && <td />}
                  {columns.map((c) => (
                    <td key={c.key}>
                      <Skeleton height={14} my={4} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}
