import { Skeleton } from '@mantine/core'
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'

/** What takes longer than this comes into the page when it is there. */
const mostMs = 1500

const isAwaited = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'fetching'

/**
 * Shows parts that load on their own once all of them are there, so that none moves another. They are laid out
 * before, unseen, since tables choose their columns by their width.
 */
export function Settled({ height, children }: { height: number; children: ReactNode }) {
  const client = useQueryClient()
  const [isSettled, setIsSettled] = useState(false)
  const awaited = useIsFetching({ predicate: isAwaited })
  useEffect(() => {
    // the queries of the parts have begun by now
    if (client.isFetching({ predicate: isAwaited }) === 0) setIsSettled(true)
  }, [client, awaited])
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), mostMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {!isSettled && <Skeleton height={height} />}
      <div className={isSettled ? undefined : 'unsettled'} aria-busy={!isSettled}>
        {children}
      </div>
    </>
  )
}
