import { SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import type { FormatKind } from '#contract/feeds/formats.ts'
import { FormatSelect } from './FormatFields.tsx'
import { OneTimeThreshold, Threshold } from '../gate/GateFields.tsx'
import { SourceFields } from './SourceFields.tsx'
import type { SourceValues } from './source-form.ts'

/** The settings of a feed that are needed before anything is read. */
export interface BasicValues extends SourceValues {
  filetype: FormatKind
  threshold: number | ''
  oneTime: number | ''
}

/** A feed's source, file type and threshold, as the fields of a dialog. */
export function FeedBasics({
  feed,
  form,
}: {
  feed: Pick<Feed, 'dropshipper_id' | 'source' | 'source_secret_set' | 'upload'> & { feed_id: number | null }
  form: Pick<UseFormReturnType<BasicValues>, 'values' | 'errors' | 'getInputProps' | 'setFieldValue'>
}) {
  const choose = useRef<(() => void) | null>(null)
  return (
    <>
      <SourceFields
        feed={feed}
        values={form.values}
        input={(field) => form.getInputProps(field)}
        fault={form.errors.file}
        choose={choose}
        onUpload={(file) => form.setFieldValue('file', [file])}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <FormatSelect label="File type" {...form.getInputProps('filetype')} />
        <Threshold {...form.getInputProps('threshold')} />
        <OneTimeThreshold {...form.getInputProps('oneTime')} />
      </SimpleGrid>
    </>
  )
}
