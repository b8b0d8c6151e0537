import { sql, type Db } from '#server/platform/database/db.ts'

/** A figure of a month in whole cents, or in vendors. */
export interface Figure {
  month: string
  measure: string
  key: string
  value: number
}

/** The figures of months from `first` to today’s: all that the tabs of Monthly Revenue show, and a closing keeps. */
export async function readFigures(db: Db, first: string, today: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    with month as (
      select month::date, least((month + interval '1 month')::date - 1, ${today}::date) as last
      from generate_series(${first}::timestamp, ${today}::timestamp, interval '1 month') month
    ), spread as (
      -- cents are whole in each sum to date, so that months never lose one
      select month, measure, key, round(sum(value) over w) as upto,
        coalesce(round(sum(value) over (w rows between unbounded preceding and 1 preceding)), 0) as before
      from (
        select m.month, k.measure, k.key, coalesce(sum(d.value), 0) as value
        from (
          select month::date
          from generate_series(
            least((select date_trunc('month', min(day)) from report_day), ${first}::timestamp),
            ${today}::timestamp, interval '1 month') month) m
        cross join (values ('billed', 'period'), ('billed', 'once'), ('credited', ''), ('earned', 'period'),
          ('earned', 'once'), ('earned', 'credited')) k (measure, key)
        left join report_day d
          on d.measure = k.measure and d.key = k.key and d.day >= m.month
            and d.day < m.month + interval '1 month' and d.day <= ${today}::date
        group by m.month, k.measure, k.key) s
      window w as (partition by measure, key order by month)
    )
    select month::text, measure, key, (upto - before)::int8 as value
    from spread
    where month >= ${first}::date
    union all
    select month::text, 'deferred', '', sum(case measure when 'billed' then upto else -upto end)::int8
    from spread
    where month >= ${first}::date
    group by month
    union all
    select m.month::text, case when d.day < m.month then 'opening' else d.measure end, '', d.value::int8
    from month m
    join report_day d
      on d.measure in ('mrr', 'vendors') and d.day = m.last
        or d.measure = 'mrr' and d.day = m.month - 1
    union all
    select m.month::text, 'opening_vendors', '', d.value::int8
    from month m
    join report_day d on d.measure = 'vendors' and d.day = m.month - 1
    union all
    select m.month::text, d.measure, d.key, sum(d.value)::int8
    from month m
    join report_day d
      on d.measure in ('movement', 'came', 'collected', 'written_off', 'left', 'lost', 'retained')
        and d.day between m.month and m.last
    group by m.month, d.measure, d.key
    order by 1`.execute(db)
  return rows
}

/** The figures of one month by name, 0 where a month has none. */
export class MonthFigures {
  readonly #values: ReadonlyMap<string, number>
  constructor(figures: readonly Figure[]) {
    this.#values = new Map(figures.map(({ measure, key, value }) => [`${measure} ${key}`, value]))
  }
  cents(measure: string, key = ''): number {
    return this.#values.get(`${measure} ${key}`) ?? 0
  }
}

/** Figures by month, in the order of the months. */
export function byMonth(figures: readonly Figure[]): Map<string, MonthFigures> {
  const groups = Map.groupBy(figures, ({ month }) => month)
  return new Map([...groups].map(([month, ofMonth]) => [month, new MonthFigures(ofMonth)]))
}
