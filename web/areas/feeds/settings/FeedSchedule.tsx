import { Group, Select, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { zonedTime } from '../../../ui/time.ts'

const usual = [
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 */2 * * *', label: 'Every 2 hours' },
  { value: '0 */4 * * *', label: 'Every 4 hours' },
  { value: '0 */6 * * *', label: 'Every 6 hours' },
  { value: '0 5 * * *', label: 'Daily at 5:00 am' },
  { value: 'custom', label: 'Cron expression' },
]

/** When the feed runs by itself. */
export function FeedSchedule({ feedId, quiet }: { feedId: number; quiet?: boolean }) {
  const { data } = useQuery(api.getFeedSchedule.query({ params: { feed_id: feedId } }))
  return (
    <Panel title="Schedule">
      {data && <ScheduleForm feedId={feedId} schedule={data} next={data.next_runs} quiet={quiet} />}
    </Panel>
  )
}

function ScheduleForm({
  feedId,
  schedule,
  next,
  quiet,
}: {
  feedId: number
  schedule: Result<'getFeedSchedule'>
  next: readonly string[]
  quiet: boolean | undefined
}) {
  const params = { feed_id: feedId }
  const { form, parts } = useRecordForm({
    latest: schedule,
    toValues: ({ active, cron, tz }) => ({ active, cron: cron ?? '0 */4 * * *', tz }),
    save: (values, { version }) => api.saveFeedSchedule({ params, body: { ...values, version } }),
    reload: () => api.getFeedSchedule({ params }),
    doneText: 'Schedule saved',
    labels: { active: 'Run on a schedule', cron: 'Frequency', tz: 'Time zone' },
  })
  const { values, setValues } = form
  const [custom, setCustom] = useState(!usual.some((u) => u.value === values.cron))
  return (
    <RecordForm parts={parts} subject="the schedule" quiet={quiet}>
      <Switch label="Run on a schedule" {...form.getInputProps('active', { type: 'checkbox' })} />
      <Group align="flex-start">
        <Select
          label="Frequency"
          data={usual}
          value={custom ? 'custom' : values.cron}
          allowDeselect={false}
          onChange={(v) => {
            setCustom(v === 'custom')
            if (v && v !== 'custom') setValues({ cron: v })
          }}
        />
        {custom && (
          <TextInput
            label="Cron expression"
            description="Minute, hour, day, month, weekday"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('cron')}
          />
        )}
        <Select
          label="Time zone"
          searchable
          data={['UTC', ...Intl.supportedValuesOf('timeZone')]}
          allowDeselect={false}
          {...form.getInputProps('tz')}
        />
      </Group>
      {next[0] && (
        <Text size="sm" c="dimmed">
          Next:{' '}
          {next
            .slice(0, 3)
            .map((t) => zonedTime(t))
            .join(' · ')}
        </Text>
      )}
    </RecordForm>
  )
}
