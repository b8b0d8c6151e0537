import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/ActModal.tsx'
import { idName } from './job-values.tsx'
import { tellScheduled } from './ScheduledJob.tsx'

/** Queues a job of a chosen type for one record. */
export function ScheduleJob({ close }: { close: () => void }) {
  const { data } = useQuery(api.listSchedulableJobs.query())
  const form = useForm({ initialValues: { job_type: '', param_value: '' } })
  const template = data?.find((t) => t.job_type === form.values.job_type)
  const of = { job_type: form.values.job_type, param_value: form.values.param_value.trim() }
  return (
    <ActModal
      title="Schedule a job"
      act="Schedule the job"
      ready={Boolean(template && form.values.param_value.trim())}
      changed={form.isDirty()}
      close={close}
      run={() => api.scheduleJob({ body: { ...of, param_name: template!.param_name } })}
      after={(answer) => tellScheduled(answer, of)}
      fields={form.setErrors}
    >
      <Select
        label="Job type"
        required
        data-autofocus
        data={data?.map((t) => ({ value: t.job_type, label: t.label })) ?? []}
        allowDeselect={false}
        {...form.getInputProps('job_type')}
        description={
          template ? `${template.job_type} · ${template.category} · ${template.vcpu} vCPU` : undefined
        }
      />
      <TextInput
        label={idName(template?.param_name)}
        required
        inputMode="numeric"
        {...form.getInputProps('param_value')}
      />
    </ActModal>
  )
}
