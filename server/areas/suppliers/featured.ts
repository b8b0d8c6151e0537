import type { SupplierRow } from '#contract/suppliers/suppliers.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { logoUrl } from './logo.ts'
import { supplierRows } from './list-suppliers.ts'

/** The list of all featured suppliers is edited as one record. */
export const editedFeatured: EditedRecord = {
  entity: 'featured',
  id: 'suppliers',
  types: ['supplier.featured'],
}

export async function listFeaturedSuppliers({ db }: Ctx) {
  const version = await versionOf(db, editedFeatured)
  const rows = await supplierRows<{ logo_key: string | null; featured_order: number }>(
    db,
    sql`where d.featured_order is not null order by d.featured_order`,
    sql`d.logo_key, d.featured_order,`,
  )
  return rows.map(({ logo_key, ...r }) => ({
    ...r,
    version,
    dropshipper_logo: logoUrl(r.dropshipper_id, logo_key),
  }))
}

export const listRestrictedSuppliers = ({ db }: Ctx): Promise<SupplierRow[]> => readRestrictedSuppliers(db)

export const readRestrictedSuppliers = (db: Db): Promise<SupplierRow[]> =>
  supplierRows(db, sql`where d.allow_browse = -1 order by lower(d.supplier_name) limit 2000`)

/** Locked by whoever changes the list, before any supplier's row. */
export const lockFeatured = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('featured suppliers', 0))`.execute(tx)

export async function featuredIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('dropshipper')
    .select('dropshipper_id')
    .where('featured_order', 'is not', null)
    .orderBy('featured_order')
    .execute()
  return rows.map((row) => row.dropshipper_id)
}

/** In two steps, since an order must be unique at every moment. */
export async function writeFeatured(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('dropshipper')
    .set({ featured_order: null })
    .where('featured_order', 'is not', null)
    .execute()
  await sql`
    update dropshipper d
    set featured_order = x.place
    from unnest(${ids as number[]}::int[]) with ordinality as x(id, place)
    where d.dropshipper_id = x.id`.execute(tx)
}
