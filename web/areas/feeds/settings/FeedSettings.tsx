import './studio.css'
import { Box, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import type { FeedPart } from '#contract/feeds/mend.ts'
import { isFed, productFieldNames, type ProductField } from '#contract/feeds/settings.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { RecordForm, useRecordForm } from '../../../ui/form/RecordForm.tsx'
import { adoptable } from './adoptable.ts'
import { useHashTarget } from '../../../ui/page/place.ts'
import { fieldId, partId } from '../anchors.ts'
import { DryRunPanel } from './DryRunPanel.tsx'
import { toBody, toErrors, toValues, validate, type Values } from './feed-form.ts'
import { Expectations } from './Expectations.tsx'
import { FeedGuide } from './FeedGuide.tsx'
import { FeedSchedule } from './FeedSchedule.tsx'
import type { UploadedFile } from './FeedUpload.tsx'
import { DetectedFormat, FilePreview, PreviewProgress } from '../preview/FilePreview.tsx'
import { FormatFields } from './FormatFields.tsx'
import { FurtherFiles } from './FurtherFiles.tsx'
import { KeptFiles } from './KeptFiles.tsx'
import { FeedHostKeys, LastFault } from './LastFault.tsx'
import { GateFields } from '../gate/GateFields.tsx'
import { asksForCurrency } from '../mapping/asks-currency.ts'
import { MappingEditor } from '../mapping/MappingEditor.tsx'
import { PreviewTable } from '../mapping/PreviewTable.tsx'
import { RuleFields } from './RuleFields.tsx'
import { newFile } from './source-form.ts'
import { SourceFields } from './SourceFields.tsx'
import { useDryRun } from './useDryRun.ts'
import { useGuide } from './useGuide.ts'
import { usePreview, useTried } from '../preview/usePreview.ts'

/** @param children what follows the form, once the form is there */
export function FeedSettings({ feedId, children }: { feedId: number; children?: ReactNode }) {
  // a run may have ended since the feed was loaded
  const { data, error, refetch } = useQuery({
    ...api.getFeed.query({ params: { feed_id: feedId } }),
    staleTime: 0,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={300} />
  return (
    <Stack>
      <FeedForm latest={data} />
      {data.current_run_id === null && (
        <Box id={partId('schedule')} mt={24}>
          <FeedSchedule feedId={data.feed_id} quiet />
        </Box>
      )}
      {children}
    </Stack>
  )
}

/** Opens the field that the address names. */
function useNamedField(open: (field: ProductField) => void) {
  const { hash } = useLocation()
  const latestOpen = useRef(open)
  useEffect(() => {
    latestOpen.current = open
  })
  useEffect(() => {
    const field = productFieldNames.find((name) => fieldId(name) === `feed-${hash}`)
    if (field) latestOpen.current(field)
  }, [hash])
}

const noMapping: Values['mapping'] = []

function FeedForm({ latest }: { latest: Feed }) {
  const params = { feed_id: latest.feed_id }
  // a refusal names further files by their position in the request
  const sentValues = useRef<Pick<Values, 'further'>>({ further: {} })
  const {
    form,
    parts,
    original: openedFeed,
  } = useRecordForm<Feed, Values>({
    latest,
    toValues,
    validate,
    save: (values, { version }) => {
      sentValues.current = values
      return api.saveFeed({ params, body: { ...toBody(values), version } })
    },
    reload: () => api.getFeed({ params }),
    doneText: 'Feed settings saved',
    toErrors: (fields) => toErrors(fields, sentValues.current),
    labels: {
      kind: 'Source',
      further: 'Additional files',
      oneTime: 'One-time threshold',
      hostKey: 'Host key',
    },
  })
  const v = form.values
  const preview = usePreview({
    feed: latest,
    values: v,
    savedValues: toValues(openedFeed),
    takeFormat: (format) => form.setFieldValue('format', format),
  })
  const { feedPreview } = preview
  const suggestion = feedPreview?.suggestion.mapping ?? noMapping
  const suggestionTrial = useTried(feedPreview, suggestion, v.rules)
  const isProposed = v.mapping.length === 0 && suggestion.length > 0
  const mappingTrial = useTried(feedPreview, v.mapping, v.rules)
  const adopt =
    feedPreview && suggestion.length > 0 ? adoptable(feedPreview, v, (to) => form.setValues(to)) : undefined
  const noSku =
    (v.mapping.length > 0 || feedPreview) &&
    !(isProposed ? suggestion : v.mapping).some((m) => m.field === 'sku' && isFed(m))
  const dry = useDryRun(latest)
  const choose = useRef<(() => void) | null>(null)
  const guide = useGuide({
    feed: latest,
    values: v,
    changes: parts.changes,
    saving: parts.busy,
    save: parts.submit,
    preview,
    adopt,
    dry,
    choose,
  })
  const hasNewFile = newFile(v) !== undefined
  const fault = (part: FeedPart) =>
    // the last run read another file
    hasNewFile && part !== 'further' ? null : (
      <LastFault
        part={part}
        run={dry.last}
        feed={latest}
        line={part !== 'further' && preview.isFromLastRun ? (feedPreview?.failing_line ?? null) : null}
      />
    )
  useNamedField((field) => {
    if (!v.mapping.some((m) => m.field === field))
      form.setFieldValue('mapping', [...v.mapping, { field, from: '', transforms: [] }])
  })
  // scroll to a part of the settings, or to the field that a column feeds
  useHashTarget((hash) => {
    const [part, column] = hash.split(':', 2)
    const name = column === undefined ? '' : decodeURIComponent(column)
    const fedField = name !== '' && v.mapping.find((m) => m.from === name || m.also?.includes(name))
    return fedField ? fieldId(fedField.field) : `feed-${part}`
  })
  const takeUpload = (file: UploadedFile) => {
    const values = { ...v, file: [file] }
    form.setValues({ file: [file] })
    preview.test({ values })
  }
  return (
    <RecordForm parts={parts} subject={guide && 'the feed'} quiet={guide !== undefined}>
      {guide && <FeedGuide {...guide} />}
      <div id={partId('source')}>
        <Panel
          title="Source"
          actions={
            <Button size="xs" variant="default" loading={preview.busy} onClick={() => preview.test()}>
              Test
            </Button>
          }
        >
          <SourceFields
            feed={{ ...openedFeed, upload: latest.upload }}
            values={v}
            input={(field) => form.getInputProps(field)}
            fault={form.errors.file}
            choose={choose}
            onUpload={takeUpload}
          />
          <FeedHostKeys feed={latest} />
          {fault('source')}
          <PreviewProgress text={preview.progress} />
          {feedPreview && (
            <FilePreview
              feedPreview={feedPreview}
              stale={preview.stale}
              isFromLastRun={preview.isFromLastRun}
            />
          )}
        </Panel>
      </div>
      <div id={partId('format')}>
        <Panel
          title="Format"
          actions={
            <Button
              size="xs"
              variant="default"
              loading={preview.busy}
              onClick={() => preview.test({ detect: true })}
            >
              Detect automatically
            </Button>
          }
        >
          {fault('format')}
          <DetectedFormat feedPreview={feedPreview} />
          <FormatFields
            format={v.format}
            change={(format) => form.setFieldValue('format', format)}
            errors={form.errors}
            found={feedPreview?.table}
          />
        </Panel>
      </div>
      <div id={partId('mapping')}>
        <Panel title={`Mapping, version ${openedFeed.mapping_version}`}>
          {fault('mapping')}
          <MappingEditor
            mapping={v.mapping}
            change={(mapping) => form.setFieldValue('mapping', mapping)}
            feedPreview={feedPreview}
            trial={mappingTrial}
            suggestionTrial={suggestionTrial}
            adopt={adopt}
            hasGuideButton={guide?.guide.act === 'adopt'}
            ignoreRemembered={() => preview.test({ remember: false })}
            asksCurrency={asksForCurrency(v.mapping, suggestion, openedFeed.currency)}
          />
          {noSku && (
            <Text className="status tone-bad" size="sm">
              Map the SKU. Without it, every row is rejected.
            </Text>
          )}
          {form.errors.mapping && (
            <Text c="red" size="sm" role="alert">
              {form.errors.mapping}
            </Text>
          )}
          {feedPreview && feedPreview.rows.length > 0 && (
            <div className={preview.stale ? 'outdated' : undefined} aria-busy={preview.stale}>
              <PreviewTable
                feedPreview={feedPreview}
                trial={isProposed ? suggestionTrial : mappingTrial}
                isProposed={isProposed}
                currency={latest.currency}
              />
            </div>
          )}
        </Panel>
      </div>
      <div id={partId('further')}>
        <FurtherFiles feed={openedFeed} form={form} fault={fault('further')} />
      </div>
      <Panel title="Checks">
        <GateFields form={form} feed={latest} />
      </Panel>
      <Expectations feedId={latest.feed_id} />
      <Panel title="Row rules">
        <RuleFields form={form} />
      </Panel>
      <div id={partId('dry-run')}>
        <DryRunPanel dry={dry} hasUnsavedChanges={parts.changes > 0} />
      </div>
      {latest.current_run_id !== null && <KeptFiles feed={latest} values={v} />}
    </RecordForm>
  )
}
