import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import { formats } from '#contract/feeds/formats.ts'
import { isFed, productFields, type FeedRules } from '#contract/feeds/settings.ts'
import { adoptable } from './adoptable.ts'
import type { Values } from './feed-form.ts'
import type { UploadedFile } from './FeedUpload.tsx'
import { DetectedFormat, FilePreview, PreviewProgress } from '../preview/FilePreview.tsx'
import { FormatFields } from './FormatFields.tsx'
import { furtherValues, type FurtherValues } from './further-form.ts'
import { MappingEditor } from '../mapping/MappingEditor.tsx'
import { SourceFields } from './SourceFields.tsx'
import { sourceLabels } from './source-form.ts'
import { usePreview, useTried } from '../preview/usePreview.ts'

interface Props {
  /** Its key in the form. */
  fileKey: string
  file: FurtherValues
  feed: Feed
  form: UseFormReturnType<Values>
  rules: FeedRules
  open: boolean
  toggle: () => void
  moveUp: (() => void) | undefined
  moveDown: (() => void) | undefined
  remove: () => void
}

/** One further file: its source and fields, and all of its settings when open. */
export function FurtherFile({ open, toggle, moveUp, moveDown, remove, ...settings }: Props) {
  const { fileKey, file, form } = settings
  const name = file.name || 'New file'
  const brings = file.mapping.filter((m) => m.field !== 'sku' && isFed(m))
  const wrong = Object.keys(form.errors).some((path) => path.startsWith(`further.${fileKey}.`))
  return (
    <section className="further-file" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <Text size="sm" c="dimmed">
          {sourceLabels[file.kind]}
          {', '}
          {brings.length
            ? brings.map((m) => productFields[m.field].label.toLowerCase()).join(', ')
            : 'no fields mapped yet'}
        </Text>
        {wrong && !open && (
          <Text size="sm" className="status tone-bad" role="alert">
            Fix the errors in this file
          </Text>
        )}
        <Group gap={4} ml="auto" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${name}: earlier`}
            disabled={!moveUp}
            onClick={moveUp}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${name}: later`}
            disabled={!moveDown}
            onClick={moveDown}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={remove}>
            <IconTrash size={16} />
          </ActionIcon>
          <Button size="compact-sm" variant="default" aria-expanded={open} onClick={toggle}>
            {open ? 'Close' : 'Edit'}
          </Button>
        </Group>
      </header>
      {open && <FurtherSettings {...settings} />}
    </section>
  )
}

const nothing = { source: { kind: 'upload' }, source_secret_set: false, upload: null } as const
const noMapping: Values['mapping'] = []

function FurtherSettings({
  fileKey,
  file,
  feed,
  form,
  rules,
}: Pick<Props, 'fileKey' | 'file' | 'feed' | 'form' | 'rules'>) {
  const path = (field: string) => `further.${fileKey}.${field}`
  const set = (part: Partial<FurtherValues>) =>
    form.setFieldValue('further', (files: Values['further']) => {
      const current = files[fileKey]
      return current ? { ...files, [fileKey]: { ...current, ...part } } : files
    })
  const savedFile = feed.further.find((furtherFile) => furtherFile.feed_file_id === file.id)
  const values = useMemo(() => ({ ...file, rules }), [file, rules])
  const before = useMemo(
    () => savedFile && { ...furtherValues([savedFile])[`file-${savedFile.feed_file_id}`]!, rules },
    [savedFile, rules],
  )
  const preview = usePreview({
    feed,
    values,
    savedValues: before,
    takeFormat: (format) => set({ format }),
    further: file.id ?? 0,
  })
  const { feedPreview } = preview
  const suggestion = feedPreview?.suggestion.mapping ?? noMapping
  const suggestionTrial = useTried(feedPreview, suggestion, rules)
  const mappingTrial = useTried(feedPreview, file.mapping, rules)
  const adopt = feedPreview
    ? adoptable(
        { ...feedPreview, suggestion: { ...feedPreview.suggestion, rules } },
        values,
        ({ format, mapping }) => set({ format, mapping }),
      )
    : undefined
  const noSku = file.mapping.length > 0 && !file.mapping.some((m) => m.field === 'sku' && isFed(m))
  const choose = useRef<(() => void) | null>(null)
  const name = file.name || 'the new file'
  const takeUpload = (uploadedFile: UploadedFile) => {
    set({ file: [uploadedFile] })
    preview.test({ values: { ...values, file: [uploadedFile] } })
  }
  return (
    <div className="further-settings">
      <TextInput label="Name" placeholder="Stock" required maw={320} {...form.getInputProps(path('name'))} />
      <SourceFields
        feed={{ ...feed, ...(savedFile ?? nothing) }}
        values={file}
        input={(field) => form.getInputProps(path(field))}
        fault={form.errors[path('file')]}
        choose={choose}
        onUpload={takeUpload}
        label={`File of ${name}`}
      />
      <Group gap="sm">
        <Button size="xs" variant="default" loading={preview.busy} onClick={() => preview.test()}>
          Test {name}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={preview.busy}
          onClick={() => preview.test({ detect: true })}
        >
          Detect format
        </Button>
      </Group>
      <PreviewProgress text={preview.progress} />
      {feedPreview && (
        <FilePreview feedPreview={feedPreview} stale={preview.stale} isFromLastRun={preview.isFromLastRun} />
      )}
      <DetectedFormat feedPreview={feedPreview} />
      <FormatFields
        format={file.format}
        change={(format) => set({ format })}
        errors={Object.fromEntries(
          Object.keys(formats[file.format.kind].asks).map((setting) => [
            `format.${setting}`,
            form.errors[path(`format.${setting}`)],
          ]),
        )}
        found={feedPreview?.table}
      />
      <MappingEditor
        mapping={file.mapping}
        change={(mapping) => set({ mapping })}
        feedPreview={feedPreview}
        trial={mappingTrial}
        suggestionTrial={suggestionTrial}
        adopt={adopt}
        hasGuideButton={false}
        furtherFile={{ key: fileKey, name }}
      />
      {form.errors[path('mapping')] ? (
        <Text c="red" size="sm" role="alert">
          {form.errors[path('mapping')]}
        </Text>
      ) : (
        noSku && (
          <Text className="status tone-bad" size="sm">
            Map the SKU to join this file’s rows.
          </Text>
        )
      )}
    </div>
  )
}
