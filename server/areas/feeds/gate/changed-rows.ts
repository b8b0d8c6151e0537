import type { ProductField } from '#contract/feeds/settings.ts'
import { sql } from '#server/platform/database/db.ts'
import { fieldBit, type Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

/** Fewer changed values than this share of the products can't be too many of one value. */
export const leastShare = 0.005
/** Of more changes than this, only a sample is examined. */
export const sampleSize = 100_000

/** Some of a table's pages at random, the same ones each time, if it has more rows than should be examined. */
export const pagesOf = (rows: number, mostExamined: number) =>
  rows > mostExamined ? sql`tablesample system (${(100 * mostExamined) / rows}::real) repeatable (1)` : sql``

/** Rows of products whose value of the field changed to another; one in `sampleStep` of them. */
export const changedRows = (scope: Scope, field: ProductField, sampleStep: number) => sql`
    from ${sql.raw(stageTable(scope, 'change'))} c
    join ${sql.raw(stageTable(scope))} s using (line)
    where c.kind = 'updated'
      and c.changed & c.had & c.has & ${fieldBit(field)}::int <> 0
      ${sampleStep > 1 ? sql`and c.line % ${sampleStep} = 0` : sql``}`
