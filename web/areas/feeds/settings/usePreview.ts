import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FeedPreview, TriedMapping } from '#contract/feeds/preview.ts'
import { feedMapping, type FeedMapping, type FeedRules } from '#contract/feeds/settings.ts'
import { api } from '../../../api.ts'
import { same } from '../../../ui/form/rebased.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import type { ReadValues } from './feed-form.ts'
import { newFile, toSource } from './source-form.ts'

/** What came when the source was tested, by what is typed, saved or not. */
export interface Preview {
  seen: FeedPreview | null
  /** Nobody has asked for it: the file that the newest run read. */
  kept: boolean
  /** What the file is read by has changed since. */
  stale: boolean
  busy: boolean
  test: (how?: { values?: ReadValues; detect?: boolean }) => void
}
const shownRows = 30

export function usePreview(
  { feed_id: feedId, version }: { feed_id: number; version: number },
  values: ReadValues,
  /** None: nothing of it is saved yet. */
  saved: ReadValues | undefined,
  takeFormat: (v: ReadValues['format']) => void,
  /** Of a further file its id, 0 while it isn't saved. */
  further?: number,
): Preview {
  const kept = useKept(feedId, saved, version, further)
  const [looked, setLooked] = useState<{ seen: FeedPreview; by: unknown } | null>(null)
  const { act, busy } = useAct({
    run: ({ values: v, detect }: { values: ReadValues; detect: boolean }) => {
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
        },
      })
    },
    after: (seen, { values: v, detect }) => {
      const format = detect ? seen.format : v.format
      setLooked({ seen, by: readBy({ ...v, format }) })
      if (!same(format, v.format)) takeFormat(format)
    },
  })
  return {
    seen: (looked ?? kept)?.seen ?? null,
    kept: looked === null && kept !== undefined,
    stale: !same((looked ?? kept)?.by ?? readBy(values), readBy(values)),
    busy,
    // nothing is mapped yet: the format isn't anybody's choice
    test: ({ values: v = values, detect = v.mapping.length === 0 } = {}) => act({ values: v, detect }),
  }
}
/** What the saved mapping is fed with, without anybody's asking: nothing is fetched for it. */
function useKept(feedId: number, saved: ReadValues | undefined, version: number, further?: number) {
  const { data: seen } = useQuery({
    queryKey: [...api.previewFeed.key(), feedId, version, further],
    queryFn: () =>
      api.previewFeed({
        params: { feed_id: feedId },
        body: { kept: true, rows: shownRows, ...(further !== undefined && { further }) },
      }),
    enabled: saved !== undefined && saved.mapping.length > 0,
    staleTime: Infinity,
  })
  if (!seen?.file || !saved) return undefined
  // what was chosen once is no longer suggested otherwise
  const suggestion = { ...seen.suggestion, mapping: [], confidence: {} }
  return { seen: { ...seen, suggestion }, by: readBy(saved) }
}

const readBy = (v: ReadValues) => [toSource(v), v.kind === 'upload' && v.file[0]?.id, v.format]

/** What a mapping makes of the rows that came, as it is edited. */
export function useTried(
  seen: FeedPreview | null,
  mapping: FeedMapping,
  rules: FeedRules,
): TriedMapping | undefined {
  // one object for what is the same: another one would begin the wait anew at each drawing
  const typed = useMemo(() => ({ mapping, rules }), [mapping, rules])
  const [settled] = useDebouncedValue(typed, 120)
  const { columns = [], rows = [], format } = seen ?? {}
  const usable = settled.mapping.length > 0 && feedMapping.safeParse(settled.mapping).success
  const { data } = useQuery({
    queryKey: [...api.tryMapping.key(), columns, rows, settled],
    queryFn: () => api.tryMapping({ body: { columns, rows, kind: format!.kind, ...settled } }),
    enabled: rows.length > 0 && usable,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return rows.length > 0 && mapping.length > 0 ? data : undefined
}
