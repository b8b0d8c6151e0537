import type { Parsed } from '#contract/index.ts'
import { allowBrowse, isHidden } from '#contract/suppliers/kinds.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedFeatured, featuredIds, lockFeatured, writeFeatured } from './featured.ts'

export const saveFeaturedSuppliers = (ctx: Ctx, { body }: Parsed<'saveFeaturedSuppliers'>) =>
  write(ctx, async (tx, logActivity) => {
    const ids = body.dropshipper_ids
    if (new Set(ids).size !== ids.length) throw invalid({ dropshipper_ids: 'Duplicate: remove one' })
    await lockFeatured(tx)
    await refuseUnfit(tx, ids)
    await refuseStale(tx, ctx, editedFeatured, body.version)
    const previousIds = await featuredIds(tx)
    if (JSON.stringify(previousIds) === JSON.stringify(ids)) return
    await writeFeatured(tx, ids)
    await logActivity({
      type: 'supplier.featured',
      entity: editedFeatured.entity,
      entity_id: editedFeatured.id,
      message: `Featured suppliers: ${ids.join(', ') || 'none'}`,
      changes: { featured: { from: previousIds, to: ids } },
    })
  })

/** A supplier that nobody may browse can't be featured (docs/domain/suppliers.md, Suppliers). */
async function refuseUnfit(tx: Tx, ids: readonly number[]): Promise<void> {
  const knownSuppliers = await tx
    .selectFrom('dropshipper')
    .select(['dropshipper_id', 'supplier_name', 'allow_browse'])
    .where('dropshipper_id', 'in', ids.length ? ids : [0])
    .execute()
  const strange = ids.find((id) => !knownSuppliers.some((k) => k.dropshipper_id === id))
  if (strange !== undefined) throw invalid({ dropshipper_ids: `Supplier ${strange} not found` })
  const hiddenSupplier = knownSuppliers.find((k) => isHidden(k.allow_browse))
  if (!hiddenSupplier) return
  const browsing = allowBrowse[String(hiddenSupplier.allow_browse) as keyof typeof allowBrowse]
  const sentence = `${hiddenSupplier.supplier_name} can’t be featured because its browsing is ${browsing}`
  throw invalid({ dropshipper_ids: sentence }, sentence)
}
