import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FeedPreview, TriedMapping } from '#contract/feeds/preview.ts'
import { feedMapping, type FeedMapping, type FeedRules } from '#contract/feeds/settings.ts'
import { api } from '../../../api.ts'
import { same } from '../../../ui/form/rebase.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import type { ReadValues } from '../settings/feed-form.ts'
import { shownOf, uploadId, type FileRead } from './shown-read.ts'
import { newFile, toSource } from '../settings/source-form.ts'

/** The result of testing the source with the form's values, saved or not. */
export interface Preview {
  feedPreview: FeedPreview | null
  /** Not tested: the file that the newest run read. */
  isFromLastRun: boolean
  /** The source or format has changed since. */
  stale: boolean
  busy: boolean
  /** What a test that takes a while does at the moment. */
  progress: string | null
  /** @param how.remember whether other suppliers’ mappings may be suggested */
  test: (how?: { values?: ReadValues; detect?: boolean; remember?: boolean }) => void
}
const shownRows = 30

interface PreviewInput {
  feed: { feed_id: number; version: number }
  values: ReadValues
  /** Undefined: nothing is saved yet. */
  savedValues: ReadValues | undefined
  takeFormat: (v: ReadValues['format']) => void
  /** A further file's id, 0 until it is saved. */
  further?: number
}

export function usePreview({ feed, values, savedValues, takeFormat, further }: PreviewInput): Preview {
  const { feed_id: feedId, version } = feed
  const lastRead = useLastRead(feedId, savedValues, version, further)
  const [testResult, setTestResult] = useState<FileRead | null>(null)
  const { act, busy } = useAct({
    run: ({ values: v, detect, remember }: { values: ReadValues; detect: boolean; remember: boolean }) => {
      const file = newFile(v)
      return api.previewFeed({
        params: { feed_id: feedId },
        body: {
          ...(further !== undefined && { further }),
          source: toSource(v),
          ...(v.secret && { source_secret: v.secret }),
          ...(file && { new_file: file }),
          format: v.format,
          detect,
          mapping: v.mapping,
          rules: v.rules,
          rows: shownRows,
          remember,
        },
      })
    },
    after: (feedPreview, { values: v, detect }) => {
      const format = detect ? feedPreview.format : v.format
      setTestResult({ feedPreview, readSettings: readBy({ ...v, format }) })
      if (!same(format, v.format)) takeFormat(format)
    },
  })
  const { data: progress } = useQuery({
    ...api.getPreviewProgress.query({ params: { feed_id: feedId } }),
    enabled: busy,
    refetchInterval: 700,
    staleTime: 0,
  })
  const shownRead = shownOf(values, testResult, lastRead)
  const latestRead = shownRead ?? testResult ?? lastRead
  const file = newFile(values)
  const reading = file && !shownRead ? `Reading ${file.name}…` : null
  return {
    progress: busy ? (progress?.text ?? reading) : null,
    feedPreview: shownRead?.feedPreview ?? null,
    isFromLastRun: shownRead !== undefined && shownRead === lastRead,
    stale: !same(latestRead?.readSettings ?? readBy(values), readBy(values)),
    busy,
    // nothing is mapped yet, so nobody chose the format
    test: ({ values: v = values, detect = v.mapping.length === 0, remember = true } = {}) =>
      act({ values: v, detect, remember }),
  }
}
/** The file of the newest run, read by the saved settings; nothing is fetched. */
function useLastRead(feedId: number, savedValues: ReadValues | undefined, version: number, further?: number) {
  const { data: feedPreview } = useQuery({
    queryKey: [...api.previewFeed.key(), feedId, version, further],
    queryFn: () =>
      api.previewFeed({
        params: { feed_id: feedId },
        body: { kept: true, rows: shownRows, ...(further !== undefined && { further }) },
      }),
    enabled: savedValues !== undefined && savedValues.mapping.length > 0,
    staleTime: Infinity,
  })
  if (!feedPreview?.file || !savedValues) return undefined
  // a saved mapping gets no other suggestion
  const suggestion = { ...feedPreview.suggestion, mapping: [], confidence: {} }
  return { feedPreview: { ...feedPreview, suggestion }, readSettings: readBy(savedValues) }
}

const readBy = (v: ReadValues) => ({ source: toSource(v), file: uploadId(v), format: v.format })

/** The result of a mapping for the preview's rows, as it is edited. */
export function useTried(
  feedPreview: FeedPreview | null,
  mapping: FeedMapping,
  rules: FeedRules,
): TriedMapping | undefined {
  // a stable object: a new one would restart the delay at each render
  const settings = useMemo(() => ({ mapping, rules }), [mapping, rules])
  const [settledSettings] = useDebouncedValue(settings, 120)
  const { columns = [], rows = [], format } = feedPreview ?? {}
  const usable = settledSettings.mapping.length > 0 && feedMapping.safeParse(settledSettings.mapping).success
  const { data } = useQuery({
    queryKey: [...api.tryMapping.key(), columns, rows, settledSettings],
    queryFn: () => api.tryMapping({ body: { columns, rows, kind: format!.kind, ...settledSettings } }),
    enabled: rows.length > 0 && usable,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return rows.length > 0 && mapping.length > 0 ? data : undefined
}
