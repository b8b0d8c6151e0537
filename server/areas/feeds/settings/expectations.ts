import { expectedText, type Expectation, type expectedWith } from '#contract/feeds/expectations.ts'
import { measureKind, type Decision, type GateMeasure, type JudgedMeasure } from '#contract/feeds/gate.ts'
import type { Parsed } from '#contract/index.ts'
import type { z } from 'zod'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'
import { actOn, refuse, type LockedRun } from '../runs/lock-run.ts'
import { ofFeed, vendorColumns } from '../feed-owner.ts'

/** The expected limit is a little higher than what was let through. */
const margin = 1.1

/** What people expect of a feed, newest first, including what has ended. */
export async function listExpectations(
  { db }: Ctx,
  { params }: Parsed<'listExpectations'>,
): Promise<Expectation[]> {
  const { rows } = await sql<Expectation>`
    select feed_expectation_id, measure, field, part, sign, limit_percent::float8 as "limit", feed_run_id,
      reason, expected_by as by, insert_tm, until_tm, revoked_by, revoked_tm
    from feed_expectation
    where feed_id = ${params.feed_id}
    order by feed_expectation_id desc
    limit 200`.execute(db)
  if (rows.length === 0) await requireFeed(db, params.feed_id)
  return rows
}

export async function requireFeed(db: Ctx['db'], feedId: number): Promise<void> {
  const feed = await db.selectFrom('feed').select('feed_id').where('feed_id', '=', feedId).executeTakeFirst()
  if (!feed) throw notFound('feed')
}

/**
 * Expects the measures of a held run for some days: a tenth more than they were, for the same field or part and
 * direction. Part of the run's approval.
 */
export async function expectOf(
  ctx: Ctx,
  tx: Tx,
  run: LockedRun,
  { measures, days, reason }: z.output<typeof expectedWith> & { reason: string },
): Promise<Activity> {
  const { decision } = await tx
    .selectFrom('feed_run')
    .select('decision')
    .where('feed_run_id', '=', run.feed_run_id)
    .executeTakeFirstOrThrow()
  const judgedMeasures = (decision as Decision | null)?.measures ?? []
  const endTm = new Date(ctx.clock.now() + days * 86_400_000).toISOString()
  const rows = [...new Set(measures)].flatMap((measure) => {
    const holding = judgedMeasures.filter((m) => m.name === measure && m.verdict === 'hold')
    if (holding.length === 0) refuse(`“${measureKind(measure).label}” is not why this run is held`)
    return [...Map.groupBy(holding, (m) => expectedAs(m)).values()].flatMap((sameKind) => {
      const [first] = sameKind
      if (!first) return []
      const { field, part, value } = first
      const widest = Math.max(...sameKind.map((m) => Math.abs(m.value)))
      return {
        feed_id: run.feed_id,
        measure,
        field,
        part,
        sign: value < 0 ? -1 : 1,
        limit_percent: Math.min(99_999, widest * margin).toFixed(2),
        feed_run_id: run.feed_run_id,
        reason,
        expected_by: ctx.who.name,
        until_tm: endTm,
      }
    })
  })
  await tx.insertInto('feed_expectation').values(rows).execute()
  const summary = rows.map((r) => `${expectedText(r)} up to ${Number(r.limit_percent)}%`).join(', ')
  return {
    type: 'feed.expect',
    ...actOn(run, reason, `Expected for ${days} ${days === 1 ? 'day' : 'days'}: ${summary}`),
  }
}

const expectedAs = ({ field, part, value }: JudgedMeasure) => JSON.stringify([field, part, value < 0])

export const revokeExpectation = (ctx: Ctx, { params, body }: Parsed<'revokeExpectation'>) =>
  write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'expectation', params.id)
    const row = await tx
      .selectFrom('feed_expectation')
      .innerJoin('feed', 'feed.feed_id', 'feed_expectation.feed_id')
      .select([
        'measure',
        'field',
        'part',
        'sign',
        'limit_percent',
        'until_tm',
        'revoked_by',
        'feed.dropshipper_id',
        'feed_run_id',
        ...vendorColumns,
      ])
      .where('feed_expectation_id', '=', params.id)
      .forUpdate('feed_expectation')
      .executeTakeFirst()
    if (!row) throw notFound('expected change')
    if (row.revoked_by) throw conflict(`Already ended by ${row.revoked_by}`)
    if (Date.parse(row.until_tm) <= ctx.clock.now()) throw conflict('Already expired')
    await tx
      .updateTable('feed_expectation')
      .set({ revoked_by: ctx.who.name, revoked_tm: new Date(ctx.clock.now()).toISOString() })
      .where('feed_expectation_id', '=', params.id)
      .execute()
    const label = expectedText({ ...row, measure: row.measure as GateMeasure })
    await logActivity({
      type: 'feed.expect_end',
      ...ofFeed(row, `Expected change ended: ${label} up to ${Number(row.limit_percent)}%`),
      entity: 'feed_run',
      entity_id: row.feed_run_id,
      reason: body.reason,
    })
  })
