import { monitoredHours } from '#contract/feeds/standing.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { endedWell } from './standing.ts'

interface Step {
  custom: boolean
  hour: number
  /** By how many the feeds with good data grow at this hour. */
  more: number
}

/** How many feeds had data within their allowed age, at each full hour before now. */
export async function getFleetHours({ db }: Ctx) {
  const [steps, { rows: totals }] = await Promise.all([
    readSteps(db),
    sql<{ tm: string; suppliers: number; custom_feeds: number }>`
      with fleet as (${fleet})
      select now() as tm, count(*) filter (where not custom) as suppliers,
        count(*) filter (where custom) as custom_feeds
      from fleet`.execute(db),
  ])
  const { tm, suppliers, custom_feeds } = singleRow(totals)
  const goodHours = (custom: boolean) => sumSteps(steps.filter((step) => step.custom === custom))
  return {
    tm,
    suppliers: { feeds: suppliers, good: goodHours(false) },
    custom_feeds: { feeds: custom_feeds, good: goodHours(true) },
  }
}

function sumSteps(steps: readonly Step[]): number[] {
  let sum = 0
  return Array.from({ length: monitoredHours + 1 }, (_, hour) => {
    for (const step of steps) if (step.hour === hour) sum += step.more
    return sum
  })
}

/** Every feed that the report shows. */
const fleet = sql`
  select f.feed_id, f.vendor_custom_feed_id is not null as custom,
    make_interval(days => d.max_file_age_allowed_in_days) as allowed
  from feed f
  join dropshipper d on d.dropshipper_id = f.dropshipper_id
  left join vendor_custom_feed cf on cf.vendor_custom_feed_id = f.vendor_custom_feed_id
  where not coalesce(cf.hidden_from_report, d.hidden_from_report)`

/** A good run's data lasts until the next one or until it is too old: one step up and one down. */
async function readSteps(db: Db): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with fleet as (${fleet}),
    span as (select now() - make_interval(hours => ${monitoredHours}::int) as begins),
    good as (
      select f.*, r.end_tm
      from fleet f
      join feed_run r on r.feed_id = f.feed_id and ${endedWell('r')} and r.end_tm > (select begins from span)
      union all
      select f.*, r.end_tm
      from fleet f
      cross join lateral (
        select r.end_tm
        from feed_run r
        where r.feed_id = f.feed_id and ${endedWell('r')} and r.end_tm <= (select begins from span)
        order by r.end_tm desc nulls last
        limit 1
      ) r
    ),
    stood as (
      select custom, end_tm as came,
        least(end_tm + allowed, lead(end_tm) over (partition by feed_id order by end_tm)) as went
      from good
    )
    select custom, greatest(0, ceil(extract(epoch from tm - begins) / 3600))::int as hour,
      sum(more)::int as more
    from stood, span, lateral (values (came, 1), (went, -1)) as step(tm, more)
    group by 1, 2`.execute(db)
  return rows
}
