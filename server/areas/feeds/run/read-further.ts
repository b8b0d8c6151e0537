import type { ProductField } from '#contract/feeds/settings.ts'
import { count, many } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import type { Stopwatch } from '#engine/read.ts'
import { sql } from '#server/platform/database/db.ts'
import type { FetchedFile } from '../files/fetched-files.ts'
import { Issues } from '../runs/issues.ts'
import { joinStages, leaveOut, matchStages, withoutPrice } from './join-stages.ts'
import { noRows, type Attempt } from './attempt.ts'
import { ofFile, type Further, type FurtherRowCounts } from './further-files.ts'
import { Reading, type Part, type ReadPart } from './reading.ts'

interface ReadFurther extends Part {
  further: Further
  read: ReadPart
  rowCounts: FurtherRowCounts
}

/** Fields that these files fill in addition to the SKU. */
export const furtherFields = (files: readonly Pick<Further, 'mapping'>[]): ReadonlySet<ProductField> =>
  new Set(files.flatMap(({ mapping }) => mapping.map((m) => m.field)).filter((field) => field !== 'sku'))

/** Reads and stages each further file, and joins them all into the stage of the main one. */
export async function joinFurther(
  attempt: Attempt,
  { main, read }: { main: Part; read: ReadPart },
  files: readonly FetchedFile[],
  watch: Stopwatch,
): Promise<ReadPart> {
  const { db } = attempt.job
  const parts: ReadFurther[] = []
  for (const [i, further] of attempt.further.entries()) {
    const file = files[i]
    if (!file) throw new Error(`The additional file “${further.name}” must be fetched before it is read`)
    const part = partOf(attempt, further, file)
    parts.push(await ofFile(further.name, () => readFurther(attempt, { further, part, main: read }, watch)))
  }
  attempt.furtherReads = parts.map(({ further, rowCounts }) => ({
    file: further.name,
    now: rowCounts,
    before: further.last?.seen ?? undefined,
  }))
  let leftOutRows = 0
  for (const { further, stage, issues, counts } of parts) {
    const lostRows = await leaveOut(db, main.stage, stage)
    leftOutRows += lostRows
    main.issues.addGroupsOf(further.name, issues, { read: counts.rows_read, lostRows })
  }
  const fields = await joinStages(
    db,
    { stage: main.stage, fields: read.scope.fields },
    parts.map((part) => ({ stage: part.stage, fields: part.read.scope.fields })),
  )
  if (furtherFields(attempt.further).has('wholesale_price'))
    leftOutRows += await reportPriceless(attempt, main)
  main.issues.rejected += leftOutRows
  main.counts.rows_rejected = main.issues.rejected
  main.counts.rows_warned = main.issues.warned
  main.counts.rows_accepted = main.counts.rows_read - main.issues.rejected
  await attempt.progress(true)
  return {
    ...read,
    scope: { ...read.scope, fields },
    bytes: parts.reduce((sum, part) => sum + part.read.bytes, read.bytes),
  }
}

/** Only the joined row shows whether a product has a price. */
async function reportPriceless(attempt: Attempt, { stage, settings, issues }: Part): Promise<number> {
  const rejects = settings.rules.blank_price === 'reject'
  const { rows, examples } = await withoutPrice(attempt.job.db, stage, rejects)
  const severity = rejects ? 'rejected' : 'warning'
  issues.addGroup({
    severity,
    reason: 'No price',
    rows,
    examples: examples.map((e) => ({ ...e, column: '' })),
  })
  if (!rejects) issues.warned += rows
  return rejects ? rows : 0
}

async function readFurther(
  attempt: Attempt,
  { further, part, main }: { further: Further; part: Part; main: ReadPart },
  watch: Stopwatch,
): Promise<ReadFurther> {
  const read = await new Reading(attempt, part, watch, undefined).read()
  if (!read) throw new Error('The file was read without a result')
  const { db } = attempt.job
  const { matched: matchedRows, ...match } = await matchStages(db, attempt.stage, part.stage)
  // mended rows are only a few of the products, so rows of the others say nothing
  const others = main.scope.mended ? { ...match, unknown: 0, unknown_skus: [] } : match
  const { rows_read, rows_rejected } = part.counts
  const rowCounts = {
    read: rows_read,
    rejected: rows_rejected,
    repeated: read.repeats,
    ...others,
    ended: read.traits.ended,
  }
  await noteRowCounts(attempt, further, rowCounts)
  refuseUseless(part, read.repeats, matchedRows, main.scope.mended)
  refuseCut(rowCounts, further.last?.seen)
  return { ...part, further, read, rowCounts }
}

function partOf(attempt: Attempt, further: Further, file: FetchedFile): Part {
  const { job, settings, stage } = attempt
  const others = attempt.further.filter((file) => file !== further)
  const all = furtherFields(attempt.further)
  // only the joined rows show whether there is a price
  const price = all.has('wholesale_price') ? (['wholesale_price'] as const) : []
  return {
    file,
    settings: { format: further.format, mapping: further.mapping, rules: settings.rules },
    stage: { ...stage, file: further.feed_file_id },
    issues: new Issues(job.files, undefined),
    counts: noRows(),
    elsewhere: new Set([...furtherFields([settings]), ...furtherFields(others), ...price]),
  }
}

/** Refuses a file that matches no product, which would leave each without what it brings, such as stock. */
function refuseUseless(
  { counts: { rows_read, rows_rejected }, issues }: Part,
  repeats: number,
  matchedRows: number,
  isMended: boolean,
): void {
  const unread = rows_rejected - repeats
  if (unread * 2 > rows_read) {
    const worst = issues.commonestReason
    const reason = worst ? `: ${worst}` : ''
    throw new FeedFailure(
      'unreadable',
      `${count(unread)} of its ${many(rows_read, 'row')} ${unread === 1 ? 'was' : 'were'} rejected${reason}`,
    )
  }
  if (matchedRows === 0 && !isMended)
    throw new FeedFailure('no_match', `None of its ${many(rows_read, 'row')} has a SKU from the main file`)
}

/** Refuses a file that breaks off in the middle of a row with fewer rows than the last complete one. */
function refuseCut(now: FurtherRowCounts, last: FurtherRowCounts | null | undefined): void {
  if (!last?.ended || now.ended || now.read >= last.read) return
  throw new FeedFailure(
    'cut',
    `The file is cut off in row ${now.read}; the last complete one had ${many(last.read, 'row')}`,
  )
}

/** Applies only while the run's row names this attempt; an overtaken attempt fails at its next step. */
async function noteRowCounts(
  { job, runId }: Attempt,
  further: Further,
  rowCounts: FurtherRowCounts,
): Promise<void> {
  await sql`
    update feed_run_file f
    set seen = ${JSON.stringify(rowCounts)}
    from feed_run r
    where f.feed_run_id = ${runId}
      and f.feed_file_id = ${further.feed_file_id}
      and r.feed_run_id = f.feed_run_id
      and r.attempt = ${job.attempt}
      and r.job_id = ${job.jobId}`.execute(job.db)
}
