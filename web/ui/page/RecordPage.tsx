import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HttpError } from '../../api.ts'
import { Empty, Failed, Page } from './Page.tsx'
import { usePathText } from './usePath.ts'

interface Props<Row> {
  /** What a person calls the record: `supplier`. */
  noun: string
  /** Where the path has its id: `id` for `$id`. */
  param: string
  query: { data: Row | undefined; error: Error | null; isEnabled: boolean; refetch: () => unknown }
  /** Answered, and there is none. */
  missing?: boolean
  back: { to: string; label: string }
  children: (row: Row) => ReactNode
}

/**
 * A record's screen until the record is there: no such record (an id that can be none, too) with a way
 * back, a failure with a retry, a skeleton.
 */
export function RecordPage<Row>({ noun, param, query, missing, back, children }: Props<Row>) {
  const named = usePathText(param)
  const { data, error, isEnabled, refetch } = query
  if (!isEnabled || missing || (error instanceof HttpError && error.status === 404))
    return (
      <Page title={`No such ${noun}`}>
        <Empty
          act={
            <Button component={Link} to={back.to} variant="default">
              {back.label}
            </Button>
          }
        >
          There is no {noun} {named}. It may have been deleted, or the number is wrong.
        </Empty>
      </Page>
    )
  if (data !== undefined) return children(data)
  return (
    <Page title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${named}`}>
      {error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton height={320} />}
    </Page>
  )
}
