import { Skeleton } from '@mantine/core'
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
}

/** The one list: sticky header, sort by header, j/k or arrows and Enter, skeleton rows the first time, old rows dimmed later. */
export function DataTable<Row>({ label, columns, rows, id, open, sorting, fetching, error, retry, empty, skeletonRows = 8 }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  if (error && !rows) return <Failed error={error} {...(retry && { retry })} />
  if (rows?.length === 0)
    return (
      <div className="table-frame">
        <Empty>{empty}</Empty>
      </div>
    )
  const onKey = (e: KeyboardEvent<HTMLTableSectionElement>) => {
    if (e.target instanceof HTMLElement && e.target.tagName !== 'TR') return
    const all = [...(body.current?.rows ?? [])]
    const at = all.indexOf(document.activeElement as HTMLTableRowElement)
    if (e.key === 'j' || e.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus()
    else if (e.key === 'k' || e.key === 'ArrowUp') all[Math.max(at - 1, 0)]?.focus()
    else if (e.key === 'Enter' && open && rows?.[at]) open(rows[at])
    else return
    e.preventDefault()
  }
  return (
    <div className="table-frame" tabIndex={-1}>
      <table className="table" aria-label={label} aria-busy={fetching || !rows}>
        <thead>
          <tr>
            {columns.map((c) => (
              <th
                key={c.key}
                scope="col"
                className={c.numeric ? 'num' : undefined}
                style={{ width: c.width }}
                aria-sort={sorting && c.sort === sorting.by ? (sorting.descending ? 'descending' : 'ascending') : undefined}
              >
                {c.sort && sorting ? (
                  <button type="button" onClick={() => sorting.set(c.sort!, c.sort === sorting.by ? !sorting.descending : false)}>
                    {c.header}
                    {c.sort === sorting.by && (sorting.descending ? <IconArrowDown size={13} aria-hidden /> : <IconArrowUp size={13} aria-hidden />)}
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
                  onClick={open && ((e) => (e.target instanceof Element && e.target.closest('a,button,input') ? undefined : open(row)))}
                >
                  {columns.map((c) => (
                    <td key={c.key} className={c.numeric ? 'num' : undefined}>
                      {c.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: skeletonRows }, (_, i) => (
                <tr key={i}>
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
