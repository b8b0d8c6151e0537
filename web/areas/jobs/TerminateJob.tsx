import type { Job } from '#contract/jobs/jobs.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { typeLabel } from '#contract/jobs/types.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'

export const TerminateJob = ({
  job,
  close,
}: {
  job: Pick<Job, 'job_id' | 'subject' | 'job_spec_name'>
  close: () => void
}) => (
  <ReasonModal
    title={`Terminate job ${job.job_id} (${job.subject ?? typeLabel(job)})?`}
    act="Terminate job"
    danger
    initial={messages.terminated}
    close={close}
    run={(reason) => api.terminateJob({ body: { job_id: job.job_id, reason } })}
    doneText={({ job_state }) =>
      job_state === 'Executing' ? `Job ${job.job_id} is stopping` : `Job ${job.job_id} terminated`
    }
  >
    The job stops at its next batch without partial changes. It isn’t retried.
  </ReasonModal>
)
