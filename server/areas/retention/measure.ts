import { sql, type Db } from '#server/platform/database/db.ts'
import { kindOf, retentionKindNames, type RetentionKind } from '#contract/retention/kinds.ts'

export interface Size {
  kind: RetentionKind
  rows: number
  bytes: number
}

/** Tables that the statistics say have fewer rows are counted. */
const countedRows = 20_000

/** The size of each kind's tables with their indexes; rows of a large table are the statistics' estimate. */
export async function measureSizes(db: Db): Promise<Size[]> {
  const tables = retentionKindNames.flatMap((kind) => {
    const [first, ...others] = kindOf(kind).tables
    return [{ kind, name: first, is_first: true }, ...others.map((name) => ({ kind, name, is_first: false }))]
  })
  const { rows } = await sql<{ kind: RetentionKind; name: string | null; rows: number; bytes: number }>`
    select t.kind, max(t.name) filter (where t.is_first) as name,
      coalesce(max(greatest(s.n_live_tup, c.reltuples)) filter (where t.is_first), 0)::float8 as rows,
      sum(pg_total_relation_size(c.oid))::float8 as bytes
    from jsonb_to_recordset(${JSON.stringify(tables)}::jsonb) as t (kind text, name text, is_first boolean)
    join pg_class c on c.oid = to_regclass(t.name)
    left join pg_stat_all_tables s on s.relid = c.oid
    group by t.kind`.execute(db)
  const small = rows.filter((row) => row.rows < countedRows && row.name !== null)
  const counted = await countRows(
    db,
    small.flatMap(({ kind, name }) => (name === null ? [] : [{ kind, name }])),
  )
  return rows.map(({ kind, rows: estimate, bytes }) => ({ kind, rows: counted.get(kind) ?? estimate, bytes }))
}

async function countRows(
  db: Db,
  tables: readonly { kind: RetentionKind; name: string }[],
): Promise<Map<RetentionKind, number>> {
  if (tables.length === 0) return new Map()
  const counts = tables.map(
    ({ kind, name }) =>
      sql`select ${kind}::text as kind, count(*)::float8 as rows from (select from ${sql.table(name)} limit ${2 * countedRows}) x`,
  )
  const { rows } = await sql<{ kind: RetentionKind; rows: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ kind, rows: count }) => [kind, count]))
}

export interface Growth {
  kind: RetentionKind
  /** Rows added a day since the oldest measure of the last week. */
  added_rows_day: number
}

/** How many rows were added a day, by the daily measures: those there now and those removed since. */
export async function readGrowth(db: Db, sizes: readonly Size[]): Promise<Map<RetentionKind, number>> {
  const { rows } = await sql<Growth>`
    select s.kind, greatest(0, (s.rows - first.rows + coalesce(r.removed, 0)) / first.days)::float8 as added_rows_day
    from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as s (kind text, rows float8)
    cross join lateral (
      select d.rows, d.day, (now() at time zone 'UTC')::date - d.day as days
      from retention_day d
      where d.kind = s.kind
        and d.day between (now() at time zone 'UTC')::date - 8 and (now() at time zone 'UTC')::date - 1
      order by d.day
      limit 1
    ) first
    cross join lateral (
      select sum(d.removed)::float8 as removed
      from retention_day d
      where d.kind = s.kind and d.day >= first.day
    ) r`.execute(db)
  return new Map(rows.map(({ kind, added_rows_day: added }) => [kind, added]))
}
