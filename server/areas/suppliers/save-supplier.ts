import { fieldName } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { supplierTexts } from '#contract/suppliers/suppliers.ts'
import { isHidden, monthlyReports, type MonthlyReport } from '#contract/suppliers/kinds.ts'
import { sealSupplierConfig } from '#server/areas/subscriptions/public.ts'
import { queueVariantMapping } from '#server/areas/variants/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Activity, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { nameAlone } from '#server/areas/supplier-record/public.ts'
import { editedFeatured, featuredIds, lockFeatured, writeFeatured } from './featured.ts'
import { editedSupplier, readSupplierView } from './read.ts'
import { cleanHtml } from './rich-text.ts'
import { customFeedFields, readLists, saveLists } from './supplier-lists.ts'

/** Saves a supplier's basic info with its lists. No Catalog (-2) forces integrated to false. */
export async function saveSupplier(ctx: Ctx, { params, body }: Parsed<'saveSupplier'>) {
  const saved = {
    ...body.dropshipper,
    ...Object.fromEntries(supplierTexts.map((key) => [key, cleanHtml(body.dropshipper[key])])),
    integrated: body.dropshipper.allow_browse === -2 ? false : body.dropshipper.integrated,
    max_file_age_allowed_in_days: body.max_file_age_allowed_in_days,
  }
  await write(ctx, async (tx, logActivity) => {
    if (isHidden(saved.allow_browse)) await lockFeatured(tx)
    const before = await lockSupplier(tx, params.id)
    const after = { ...saved, monthly_report: reportOr(saved.monthly_report, before.monthly_report) }
    await refuseStale(tx, ctx, editedSupplier(params.id), body.version)
    await nameAlone(tx)
    await refuseTakenPrefix(tx, params.id, after.dropshipper_prefix)
    await refuseTakenReport(tx, params.id, after.monthly_report)
    const previousLists = await readLists(tx, params.id)
    const fields = await customFeedFields(tx, params.id)
    await saveLists(tx, params.id, body)
    await sealSupplierConfig(tx, ctx.secrets, { dropshipper_id: params.id, previousFields: fields })
    const newLists = await readLists(tx, params.id)
    if (newLists.locations.length === 0)
      throw invalid({ dropshipper_shipping_locations: 'Add at least one shipping location' })
    if (newLists.categories.length === 0)
      throw invalid({ dropshipper_categories: 'Add at least one category' })
    const changes = differences({ ...before, ...previousLists }, { ...after, ...newLists })
    if (!changes) return
    await tx.updateTable('dropshipper').set(after).where('dropshipper_id', '=', params.id).execute()
    const leaves = isHidden(after.allow_browse) && before.featured_order !== null
    await logActivity({
      type: 'supplier.save',
      dropshipper_id: params.id,
      entity: 'dropshipper',
      entity_id: params.id,
      message:
        `Basic info changed: ${Object.keys(changes).map(fieldName).join(', ')}` +
        (leaves ? '. No longer featured' : ''),
      changes,
    })
    const supplier = { dropshipper_id: params.id, supplier_name: after.supplier_name }
    if (changes.supplier_name) await renameInOrderManager(tx, supplier)
    if (leaves) await logActivity(await leaveFeatured(tx, supplier))
    // products that came while it was off were never sorted
    if (changes.automated_variant_mapping && after.automated_variant_mapping)
      await queueVariantMapping(ctx, tx, supplier, ctx.who.name)
  })
  return readSupplierView(ctx.db, params.id)
}

async function lockSupplier(tx: Tx, id: number) {
  const supplier = await tx
    .selectFrom('dropshipper')
    .select(['supplier_name', 'dropshipper_prefix', 'allow_browse', 'integrated', 'custom_feed_support'])
    .select(['automated_variant_mapping', 'supports_inventory_automation', 'supports_order_automation'])
    .select(['allows_ebay', 'allows_amazon', 'allows_marketplace', 'max_file_age_allowed_in_days'])
    .select([...supplierTexts, 'monthly_report', 'featured_order'])
    .where('dropshipper_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!supplier) throw notFound('supplier')
  return supplier
}

async function refuseTakenPrefix(tx: Tx, id: number, prefix: string): Promise<void> {
  const namesake = await tx
    .selectFrom('dropshipper')
    .select('supplier_name')
    .where(sql`lower(dropshipper_prefix)`, '=', prefix.toLowerCase())
    .where('dropshipper_id', '<>', id)
    .executeTakeFirst()
  if (namesake)
    throw invalid({
      'dropshipper.dropshipper_prefix': `This prefix is already used by ${namesake.supplier_name}`,
    })
}

const reportOr = (asked: MonthlyReport | null | undefined, kept: string | null): MonthlyReport | null =>
  asked === undefined ? (kept as MonthlyReport | null) : asked
/** Each monthly report is about one supplier. */
async function refuseTakenReport(tx: Tx, id: number, report: MonthlyReport | null): Promise<void> {
  if (report === null) return
  const other = await tx
    .selectFrom('dropshipper')
    .select('supplier_name')
    .where('monthly_report', '=', report)
    .where('dropshipper_id', '<>', id)
    .executeTakeFirst()
  if (other)
    throw invalid({
      'dropshipper.monthly_report': `${monthlyReports[report]} is already ${other.supplier_name}. Remove it there first.`,
    })
}

interface Supplier {
  dropshipper_id: number
  supplier_name: string
}

/**
 * The supplier's own entry in the order manager follows its name; entries that vendors made keep theirs.
 */
const renameInOrderManager = (tx: Tx, { dropshipper_id, supplier_name }: Supplier) =>
  tx
    .updateTable('oim_supplier')
    .set({ supplier_name })
    .where('dropshipper_id', '=', dropshipper_id)
    .where('is_custom', '=', false)
    .execute()

async function leaveFeatured(tx: Tx, { dropshipper_id, supplier_name }: Supplier): Promise<Activity> {
  const previousIds = await featuredIds(tx)
  const rest = previousIds.filter((id) => id !== dropshipper_id)
  await writeFeatured(tx, rest)
  return {
    type: 'supplier.featured',
    dropshipper_id,
    entity: editedFeatured.entity,
    entity_id: editedFeatured.id,
    message: `${supplier_name} is no longer featured because it’s hidden`,
    changes: { featured: { from: previousIds, to: rest } },
  }
}
