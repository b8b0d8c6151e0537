import { Pagination } from '@mantine/core'
import { useEffect } from 'react'

/** Page numbers under a list, if there is more than one. A page beyond the last leads to the last. */
export function Pager({
  total,
  stale,
  size,
  page,
  go,
}: {
  total: number | undefined
  /** The total is still the previous list's. */
  stale: boolean
  size: number
  page: number
  go: (page: number | undefined, how?: { replace: boolean }) => void
}) {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / size))
  const isBeyond = !stale && last !== undefined && page > last
  useEffect(() => {
    if (isBeyond) go(last === 1 ? undefined : last, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a page; `go` is made anew by each drawing
  }, [isBeyond, last, page])
  return last !== undefined && last > 1 ? (
    <Pagination
      total={last}
      value={page}
      onChange={(p) => go(p === 1 ? undefined : p)}
      getControlProps={(c) => ({ 'aria-label': `${c} page` })}
      size="sm"
    />
  ) : null
}
