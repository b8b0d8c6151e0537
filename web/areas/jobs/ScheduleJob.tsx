import { Group, Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { recordNoun, schedulableTypes, vendorJobTypes } from '#contract/jobs/types.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'
import { labels } from './job-values.tsx'
import { tellScheduled } from './ScheduledJob.tsx'

type Schedulable = (typeof schedulableTypes)[number]
const searchHints: Record<string, string> = {
  dropshipper_id: 'Supplier name, prefix or ID',
  vendor_custom_feed_id: 'Supplier, vendor or feed ID',
  vendor_store_id: 'Store name, vendor name or store ID',
  product_id: 'SKU, UPC, ASIN or words from the title',
}

/** The hints if only one vendor's records can be chosen. */
const vendorSearchHints: Record<string, string> = {
  vendor_custom_feed_id: 'Supplier name or feed ID',
  vendor_store_id: 'Store name or ID',
}
const vendorEmptyHints: Record<string, string> = {
  vendor_custom_feed_id: 'No custom feeds yet',
  vendor_store_id: 'No connected stores yet',
}

/** The vendor whose custom feeds and stores can be chosen. */
interface ScheduledFor {
  vendor_id: number
  company: string
}

/** Queues a job of a chosen type for one record, which is searched by name. */
export function ScheduleJob({ vendor, close }: { vendor?: ScheduledFor; close: () => void }) {
  const { data: all } = useQuery(api.listSchedulableJobs.query())
  const data = vendor ? all?.filter((t) => vendorJobTypes.some((type) => type === t.job_type)) : all
  const form = useForm({ initialValues: { job_type: '', param_value: '' } })
  const template = data?.find((t) => t.job_type === form.values.job_type)
  const jobInput = { job_type: form.values.job_type, param_value: form.values.param_value }
  const missingRecord = jobInput.param_value ? undefined : 'Choose a record'
  return (
    <ActModal
      title={vendor ? `Schedule job for ${vendor.company}` : 'Schedule job'}
      act="Schedule job"
      missing={template ? missingRecord : 'Choose a job type'}
      isChanged={form.isDirty()}
      close={close}
      run={() => api.scheduleJob({ body: { ...jobInput, param_name: template?.param_name ?? '' } })}
      after={(answer) => tellScheduled(answer, jobInput)}
      fields={form.setErrors}
    >
      <Select
        label="Job type"
        required
        data-autofocus
        data={data?.map((t) => ({ value: t.job_type, label: t.label })) ?? []}
        allowDeselect={false}
        {...form.getInputProps('job_type')}
        onChange={(v) => form.setValues({ job_type: v ?? '', param_value: '' })}
        description={template ? `${labels[template.category]}, ${many(template.vcpu, 'vCPU')}` : undefined}
      />
      <RecordField
        key={jobInput.job_type}
        vendor={vendor}
        type={jobInput.job_type as Schedulable | ''}
        param={template?.param_name}
        value={jobInput.param_value}
        set={(value) => form.setFieldValue('param_value', value)}
        error={form.errors.param_value}
      />
    </ActModal>
  )
}

function RecordField({
  vendor,
  type,
  param,
  value,
  set,
  error,
}: {
  vendor: ScheduledFor | undefined
  type: Schedulable | ''
  param: string | undefined
  value: string
  set: (value: string) => void
  error: React.ReactNode
}) {
  const [searchText, setSearchText] = useState('')
  const [chosenLabel, setChosenLabel] = useState('')
  const [settledText] = useDebouncedValue(searchText === chosenLabel ? '' : searchText.trim(), 200)
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...api.findJobRecords.query({
      query: { job_type: type || schedulableTypes[0], q: settledText, vendor_id: vendor?.vendor_id },
    }),
    enabled: type !== '',
    placeholderData: keepPreviousData,
  })
  const records = data ?? []
  const isAll = settledText === '' && data !== undefined && !isPlaceholderData
  const onlyRecord = vendor && isAll && data.length === 1 ? data[0] : undefined
  useEffect(() => {
    if (!onlyRecord) return
    setChosenLabel(onlyRecord.label)
    set(onlyRecord.param_value)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what is taken out again stays out
  }, [onlyRecord?.param_value])
  const hints = vendor ? vendorSearchHints : searchHints
  const noMatch = searchText.trim() === '' ? 'Type to search' : 'No matches'
  const emptyHint = vendor && isAll && data.length === 0 && param ? vendorEmptyHints[param] : undefined
  return (
    <Select
      label={param ? recordNoun(param) : 'Record'}
      description={param ? (emptyHint ?? hints[param]) : 'Choose a job type first'}
      required
      searchable
      disabled={!param || emptyHint !== undefined}
      searchValue={searchText}
      onSearchChange={setSearchText}
      // the server has searched already
      filter={({ options }) => options}
      data={[
        ...records.map((r) => ({ value: r.param_value, label: r.label })),
        // the chosen record stays an option, whatever is searched next
        ...(value && !records.some((r) => r.param_value === value) ? [{ value, label: chosenLabel }] : []),
      ]}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          {option.label}
          <Text span size="xs" c="dimmed">
            {records.find((r) => r.param_value === option.value)?.detail}
          </Text>
        </Group>
      )}
      value={value || null}
      onChange={(v) => {
        setChosenLabel(records.find((r) => r.param_value === v)?.label ?? '')
        set(v ?? '')
      }}
      error={error}
      nothingFoundMessage={isFetching ? 'Searching…' : noMatch}
    />
  )
}
