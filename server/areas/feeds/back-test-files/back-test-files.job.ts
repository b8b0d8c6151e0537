import { z } from 'zod'
import { triedFiles, type TriedFile } from '#contract/feeds/file-back-test.ts'
import { feedFormat, feedMapping, feedRules } from '#contract/feeds/settings.ts'
import { openDatabase, sql, untilAborted, type Db } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { readFeedRow } from '../run/feed-row.ts'
import { openStandIn } from './stand-in-catalogue.ts'
import { dropTrials, Trials, type KeptFile, type TrialSettings } from './trial.ts'

const payload = z.object({ feed_id: z.number(), feed_back_test_id: z.number() })

/** Tries unsaved settings on the files that a feed has kept; the catalogue isn't touched. */
export const backTestFiles: JobDefinition<z.output<typeof payload>> = {
  type: 'FEED_BACK_TEST_JOB',
  payload,
  key: (p) => `feed-back-test-${p.feed_id}`,
  retries: 1,
  timeoutSeconds: 3600,
  async run(job) {
    const { feed_id, feed_back_test_id } = job.payload
    const files = await keptFiles(job.db, feed_id)
    const trialSettings = await readTried(job.db, feed_id, feed_back_test_id)
    const results: TriedFile[] = []
    // a session of its own, on which `product` is another table
    const database = openDatabase(job.database.directUrl, { max: 1, prepare: false })
    try {
      await dropTrials(database.db, job.jobId)
      await untilAborted(database, job.signal, (err) =>
        job.log.warn({ err: err.message }, 'a database session is still running'),
      )
        .db.connection()
        .execute(async (session) => {
          await openStandIn(session)
          const trials = new Trials(job, session, trialSettings)
          if (files[0]) await trials.begin(files[0])
          for (const [i, file] of files.entries()) {
            job.signal.throwIfAborted()
            job.progress(`File ${i + 1} of ${files.length}`, i / files.length)
            results.push(await trials.try(file))
            await save(job.db, feed_back_test_id, results)
          }
        })
    } finally {
      // whatever ended the job, the stages of its last file go too
      await dropTrials(database.db, job.jobId)
      await database.close()
    }
    await job.db
      .updateTable('feed_back_test')
      .set({ end_tm: sql`clock_timestamp()` })
      .where('feed_back_test_id', '=', feed_back_test_id)
      .execute()
    return {
      files: results.length,
      held: results.filter((f) => f.is === 'held' || f.is === 'rejected').length,
    }
  },
  async gaveUp({ db }, { feed_back_test_id }, reason) {
    await db
      .updateTable('feed_back_test')
      .set({ reason, end_tm: sql`clock_timestamp()` })
      .where('feed_back_test_id', '=', feed_back_test_id)
      .execute()
  },
}

const save = (db: Db, id: number, files: readonly TriedFile[]) =>
  db
    .updateTable('feed_back_test')
    .set({ files: JSON.stringify(files) })
    .where('feed_back_test_id', '=', id)
    .execute()

/** The newest kept files of a feed, each once, oldest first. */
export async function keptFiles(db: Db, feedId: number): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select *
    from (
      select distinct on (file_key, beside.keys) feed_run_id, insert_tm as tm, file_key as key,
        coalesce(file_name, 'file') as name, state as was
      from feed_run
      cross join lateral (
        select string_agg(f.file_key, ' ' order by f.feed_file_id) as keys
        from feed_run_file f
        where f.feed_run_id = feed_run.feed_run_id
      ) beside
      where feed_id = ${feedId}
        and mends_run_id is null
        and file_key is not null
        and not dry
        and state in ('applied', 'unchanged', 'held', 'superseded', 'discarded', 'rolled_back', 'rejected')
      -- a file that was held first and then applied was applied
      order by file_key, beside.keys, state in ('applied', 'unchanged') desc, feed_run_id desc
    ) f
    order by feed_run_id desc
    limit ${triedFiles}`.execute(db)
  return rows.toReversed()
}

async function readTried(db: Db, feedId: number, id: number): Promise<TrialSettings> {
  const feed = await readFeedRow(db, feedId)
  const { settings } = await db
    .selectFrom('feed_back_test')
    .select('settings')
    .where('feed_back_test_id', '=', id)
    .executeTakeFirstOrThrow()
  const { oneTime } = settings as { oneTime: unknown }
  return {
    feed,
    savedSettings: readSettings(feed),
    settings: readSettings(settings as Record<string, unknown>),
    oneTime: typeof oneTime === 'number' ? oneTime : null,
  }
}

const readSettings = ({ format, mapping, rules }: Record<'format' | 'mapping' | 'rules', unknown>) => ({
  format: feedFormat.parse(format),
  mapping: feedMapping.parse(mapping),
  rules: feedRules.parse(rules),
})
