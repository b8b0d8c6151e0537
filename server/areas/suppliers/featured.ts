import type { Parsed } from '#contract/index.ts'
import type { SupplierRow } from '#contract/suppliers/suppliers.ts'
import { sql } from '#server/platform/db.ts'
import { invalid } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseStale, versionOf, type Edited } from '#server/platform/versions.ts'
import { logoUrl } from './logo.ts'
import { supplierRows } from './read.ts'

/** The list of all featured suppliers is edited as one record. */
const edited: Edited = { entity: 'featured', id: 'suppliers', types: ['supplier.featured'] }

export async function listFeaturedSuppliers({ db }: Ctx) {
  const version = await versionOf(db, edited)
  const rows = await supplierRows<{ logo_key: string | null }>(db, sql`where d.featured_order is not null order by d.featured_order`, sql`d.logo_key,`)
  return rows.map(({ logo_key, ...r }) => ({ ...r, version, dropshipper_logo: logoUrl(r.dropshipper_id, logo_key) }))
}

export const listRestrictedSuppliers = ({ db }: Ctx): Promise<SupplierRow[]> =>
  supplierRows(db, sql`where d.allow_browse = -1 order by lower(d.supplier_name) limit 2000`)

export const saveFeaturedSuppliers = (ctx: Ctx, { body }: Parsed<'saveFeaturedSuppliers'>) =>
  write(ctx, async (tx, did) => {
    const ids = body.dropshipper_ids
    if (new Set(ids).size !== ids.length) throw invalid({ dropshipper_ids: 'A supplier is featured once' })
    const known = await tx
      .selectFrom('dropshipper')
      .select('dropshipper_id')
      .where('dropshipper_id', 'in', ids.length ? ids : [0])
      .execute()
    const strange = ids.find((id) => !known.some((k) => k.dropshipper_id === id))
    if (strange !== undefined) throw invalid({ dropshipper_ids: `There is no supplier ${strange}` })
    await sql`select pg_advisory_xact_lock(hashtextextended('featured suppliers', 0))`.execute(tx)
    await refuseStale(tx, ctx, edited, body.version)
    const before = await tx.selectFrom('dropshipper').select('dropshipper_id').where('featured_order', 'is not', null).orderBy('featured_order').execute()
    const had = before.map((b) => b.dropshipper_id)
    if (JSON.stringify(had) === JSON.stringify(ids)) return
    // in two steps: an order is unique at every moment
    await tx.updateTable('dropshipper').set({ featured_order: null }).where('featured_order', 'is not', null).execute()
    await sql`update dropshipper d set featured_order = x.place from unnest(${ids}::int[]) with ordinality as x(id, place) where d.dropshipper_id = x.id`.execute(
      tx,
    )
    await did({
      type: 'supplier.featured',
      entity: edited.entity,
      entity_id: edited.id,
      message: `Featured suppliers: ${ids.join(', ') || 'none'}`,
      changes: { featured: { from: had, to: ids } },
    })
  })
