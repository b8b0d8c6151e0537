import { sql } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

interface Cached<Answer> {
  answer: Answer
  computed_tm: string
  age: number
  computed_by: number | null
}
interface CacheUse<Answer> {
  report: string
  keptMinutes: number
  /** Computes it again although it isn't old, at most once in so many seconds for one person. */
  anew?: { seconds: number } | undefined
  compute: () => Promise<Answer>
}

/** A report's answer, computed at most so many minutes ago by any process, and when. */
export async function cachedReport<Answer>(
  ctx: Pick<Ctx, 'db' | 'clock' | 'who'>,
  { report, keptMinutes, anew, compute }: CacheUse<Answer>,
): Promise<{ answer: Answer; computed_tm: string }> {
  const now = new Date(ctx.clock.now()).toISOString()
  const { rows } = await sql<Cached<Answer>>`
    select answer, computed_tm, computed_by,
      extract(epoch from ${now}::timestamptz - computed_tm)::float8 as age
    from report_cache
    where report = ${report}`.execute(ctx.db)
  const [cached] = rows
  if (anew && cached && cached.computed_by === ctx.who.login_id && cached.age < anew.seconds)
    throw new Refusal('too_many', 'You had this computed less than a minute ago. Try again in a minute.')
  if (!anew && cached && cached.age >= 0 && cached.age < keptMinutes * 60)
    return { answer: cached.answer, computed_tm: cached.computed_tm }
  const answer = await compute()
  await sql`
    insert into report_cache (report, answer, computed_tm, computed_by)
    values (${report}, ${JSON.stringify(answer)}::jsonb, ${now}::timestamptz, ${anew ? ctx.who.login_id : null})
    on conflict (report) do update
    set answer = excluded.answer, computed_tm = excluded.computed_tm, computed_by = excluded.computed_by`.execute(
    ctx.db,
  )
  return { answer, computed_tm: now }
}
