import type { ChangeKind } from '#contract/feeds/comparison.ts'
import { productFieldNames } from '#contract/feeds/settings.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { changedFields } from '../runs/impact.ts'

/** A product's fields as text at one time, each under `a_`. */
type State = Record<`a_${string}`, string | null>
interface Touched {
  feed_run_id: number
  tm: string | null
  kind: string
}
interface Entry {
  feed_run_id: number
  tm: string | null
  change: ChangeKind
  fields: Record<string, { from: string | null; to: string | null }>
}
interface HistoryPage {
  entries: Entry[]
  next: number | null
  removed_until: string | null
}
interface HistoryOf {
  product_id: number
  feed_id: number
  created_run_id: number
}

const kinds: Record<string, ChangeKind> = { updated: 'Updated', restored: 'Created', deleted: 'Deleted' }
const stateColumns = (alias: string) =>
  sql.raw(productFieldNames.map((f) => `${alias}.${f}::text as "a_${f}"`).join(', '))
const imageAt = (productId: number) => sql`
  select *
  from product_before x
  where x.feed_run_id = r.feed_run_id
    and x.kind in ('updated', 'deleted', 'restored')
    and x.product_id = ${productId}
  limit 1`

/**
 * The applied runs that changed a product, newest first, each with the fields before and after. What is stored of
 * a run is the product before it; after it, the product was as before the next run that changed it.
 * @param before only runs before this one
 */
export async function productHistory(
  db: Db,
  product: HistoryOf,
  { before, size }: { before?: number | undefined; size: number },
): Promise<HistoryPage> {
  const { product_id, feed_id, created_run_id } = product
  const runs = sql`
    from feed_run r
    cross join lateral (${imageAt(product_id)}) b
    where r.feed_id = ${feed_id}
      and r.state = 'applied'
      and r.changes_removed_tm is null
      and r.feed_run_id >= ${created_run_id}`
  const touchedRows = sql<Touched & State>`
    select r.feed_run_id, r.applied_tm as tm, b.kind, ${stateColumns('b')}
    ${runs} and ${before === undefined ? sql`true` : sql`r.feed_run_id < ${before}`}
    order by r.feed_run_id desc
    limit ${size + 1}`
  const laterState = sql<State>`
    (
      select ${stateColumns('b')}
      ${runs} and ${before === undefined ? sql`false` : sql`r.feed_run_id >= ${before}`}
      order by r.feed_run_id
      limit 1)
    union all
    (select ${stateColumns('p')} from product p where p.product_id = ${product_id})
    limit 1`
  const origin = sql<{ created_tm: string | null; removed_until: string | null }>`
    select max(applied_tm) filter (where feed_run_id = ${created_run_id}) as created_tm,
      max(applied_tm) filter (where feed_run_id > ${created_run_id} and changes_removed_tm is not null)
        as removed_until
    from feed_run
    where feed_id = ${feed_id} and feed_run_id >= ${created_run_id}`
  const [{ rows: touched }, { rows: later }, { rows: origins }] = await Promise.all([
    touchedRows.execute(db),
    laterState.execute(db),
    origin.execute(db),
  ])
  const { created_tm, removed_until } = singleRow(origins)
  const states: State[] = [singleRow(later), ...touched]
  const entries = touched.slice(0, size).map((run, i): Entry => {
    const change = kinds[run.kind] ?? 'Updated'
    return {
      feed_run_id: run.feed_run_id,
      tm: run.tm,
      change,
      fields: fieldsOf(change, run, states[i] ?? run),
    }
  })
  if (touched.length > size) return { entries, next: entries.at(-1)?.feed_run_id ?? null, removed_until }
  const first = states.at(-1)
  const fields = removed_until === null && first ? fieldsOf('Created', first, first) : {}
  const created: Entry = { feed_run_id: created_run_id, tm: created_tm, change: 'Created', fields }
  return { entries: [...entries, created], next: null, removed_until }
}

/** The fields in which two states differ. */
function fieldsOf(change: ChangeKind, earlier: State, after: State) {
  const row = Object.fromEntries(
    productFieldNames.flatMap((f) => [
      [`a_${f}`, earlier[`a_${f}`] ?? null],
      [`b_${f}`, after[`a_${f}`] ?? null],
    ]),
  )
  return changedFields(change, productFieldNames, row, { before: 'a_', after: 'b_' })
}
