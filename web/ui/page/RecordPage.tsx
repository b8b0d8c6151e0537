import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HttpError } from '../../api.ts'
import { Empty, LoadError, Page } from './Page.tsx'
import { usePathText } from './usePath.ts'
import { capitalize } from '#contract/words.ts'

interface Props<Row> {
  /** What a person calls the record: `supplier`. */
  noun: string
  /** The path parameter with its id: `id` for `$id`. */
  param: string
  query: { data: Row | undefined; error: Error | null; isEnabled: boolean; refetch: () => unknown }
  /** The answer came, and there is no such record. */
  missing?: boolean
  wayBack: { to: string; label: string }
  children: (row: Row) => ReactNode
}

/**
 * A record's screen until the record is loaded: no such record (also for an impossible id) with a way back,
 * a failure with a retry, or a skeleton.
 */
export function RecordPage<Row>({ noun, param, query, missing, wayBack, children }: Props<Row>) {
  const idText = usePathText(param)
  const { data, error, isEnabled, refetch } = query
  if (!isEnabled || missing || (error instanceof HttpError && error.status === 404))
    return (
      <Page title={`${capitalize(noun)} not found`}>
        <Empty
          act={
            <Button component={Link} to={wayBack.to} variant="default">
              {wayBack.label}
            </Button>
          }
        >
          We couldn’t find {noun} {idText}. It may have been deleted, or the ID is wrong.
        </Empty>
      </Page>
    )
  if (data !== undefined) return children(data)
  return (
    <Page title={`${capitalize(noun)} ${idText}`}>
      {error ? <LoadError error={error} retry={() => void refetch()} /> : <Skeleton height={320} />}
    </Page>
  )
}
