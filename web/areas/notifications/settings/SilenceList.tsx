import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  categories,
  categoryNames,
  kindNames,
  kinds,
  type Category,
  type NoticeKind,
} from '#contract/notifications/kinds.ts'
import type { NoticeSilence } from '#contract/notifications/rules.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { VendorSelect } from '../../vendor-record/public.tsx'

export const subjectOf = ({ category, kind, supplier_name, company }: NoticeSilence) =>
  [category && categoryNames[category], kind && kinds[kind].name, supplier_name, company]
    .filter(Boolean)
    .join(' · ')

const columns = (end: (silence: NoticeSilence) => void): readonly Column<NoticeSilence>[] => [
  { key: 'what', header: 'Silenced', leaves: 0, wrap: true, cell: (silence) => <b>{subjectOf(silence)}</b> },
  { key: 'for', header: 'For', leaves: 1, cell: ({ own }) => (own ? 'You' : 'Everyone') },
  { key: 'until', header: 'Until', leaves: 0, moment: ({ until_tm }) => until_tm },
  { key: 'reason', header: 'Reason', leaves: 2, wrap: true, cell: ({ reason }) => reason },
  { key: 'by', header: 'By', leaves: 3, cell: ({ made_by_name }) => made_by_name },
  {
    key: 'acts',
    header: 'Actions',
    leaves: 0,
    cell: (silence) =>
      silence.may_end && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`End silence of ${subjectOf(silence)}`}
          onClick={() => end(silence)}
        >
          End
        </Button>
      ),
  },
]

/** What isn't emailed for a while: still listed, and sent at the end if it still exists. */
export function SilenceList() {
  const { data, error, isFetching, refetch } = useQuery(api.listNoticeSilences.query())
  const [adding, setAdding] = useState(false)
  const end = useAct({
    run: ({ notice_silence_id }: NoticeSilence) => api.endNoticeSilence({ params: { notice_silence_id } }),
    doneText: 'Silence ended',
  })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={720}>
        Silenced problems stay in the list. When the silence ends, problems that still exist are sent.
      </Text>
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          Silence…
        </Button>
      </Group>
      <DataTable
        label="Silences"
        columns={columns(end.act)}
        rows={data?.silences}
        id={(silence) => silence.notice_silence_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="Nothing is silenced."
      />
      {adding && <AddSilence close={() => setAdding(false)} />}
    </Stack>
  )
}

const stateKinds = kindNames.filter((kind) => !kinds[kind].point)

function AddSilence({ close }: { close: () => void }) {
  const { data: choices } = useQuery({ ...api.listActiveChoices.query(), staleTime: 600_000 })
  const form = useForm({
    initialValues: {
      own: 'own',
      category: null as Category | null,
      kind: null as NoticeKind | null,
      supplier: null as string | null,
      vendor: null as number | null,
      hours: 4 as number | string,
      reason: '',
    },
    validate: {
      category: (category, { kind, supplier, vendor }) =>
        (category ?? kind ?? supplier ?? vendor) === null ? 'Choose what to silence' : null,
      reason: (reason) => (reason.trim().length < 3 ? 'Enter a reason' : null),
    },
  })
  const { values } = form
  return (
    <ActModal
      title="Silence notifications"
      act="Silence"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() =>
        api.addNoticeSilence({
          body: {
            own: values.own === 'own',
            category: values.category,
            kind: values.kind,
            dropshipper_id: values.supplier === null ? null : Number(values.supplier),
            vendor_id: values.vendor,
            hours: Number(values.hours),
            reason: values.reason,
          },
        })
      }
      doneText="Silenced"
      fields={form.setErrors}
    >
      <SegmentedControl
        aria-label="For"
        data={[
          { value: 'own', label: 'For me' },
          { value: 'all', label: 'For everyone' },
        ]}
        {...form.getInputProps('own')}
      />
      <Select
        label="Category"
        placeholder="Any category"
        clearable
        data={categories.map((value) => ({ value, label: categoryNames[value] }))}
        {...form.getInputProps('category')}
      />
      <Select
        label="Kind"
        placeholder="Any kind"
        clearable
        searchable
        data={stateKinds.map((value) => ({ value, label: kinds[value].name }))}
        {...form.getInputProps('kind')}
      />
      <Select
        label="Supplier"
        placeholder="Any supplier"
        clearable
        searchable
        data={choices?.suppliers.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        {...form.getInputProps('supplier')}
      />
      <VendorSelect
        label="Vendor"
        value={values.vendor}
        error={form.errors['vendor']}
        set={(vendor) => form.setFieldValue('vendor', vendor)}
      />
      <NumberInput label="Hours" min={1} max={720} {...form.getInputProps('hours')} />
      <TextInput label="Reason" required maxLength={300} {...form.getInputProps('reason')} />
    </ActModal>
  )
}
