import type { Selectable } from 'kysely'
import type { Parsed } from '#contract/index.ts'
import type { Decision } from '#contract/feeds/gate.ts'
import type { CurrentRun, FeedRun, LiveRun } from '#contract/feeds/runs.ts'
import { feedSource } from '#contract/feeds/settings.ts'
import type { FileFacts } from '../gate/file.ts'
import { sourceText } from '#contract/feeds/source-words.ts'
import type { FeedRun as FeedRunTable } from '#server/db/tables.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx, Services } from '#server/platform/services.ts'
import { currencyOf } from '../run/currency.ts'
import { liveColumns, liveRunNow, stopping } from './live-run.ts'
import { mayApply, mayDiscard, mayMend, mayRollBack, mayRunAgain, mayTerminate } from './rules.ts'
import { runFacts } from './run-facts.ts'
import { customStandings, endedWell, ownStandings } from '../monitoring/standing.ts'
import { runFiles } from './run-files.ts'
import { datumColumns, datums } from '../run/statistics.ts'

type RunRow = Pick<Selectable<FeedRunTable>, 'feed_id' | 'feed_run_id' | 'decision'>

const runColumns = [
  ...liveColumns,
  ...datumColumns,
  'feed_id',
  'dropshipper_id',
  'job_id',
  'dry',
  'started_by',
  'attempt',
  'file_name',
  'file_tm',
  'encoding',
  'reason',
  'reason_code',
  'insert_tm',
  'applied_tm',
  'previous_run_id',
  'rejected_key',
  'mends_run_id',
  'decision',
  'impact',
  'facts',
] as const

export async function getRun(ctx: Pick<Services, 'db'>, { params }: Parsed<'getRun'>): Promise<FeedRun> {
  const { db } = ctx
  const row = await db
    .selectFrom('feed_run')
    .innerJoin('feed', 'feed.feed_id', 'feed_run.feed_id')
    .innerJoin('dropshipper', 'dropshipper.dropshipper_id', 'feed_run.dropshipper_id')
    .leftJoin('vendor_custom_feed', 'vendor_custom_feed.vendor_custom_feed_id', 'feed.vendor_custom_feed_id')
    .leftJoin('vendor', 'vendor.vendor_id', 'vendor_custom_feed.vendor_id')
    .select(runColumns.map((column) => `feed_run.${column}` as const))
    .select(['supplier_name', 'source', 'upload_name', 'feed.vendor_custom_feed_id'])
    .select(['vendor_custom_feed.vendor_id', 'company'])
    .select([...runFacts, stopping])
    .where('feed_run_id', '=', params.feed_run_id)
    .executeTakeFirst()
  if (!row) throw notFound('run')
  const issues = await db
    .selectFrom('feed_run_issue')
    .select(['severity', 'reason', 'rows', 'examples'])
    .where('feed_run_id', '=', params.feed_run_id)
    .orderBy(sql`array_position(array['rejected', 'warning', 'left_out', 'note'], severity)`)
    .orderBy('rows', 'desc')
    .execute()
  return {
    ...(await liveRunNow(db, row)),
    feed_id: row.feed_id,
    vendor_custom_feed_id: row.vendor_custom_feed_id,
    vendor_id: row.vendor_id,
    company: row.company,
    dropshipper_id: row.dropshipper_id,
    supplier: row.supplier_name,
    job_id: row.job_id,
    dry: row.dry,
    started_by: row.started_by,
    attempt: row.attempt,
    file_name: row.file_name,
    file_tm: row.file_tm,
    encoding: row.encoding,
    source: sourceOf(row),
    currency: await currencyOf(db, row.feed_id),
    files: await runFiles(db, row),
    reason: row.reason,
    reason_code: row.reason_code,
    acts: await actsOf(db, row),
    insert_tm: row.insert_tm,
    start_tm: row.start_tm,
    end_tm: row.end_tm,
    applied_tm: row.applied_tm,
    previous_run_id: row.previous_run_id,
    roll_back_job_id: row.roll_back_job_id,
    rejected_file: row.rejected_key !== null,
    mends_run_id: row.mends_run_id,
    mended_by: await mendedBy(db, row.feed_run_id),
    stats: datums(row),
    decision: row.decision,
    impact: row.impact,
    alike: await alikeRuns(db, row),
    expected: await expectedWith(ctx.db, row.feed_run_id),
    ...(await usualRows(db, row)),
    ends_in_line: (row.facts as FileFacts | null)?.ended === false,
    held: await otherHeld(db, row),
    issues: issues as FeedRun['issues'],
    newest: await isNewest(db, row),
    can: {
      apply: mayApply(row),
      discard: mayDiscard(row),
      roll_back: mayRollBack(row),
      mend: mayMend(row),
      terminate: mayTerminate(row),
      run_again: mayRunAgain(row),
    },
  }
}

function sourceOf(row: { source: unknown; upload_name: string | null }): FeedRun['source'] {
  const source = feedSource.parse(row.source)
  return { kind: source.kind, text: sourceText(source, row.upload_name) }
}

async function isNewest(db: Db, row: { feed_id: number; feed_run_id: number }): Promise<boolean> {
  const { rows } = await sql`
    select from feed_run
    where feed_id = ${row.feed_id} and feed_run_id > ${row.feed_run_id} and not dry
    limit 1`.execute(db)
  return rows.length === 0
}

