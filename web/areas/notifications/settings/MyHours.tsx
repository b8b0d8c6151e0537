import { Button, Checkbox, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayNames, givenHours, mostDigests } from '#contract/notifications/hours.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { Facts, LoadError } from '../../../ui/page/Page.tsx'
import { dayText } from '../../../ui/time.ts'

type Hours = Result<'getNoticeHours'>

/** When one wants to hear what isn't urgent. */
export function MyHours() {
  const { data, error, refetch } = useQuery(api.getNoticeHours.query())
  const [changing, setChanging] = useState(false)
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <p className="quiet">Loading…</p>
  return (
    <Stack gap="sm" maw={720}>
      <Text size="sm" c="dimmed">
        Outside these hours, emails wait for your next summary. Urgent problems are still emailed immediately
        while you’re on call.
      </Text>
      <Facts
        facts={[
          ['Time zone', data.time_zone.replaceAll('_', ' ')],
          ['Working days', data.work_days.map((day) => dayNames[day - 1]).join(', ')],
          ['Quiet hours', `${data.quiet_from} to ${data.quiet_until}`],
          ['Summaries at', data.digests.join(', ')],
          ...(data.away_until ? ([['Away until', dayText(data.away_until)]] as const) : []),
        ]}
      />
      <Group>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change my hours…
        </Button>
      </Group>
      {changing && <ChangeHours hours={data} close={() => setChanging(false)} />}
    </Stack>
  )
}

function ChangeHours({ hours, close }: { hours: Hours; close: () => void }) {
  const { version, ...initialValues } = hours
  const form = useForm({
    initialValues,
    validate: (values) =>
      Object.fromEntries(
        (givenHours.safeParse(values).error?.issues ?? []).map((issue) => [
          String(issue.path[0]),
          issue.message,
        ]),
      ),
  })
  const { values, errors } = form
  return (
    <ActModal
      title="Change my hours"
      act="Save hours"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() => api.saveNoticeHours({ body: { ...values, version } })}
      doneText="Hours saved"
      fields={form.setErrors}
    >
      <Select
        label="Time zone"
        searchable
        data={Intl.supportedValuesOf('timeZone')}
        allowDeselect={false}
        {...form.getInputProps('time_zone')}
      />
      <Checkbox.Group
        label="Working days"
        value={values.work_days.map(String)}
        error={errors['work_days']}
        onChange={(days) =>
          form.setFieldValue(
            'work_days',
            days.map(Number).toSorted((a, b) => a - b),
          )
        }
      >
        <Group gap="sm" mt={4}>
          {dayNames.map((name, index) => (
            <Checkbox key={name} value={String(index + 1)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group grow>
        <TextInput type="time" label="Quiet from" {...form.getInputProps('quiet_from')} />
        <TextInput type="time" label="Quiet until" {...form.getInputProps('quiet_until')} />
      </Group>
      <TagsInput
        label="Summaries at"
        description="Times such as 08:00. Press Enter after each"
        maxTags={mostDigests}
        value={values.digests}
        error={errors['digests']}
        onChange={(times) => form.setFieldValue('digests', times)}
      />
      <TextInput
        type="date"
        label="Away until"
        description="Until then, only urgent problems while you’re on call are emailed"
        value={values.away_until ?? ''}
        error={errors['away_until']}
        onChange={(e) => form.setFieldValue('away_until', e.currentTarget.value || null)}
      />
    </ActModal>
  )
}
