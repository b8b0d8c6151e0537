import { Button } from '@mantine/core'
import { isOpen } from '#contract/jobs/types.ts'
import type { DirectSync } from '#contract/direct-app/direct-users.ts'
import { api } from '../../api.ts'
import { useAct } from '../../ui/act/useAct.ts'

export const isOpenSync = (job: DirectSync['job'] | undefined): boolean =>
  Boolean(job && isOpen(job.job_status))

/** Syncs a user, or all, by a job. */
export function SyncButton({
  id,
  connected,
  job,
  label,
}: {
  /** null: all users. */
  id: number | null
  connected: boolean | undefined
  job: DirectSync['job']
  label: string
}) {
  const { act, busy } = useAct({
    run: () => api.syncDirectUser({ body: { id } }),
    doneText: ({ job_id }) => (job_id === null ? 'A sync is queued already' : 'Sync started'),
  })
  return (
    <Button
      variant="default"
      loading={busy || isOpenSync(job)}
      disabled={connected !== true}
      title={
        connected === false
          ? 'IS Direct isn’t connected. Set DIRECT_APP_URL and DIRECT_APP_SECRET'
          : undefined
      }
      onClick={() => act()}
    >
      {label}
    </Button>
  )
}
