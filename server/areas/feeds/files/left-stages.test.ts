import { expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed } from '#server/test/harness.ts'
import { dropLeftStages } from './left-stages.ts'
import { trialNumbers } from '../run/stage.ts'

const h = harness()

test('stages that no running attempt uses are dropped, and those in use stay', async () => {
  const { db } = h.services
  const make = (name: string) => sql.raw(`create unlogged table feed_stage.${name} (sku text)`).execute(db)
  const runOf = async (state: string, attempt: number) => {
    const { feed_id, dropshipper_id } = await makeFeed(h)
    const { feed_run_id } = await db
      .insertInto('feed_run')
      .values({ feed_id, dropshipper_id, state, attempt })
      .returning('feed_run_id')
      .executeTakeFirstOrThrow()
    return feed_run_id
  }
  const jobOf = async (status: number) =>
    (
      await db
        .insertInto('job')
        .values({ job_type: 'BASIC_IMAGE', category: 'image', job_status: status })
        .returning('job_id')
        .executeTakeFirstOrThrow()
    ).job_id
  const [running, ended] = [await runOf('running', 2), await runOf('applied', 1)]
  const trial = (jobId: number) => trialNumbers.beyondRuns + jobId * trialNumbers.perJob + 3
  const [open, over] = [trial(await jobOf(jobStatus.executing)), trial(await jobOf(jobStatus.failed))]
  const stay = [`rows_${running}_2`, `kept1_${running}_2`, `rows_${open}_1`, 'something_else']
  const go = [`rows_${running}_1`, `unseen_${ended}_1`, `rows_${over}_1`, 'rows_999999_1']
  for (const name of [...stay, ...go]) await make(name)
  expect(await dropLeftStages(h.services)).toBe(4)
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where relnamespace = 'feed_stage'::regnamespace and relkind = 'r'`.execute(db)
  expect(rows.map((row) => row.relname).toSorted()).toEqual(stay.toSorted())
})

test('a stage that a session still writes to is left for the next turn', async () => {
  const { db } = h.services
  await sql`create unlogged table feed_stage.rows_888888_1 (sku text)`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`insert into feed_stage.rows_888888_1 values ('a')`.execute(tx)
    expect(await dropLeftStages(h.services)).toBe(0)
  })
  expect(await dropLeftStages(h.services)).toBe(1)
})
