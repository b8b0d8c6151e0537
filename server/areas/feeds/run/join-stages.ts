import { productFieldNames, type ProductField } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { columnType, stageTable, type StageId } from './stage.ts'

/** A staged file and the fields that it fills. */
export interface StagedPart {
  stage: StageId
  fields: readonly ProductField[]
}
export interface StageMatch {
  /** Its rows whose SKU the main file has. */
  matched: number
  /** Its rows whose SKU the main file doesn't have, with a few of those SKUs. */
  unknown: number
  unknown_skus: string[]
  /** The main file's rows whose SKU it doesn't have, not even in a rejected row. */
  missing: number
}

const raw = (text: string) => sql.raw(text)
const rowTable = (stage: StageId) => raw(stageTable(stage))
const keptTable = (stage: StageId) => raw(stageTable(stage, 'kept'))

/** How a further file's SKUs match the main file's, before anything is joined. */
export async function matchStages(db: Db, main: StageId, part: StageId): Promise<StageMatch> {
  const { rows: matches } = await sql<StageMatch>`
    with unknown as materialized (
      select f.sku, f.line
      from ${rowTable(part)} f
      where not exists (select from ${rowTable(main)} s where s.sku = f.sku)
        and not exists (select from ${keptTable(main)} k where k.sku = f.sku)
    )
    select
      (select count(*) from ${rowTable(part)} f join ${rowTable(main)} s using (sku)) as matched,
      (select count(*) from unknown) as unknown,
      array(select left(sku, 100) from unknown order by line limit 5) as unknown_skus,
      (
        select count(*)
        from ${rowTable(main)} s
        where not exists (select from ${rowTable(part)} f where f.sku = s.sku)
          and not exists (select from ${keptTable(part)} k where k.sku = s.sku)
      ) as missing`.execute(db)
  return singleRow(matches)
}

/**
 * Removes rows from the main stage whose SKU a further file rejected and has in no other row: those products
 * stay unchanged. Returns how many rows these were.
 */
export async function leaveOut(db: Db, main: StageId, part: StageId): Promise<number> {
  const { rows: leftOut } = await sql<{ out: number }>`
    with out as (
      delete from ${rowTable(main)} s
      where exists (select from ${keptTable(part)} k where k.sku = s.sku)
        and not exists (select from ${rowTable(part)} f where f.sku = s.sku)
      returning s.sku
    ), noted as (
      insert into ${keptTable(main)} select sku from out
    )
    select count(*) as out from out`.execute(db)
  return singleRow(leftOut).out
}

/**
 * Joins the further files into the main stage; the last value of a field that isn't blank wins. A row's hash is
 * that of the joined row: equal rows have equal hashes, whichever file each value came from.
 */
export async function joinStages(
  db: Db,
  main: StagedPart,
  parts: readonly StagedPart[],
): Promise<ProductField[]> {
  const fields = productFieldNames.filter((f) => [main, ...parts].some((p) => p.fields.includes(f)))
  const value = (field: ProductField): string => {
    if (field === 'sku') return 's.sku'
    const from = parts.flatMap((p, i) => (p.fields.includes(field) ? [`f${i}.${field}`] : [])).toReversed()
    return `coalesce(${[...from, ...(main.fields.includes(field) ? [`s.${field}`] : [])].join(', ')})`
  }
  const joins = parts.map((p, i) => `left join ${stageTable(p.stage)} f${i} on f${i}.sku = s.sku`)
  const joinedTable = raw(stageTable(main.stage, 'joined'))
  const columns = fields.map((f) => `${f} ${columnType(f)}`).join(', ')
  await sql`
    create unlogged table ${joinedTable} (
      line integer not null,
      content_hash bigint not null,
      ${raw(columns)}
    )`.execute(db)
  await sql`
    insert into ${joinedTable}
    select line, hash_record_extended(row(${raw(fields.join(', '))}), 0), ${raw(fields.join(', '))}
    from (
      select s.line, ${raw(fields.map((f) => `${value(f)} as ${f}`).join(', '))}
      from ${rowTable(main.stage)} s
      ${raw(joins.join(' '))}
    ) x`.execute(db)
  const tables = [main.stage, ...parts.map((p) => p.stage)].map((stage) => stageTable(stage))
  await sql`drop table ${raw(tables.join(', '))}`.execute(db)
  const [, name = ''] = stageTable(main.stage).split('.')
  await sql`alter table ${joinedTable} rename to ${raw(name)}`.execute(db)
  await sql`analyze ${rowTable(main.stage)}`.execute(db)
  return fields
}

/** How many joined rows have no price, with a few of them; if they are rejected, they are removed. */
export async function withoutPrice(
  db: Db,
  main: StageId,
  rejects: boolean,
): Promise<{ rows: number; examples: { line: number; value: string }[] }> {
  const { rows: priceless } = await sql<{ rows: number; examples: { line: number; value: string }[] | null }>`
    with priceless as (
      ${
        rejects
          ? sql`delete from ${rowTable(main)} where wholesale_price is null returning line, sku`
          : sql`select line, sku from ${rowTable(main)} where wholesale_price is null`
      }
    ), noted as (
      insert into ${keptTable(main)} select sku from priceless where ${rejects}
    )
    select
      (select count(*) from priceless) as rows,
      (
        select jsonb_agg(jsonb_build_object('line', line, 'value', sku) order by line)
        from (select line, left(sku, 200) as sku from priceless order by line limit 20) x
      ) as examples`.execute(db)
  const { rows, examples } = singleRow(priceless)
  return { rows, examples: examples ?? [] }
}
