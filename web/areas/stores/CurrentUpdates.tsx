import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { jobStatus } from '#contract/jobs/types.ts'
import type { StoreUpdate } from '#contract/stores/updates.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Ago, percent } from '../../ui/values.tsx'
import { JobState } from '../jobs/public.tsx'
import type { Vendor } from './VendorStores.tsx'

/** The store's running or queued job. */
export function CurrentUpdates({ vendor, id }: { vendor: Vendor; id: number }) {
  const params = { vendor_id: vendor.vendor_id, vendor_store_id: id }
  const { data } = useQuery({
    ...api.listStoreUpdates.query({ params }),
    refetchInterval: ({ state }) => (state.data?.length ? 2000 : 15_000),
  })
  const sentUpdates = useQuery(
    api.listSentUpdates.query({
      params: { vendor_id: vendor.vendor_id },
      query: { vendor_store_id: id },
    }),
  )
  const open = data?.length
  const before = useRef(open)
  const { refetch } = sentUpdates
  useEffect(() => {
    if (before.current && open !== undefined && open < before.current) void refetch()
    before.current = open
  }, [open, refetch])
  return (
    <>
      {data?.map((update) => (
        <CurrentUpdate key={update.job_id} update={update} />
      ))}
    </>
  )
}

const CurrentUpdate = ({ update }: { update: StoreUpdate }) => (
  <Text size="sm" component="div">
    <Link to={links.job(update.job_id)} className="link mono">
      {update.job_id}
    </Link>{' '}
    <JobState job={update} />{' '}
    {update.job_status === jobStatus.executing ? (
      <>
        started <Ago tm={update.job_start_time} />
        {update.progress !== null && `, ${percent(update.progress * 100)}`}
        {update.progress_text && `, ${update.progress_text}`}
      </>
    ) : (
      <>
        queued <Ago tm={update.queued_tm} /> by{' '}
        {update.requested_by === 'schedule' ? 'the schedule' : update.requested_by}
        {update.reason && `; last attempt: ${update.reason}`}
      </>
    )}
  </Text>
)
