import type { Job } from '#contract/jobs/jobs.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { typeLabel } from './job-values.tsx'
import { notify } from '../../ui/notify.tsx'
import { ReasonModal } from '../../ui/ReasonModal.tsx'

export const TerminateJob = ({
  job,
  close,
  done,
}: {
  job: Pick<Job, 'job_id' | 'subject' | 'job_spec_name'>
  close: () => void
  done: () => Promise<unknown>
}) => (
  <ReasonModal
    title={`Terminate job ${job.job_id} (${job.subject ?? typeLabel(job)})`}
    act="Terminate the job"
    danger
    initial={messages.terminated}
    close={close}
    run={async (reason) => {
      const ended = await api.terminateJob({ body: { job_id: job.job_id, reason } })
      notify(
        'success',
        ended.job_state === 'Executing' ? 'The job stops at its next batch' : 'The job is terminated',
      )
      await done()
    }}
  >
    It stops at its next batch, leaves no half-applied change, and isn’t tried again.
  </ReasonModal>
)
