import { Skeleton } from '@mantine/core'
import { useIsFetching, type Query } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'

/** What takes longer than this comes into the page when it is there. */
const mostMs = 1500
/** By then the parts ask for what they lack. */
const beginMs = 50

const isAwaited = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'fetching'

/**
 * Shows parts that load on their own once all of them are there, so that none moves another. They are laid out
 * before, unseen, since tables choose their columns by their width.
 */
export function PartsAtOnce({ height, children }: { height: number; children: ReactNode }) {
  const pendingCount = useIsFetching({ predicate: isAwaited })
  const [hasBegun, setHasBegun] = useState(false)
  const [isSettled, setIsSettled] = useState(false)
  if (!hasBegun && pendingCount > 0) setHasBegun(true)
  if (!isSettled && hasBegun && pendingCount === 0) setIsSettled(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), hasBegun ? mostMs : beginMs)
    return () => clearTimeout(timer)
  }, [hasBegun])
  return (
    <>
      {!isSettled && <Skeleton height={height} />}
      <div className={isSettled ? undefined : 'unsettled'} aria-busy={!isSettled}>
        {children}
      </div>
    </>
  )
}
