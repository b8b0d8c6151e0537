import type { FeedRun } from '#contract/feeds/runs.ts'
import { Rule } from '../../../ui/Rule.tsx'
import { count, fileSize, many, percent, signedCount } from '../../../ui/values.tsx'
import { CountGroups, type CountGroup } from './CountGroups.tsx'
import { readShare, rejectedLimit, rejectedShare, rejectedTone } from './measures.ts'

/**
 * Counts that add up: read = accepted + rejected, without lines that were left out; accepted = created + updated + unchanged + skipped. Some
 * rejected rows belong to known products, which stay.
 */
export function RunCounts({ run, going }: { run: FeedRun; going: boolean }) {
  const share = run.phase === 'parse' ? readShare(run) : null
  const read = share === null ? '' : `${percent(share)} of the file’s ${fileSize(run.file_bytes ?? 0)}`
  const rate = going && run.rate !== null ? `${count(run.rate)} a second` : ''
  const far = going ? [read, rate].filter(Boolean).join(', ') : undefined
  const warningText = run.rows_warned ? `${count(run.rows_warned)} with warnings` : undefined
  const groups: readonly CountGroup[] = [
    [
      'Rows in the file',
      [
        ['Rows read', count(run.rows_read), far],
        ['= accepted', count(run.rows_accepted), warningText],
        ['+ rejected', count(run.rows_rejected), run.rows_read > 0 && !going && <RejectedShare run={run} />],
        ...(run.rows_left_out > 0
          ? [['Left out', count(run.rows_left_out), 'not product rows'] as const]
          : []),
      ],
    ],
    [
      'Accepted rows',
      [
        ['= created', count(run.created)],
        ['+ updated', count(run.updated)],
        ['+ unchanged', count(run.unchanged)],
        ...(run.skipped > 0 ? [['+ skipped', count(run.skipped), 'for unknown products'] as const] : []),
      ],
    ],
    [
      'Catalog',
      [
        ['Removed', signedCount(-run.deleted)],
        ['In stock', run.stats?.in_stock === undefined ? '—' : count(run.stats.in_stock)],
      ],
    ],
  ]
  return <CountGroups groups={groups} />
}

/**
 * The share of rejected rows against the feed's threshold and its usual share, and how many products
 * stayed.
 */
function RejectedShare({ run }: { run: FeedRun }) {
  const share = rejectedShare(run)
  const limit = rejectedLimit(run)
  const usual = run.rejected_usual
  const tone = rejectedTone(run)
  const usually = usual ? `, usually ${[...new Set(usual.map(percent))].join(' to ')}` : ''
  const shareText = `${percent(share)} of rows`
  return (
    <>
      <span className={tone === 'good' ? undefined : `tone-${tone} toned`}>
        {shareText}
        {usually}
        <Rule
          value={share}
          limit={limit}
          usual={usual ?? undefined}
          scale={Math.max(share, limit * 1.5)}
          tone={tone}
          label={`${shareText} rejected, high above ${limit}%${usually}`}
        />
      </span>
      {run.kept > 0 && `${many(run.kept, 'product')} kept unchanged`}
    </>
  )
}
