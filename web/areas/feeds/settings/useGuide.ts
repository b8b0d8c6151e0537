import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import { mendOf } from '#contract/feeds/mend.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { isFed } from '#contract/feeds/settings.ts'
import { api } from '../../../api.ts'
import type { Adoptable } from './adoptable.ts'
import { goTo } from '../../../ui/page/place.ts'
import { fieldId, partId } from '../anchors.ts'
import { asksForCurrency } from '../mapping/asks-currency.ts'
import { validate, type Values } from './feed-form.ts'
import { guideOf, type Guide, type GuideFacts, type NextAct } from './guide.ts'
import { rejectedTone } from '../run/measures.ts'
import type { DryRun } from './useDryRun.ts'
import type { Preview } from '../preview/usePreview.ts'

interface GuideInput {
  feed: Feed
  values: Values
  changes: number
  saving: boolean
  save: () => void
  preview: Preview
  adopt: Adoptable | undefined
  dry: DryRun
  choose: RefObject<(() => void) | null>
}

/** The guide of a feed that has had no applied run yet, and what its button does. */
export function useGuide(input: GuideInput): { guide: Guide; busy: boolean; act: () => void } | undefined {
  const { feed, values, changes, saving, save, preview, adopt, dry, choose } = input
  const isNew = feed.current_run_id === null
  const schedule = useQuery({
    ...api.getFeedSchedule.query({ params: { feed_id: feed.feed_id } }),
    enabled: isNew,
  })
  if (!isNew) return undefined
  const { feedPreview, stale } = preview
  const { run } = dry
  const uploads = values.kind === 'upload'
  const testResult = feedPreview?.failure ? 'failed' : 'came'
  const guide = guideOf({
    source: uploads ? values.file.length > 0 : !faultOfSource(values),
    uploads,
    testResult: !feedPreview || stale ? undefined : testResult,
    fault: feedPreview?.failure ? faultOf(feedPreview.failure, feedPreview.failure_code) : null,
    suggestedFields: adopt?.fields ?? 0,
    mappedFields: values.mapping.filter(isFed).length,
    sku: values.mapping.some((m) => m.field === 'sku' && isFed(m)),
    missingSku: missingSku(values, feedPreview),
    asksCurrency: asksForCurrency(values.mapping, feedPreview?.suggestion.mapping ?? [], feed.currency),
    isSaved: feed.mapping.length > 0 && !stale,
    changes,
    dry: dryState(dry),
    dryReason: run?.decision?.sentence || (run?.reason ?? ''),
    rejectedRows: run?.rows_rejected ?? 0,
    rowsRead: run?.rows_read ?? 0,
    muchRejected: run !== undefined && rejectedTone(run) === 'bad',
    isScheduled: schedule.data?.active ?? false,
  })
  const acts: Record<NextAct, () => void> = {
    choose: () => choose.current?.(),
    source: () => goTo(partId('source')),
    test: () => preview.test(),
    mend: () => {
      goTo(partId(mendOf(feedPreview?.failure_code ?? null)?.part ?? 'source'))
    },
    adopt: () => adopt?.adopt(),
    sku: () => goTo(values.mapping.some((m) => m.field === 'sku') ? fieldId('sku') : partId('mapping')),
    save,
    'dry-run': () => dry.start(true),
    wait: () => {},
    review: () => goTo(partId('dry-run')),
    run: () => dry.start(false),
  }
  return {
    guide,
    busy: preview.busy || saving || dry.busy || guide.act === 'wait',
    act: acts[guide.act],
  }
}

function dryState({ going, run, stale }: DryRun): GuideFacts['dry'] {
  if (going) return 'going'
  if (!run || stale) return 'none'
  if (run.state === 'rejected') return 'rejected'
  if (run.state !== 'dry') return 'failed'
  return run.decision?.verdict === 'hold' ? 'held' : 'fine'
}

function missingSku({ mapping }: Values, feedPreview: FeedPreview | null): GuideFacts['missingSku'] {
  const column = mapping.find((m) => m.field === 'sku')?.from
  if (!column || !feedPreview || feedPreview.columns.length === 0) return undefined
  if (feedPreview.columns.includes(column)) return undefined
  return feedPreview.table ? 'in_table' : 'in_file'
}

function faultOf(reason: string, code: string | null): GuideFacts['fault'] {
  const mend = mendOf(code)
  return { reason, todo: mend?.todo ?? '', ofFile: mend?.part === 'source' }
}

const sourceFields = new Set(['key', 'url', 'host', 'port', 'path', 'user', 'hostKey'])
const faultOfSource = (values: Values) => Object.keys(validate(values)).some((f) => sourceFields.has(f))
