import type { ExampleRow } from '#contract/feeds/gate.ts'
import { candidates } from '#engine/gate/renamed-skus.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Scope } from '../run/compare.ts'
import { stageTable } from '../run/stage.ts'

const shownRows = 10

interface Sku {
  sku: string
  title: string | null
}
interface Old extends Sku {
  codes: readonly (string | null)[]
}

/** Renamed products by their new SKU, each with its old SKU if it can be found: `from` → `to`. */
export async function renamedRows(db: Db, scope: Scope): Promise<ExampleRow[]> {
  const title = scope.fields.includes('title') ? sql`s.title` : sql`null`
  const readCreated = (condition = sql`true`) =>
    sql<Sku>`
      select s.sku, ${title} as title
      from ${sql.raw(stageTable(scope, 'change'))} c
      join ${sql.raw(stageTable(scope))} s using (line)
      where c.kind = 'created' and ${condition}
      order by c.line
      limit ${shownRows}`.execute(db)
  const readGone = (condition = sql`true`) =>
    sql<Old>`
      select p.sku, p.title, array[p.upc, p.ean, p.supplier_product_id] as codes
      from ${sql.raw(stageTable(scope, 'change'))} c
      join product p on p.product_id = c.product_id
      where c.kind = 'deleted' and ${condition}
      order by p.product_id
      limit ${10 * shownRows}`.execute(db)

  const { rows: fresh } = await readCreated()
  const skus = fresh.map((row) => row.sku)
  const shorter = await readGone(sql`p.sku = any(${candidates(skus)})`)
  if (shorter.rows.length > 0) return pairSkus(fresh, shorter.rows)
  const { rows: goneProducts } = await readGone()
  const longer = await readCreated(sql`s.sku = any(${candidates(goneProducts.map((row) => row.sku))})`)
  if (longer.rows.length > 0) return pairSkus(longer.rows, goneProducts)
  const titles = fresh.flatMap((row) => row.title ?? [])
  const { rows: matches } = await readGone(
    sql`(array[p.upc, p.ean, p.supplier_product_id] && ${skus}::text[] or p.title = any(${titles}))`,
  )
  return pairSkus(fresh, matches)
}

const pairSkus = (fresh: readonly Sku[], olds: readonly Old[]): ExampleRow[] =>
  fresh.map(({ sku, title }) => {
    const old =
      olds.find((o) => candidates([sku]).includes(o.sku) || candidates([o.sku]).includes(sku)) ??
      olds.find((o) => o.codes.includes(sku)) ??
      olds.find((o) => title !== null && o.title === title)
    return { sku, title, from: old?.sku ?? null, to: old ? sku : null }
  })
