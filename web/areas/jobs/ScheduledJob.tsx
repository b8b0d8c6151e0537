import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { links } from '../../links.ts'
import { notify } from '../../ui/act/notify.tsx'

interface JobNotice {
  job_id: number
  status: string
  /** The filters that find this and the record's other jobs. */
  search: { job_type: string; param_value: string }
}
let notice: JobNotice | null = null
const listeners = new Set<() => void>()
function show(next: JobNotice | null): void {
  notice = next
  for (const listener of listeners) listener()
}

/** Reports once what happened to a requested job (docs/domain/jobs.md, One job a key). */
export function tellScheduled(
  { status, job_id }: { status: string; job_id: number | null },
  search: JobNotice['search'],
): void {
  if (job_id !== null) show({ job_id, status, search })
  else notify(status.includes('uccess') ? 'success' : 'warning', status)
}

/** The dialog about the job that was scheduled last, on every screen. */
export function ScheduledJob() {
  const job = useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => notice,
  )
  const close = () => show(null)
  if (!job) return null
  return (
    <Modal
      opened
      onClose={close}
      title={`Job ${job.job_id} scheduled`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">{job.status}. The job page shows progress, attempts and the log.</Text>
        <Group justify="flex-end">
          <Button component={Link} to={links.jobs(job.search)} variant="default" onClick={close}>
            Search log
          </Button>
          <Button component={Link} to={links.job(job.job_id)} onClick={close} data-autofocus>
            Open job {job.job_id}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
