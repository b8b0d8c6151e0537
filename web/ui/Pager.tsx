import { Pagination } from '@mantine/core'

/** Page numbers under a list; nothing where one page holds all. */
export const Pager = ({
  total,
  size,
  page,
  go,
}: {
  total: number | undefined
  size: number
  page: number
  go: (page: number | undefined) => void
}) =>
  total !== undefined && total > size ? (
    <Pagination
      total={Math.ceil(total / size)}
      value={page}
      onChange={(p) => go(p === 1 ? undefined : p)}
      getControlProps={(c) => ({ 'aria-label': `${c} page` })}
      size="sm"
    />
  ) : null
