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
    title={`Terminate job ${job.job_id} (${job.subject ?? typeLabel(job)})`}
    act="Terminate the job"
    danger
    initial={messages.terminated}
    close={close}
    run={(reason) => api.terminateJob({ body: { job_id: job.job_id, reason } })}
    done={({ job_state }) =>
      job_state === 'Executing' ? `Job ${job.job_id} is stopping` : `Job ${job.job_id} is terminated`
    }
  >
    It stops at its next batch, leaves no half-applied change, and isn’t tried again.
  </ReasonModal>
)