/** The runs of its mended rows, oldest first. */
const mendedBy = (db: Db, runId: number): Promise<FeedRun['mended_by']> =>
  db
    .selectFrom('feed_run')
    .select(['feed_run_id', 'state', 'rows_read', 'rows_rejected'])
    .where('mends_run_id', '=', runId)
    .orderBy('feed_run_id')
    .limit(20)
    .execute() as Promise<FeedRun['mended_by']>

/** What is still expected since the run was let through. */
async function expectedWith(db: Db, runId: number): Promise<FeedRun['expected']> {
  const { rows } = await sql<FeedRun['expected'][number]>`
    select measure, field, part, sign, limit_percent::float8 as "limit", until_tm
    from feed_expectation
    where feed_run_id = ${runId} and revoked_tm is null and until_tm > now()
    order by feed_expectation_id
    limit 40`.execute(db)
  return rows
}

const actNames = {
  'feed.apply': 'approved',
  'feed.discard': 'discarded',
  'feed.roll_back': 'roll_back',
  'job.terminate': 'terminated',
} as const

/** What people did with a run and why, from the activity log. */
async function actsOf(db: Db, run: { feed_run_id: number; job_id: number | null }): Promise<FeedRun['acts']> {
  const { rows } = await sql<Omit<FeedRun['acts'][number], 'what'> & { type: keyof typeof actNames }>`
    select type, action_by_name as by, tm, reason
    from activity
    where (entity = 'feed_run'
        and entity_id = ${String(run.feed_run_id)}
        and type in ('feed.apply', 'feed.discard', 'feed.roll_back'))
      or (entity = 'job' and entity_id = ${String(run.job_id)} and type = 'job.terminate')
    order by activity_id
    limit 20`.execute(db)
  return rows.map(({ type, ...act }) => ({ what: actNames[type], ...act }))
}

/** The share of rejected rows and the number of rows in the feed's 30 good runs before this one, each from lowest to highest. */
async function usualRows(db: Db, run: RunRow): Promise<Pick<FeedRun, 'rejected_usual' | 'rows_usual'>> {
  type Range = [number, number] | null
  const { rows } = await sql<{ rejected_usual: Range; rows_usual: Range }>`
    select
      case when count(*) > 0 then jsonb_build_array(round(min(share), 1), round(max(share), 1)) end as rejected_usual,
      case when count(*) > 0 then jsonb_build_array(min(rows_read), max(rows_read)) end as rows_usual
    from (
      select r.rows_rejected * 100.0 / r.rows_read as share, r.rows_read
      from feed_run r
      where r.feed_id = ${run.feed_id}
        and r.feed_run_id < ${run.feed_run_id}
        and r.rows_read > 0
        and r.mends_run_id is null
        and ${endedWell('r')}
      order by r.feed_run_id desc
      limit 30
    ) r`.execute(db)
  return singleRow(rows)
}

/** The other held runs: the one after this, or else the first. */
async function otherHeld(db: Db, run: RunRow & { state: string }): Promise<FeedRun['held']> {
  if (run.state !== 'held') return null
  const { rows } = await sql<{ others: number; next_run_id: number | null }>`
    select count(*)::int as others,
      coalesce(min(feed_run_id) filter (where feed_run_id > ${run.feed_run_id}), min(feed_run_id)) as next_run_id
    from feed_run
    where state = 'held' and feed_run_id <> ${run.feed_run_id}`.execute(db)
  return singleRow(rows)
}

/** The last times that the feed was held for this run's gravest measure, and what people did. */
async function alikeRuns(db: Db, run: RunRow): Promise<FeedRun['alike']> {
  const worst = (run.decision as Decision | null)?.measures[0]
  if (!worst || worst.verdict === 'ok') return []
  const { rows } = await sql<FeedRun['alike'][number]>`
    select r.feed_run_id, r.insert_tm as tm, r.state, r.decision->>'sentence' as sentence,
      r.approved_by as by, r.approve_reason as reason
    from feed_run r
    where r.feed_id = ${run.feed_id}
      and r.feed_run_id < ${run.feed_run_id}
      and r.decision->>'verdict' = 'hold'
      and r.decision->'measures' @> ${JSON.stringify([{ name: worst.name, verdict: 'hold' }])}::jsonb
      and not r.dry
    order by r.feed_run_id desc
    limit 3`.execute(db)
  return rows
}

export async function getCurrentRun({ db }: Ctx, { params }: Parsed<'getCurrentRun'>): Promise<CurrentRun> {
  const standing = (await ownStandings(db, [params.id])).get(params.id)
  if (!standing) throw notFound('supplier')
  return { run: await openRun(db, standing.feed_id), ...standing }
}

export async function getCurrentCustomFeedRun(
  { db }: Ctx,
  { params: { vcfi } }: Parsed<'getCurrentCustomFeedRun'>,
): Promise<CurrentRun> {
  const standing = (await customStandings(db, [vcfi])).get(vcfi)
  if (!standing) throw notFound('custom feed')
  return { run: await openRun(db, standing.feed_id), ...standing }
}

/** A feed's queued, running or held run. */
async function openRun(db: Db, feedId: number): Promise<LiveRun | null> {
  const row = await db
    .selectFrom('feed_run')
    .select(liveColumns.map((column) => `feed_run.${column}` as const))
    .select(['job_id', stopping])
    .where('feed_id', '=', feedId)
    .where('state', 'in', ['queued', 'running', 'held'])
    .orderBy('feed_run_id', 'desc')
    .executeTakeFirst()
  return row ? liveRunNow(db, row) : null
}
