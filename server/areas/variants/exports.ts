import { fileMoney } from '#contract/pricing/amounts.ts'
import type { ParentRow } from '#contract/variants/parents.ts'
import type { VariantProduct } from '#contract/variants/mapping.ts'
import { atOnce, byQuery, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { mappableFound, readManualMapping, withSuggestions, type ManualMapping } from './read.ts'
import { parentsFound } from './read-parents.ts'

export const variantExports = [
  exportedList<'mapping_report', ManualMapping>({
    list: 'mapping_report',
    ...atOnce(async ({ db }, { ids }) =>
      inOrder(await readManualMapping(db), ids, (row) => row.dropshipper_id),
    ),
    values: {
      name: (r) => r.supplier_name,
      auto: (r) => (r.automated_variant_mapping ? 'On' : 'Off'),
      queued: (r) => r.queued,
      oldest: (r) => r.oldest_queued_tm,
      mapped: (r) => r.mapped,
      unmapped: (r) => r.unmapped,
      parents: (r) => r.parents,
      tm: (r) => r.variant_mapping_update_tm,
      id: (r) => r.dropshipper_id,
    },
  }),
  exportedList<'mappable_products', VariantProduct>({
    list: 'mappable_products',
    ...byQuery(
      (_db, filters) => mappableFound(filters),
      (db, rows, { dropshipper_id }) => withSuggestions(db, dropshipper_id, rows),
    ),
    ofSupplier: (filters) => filters.dropshipper_id,
    values: {
      sku: (p) => p.sku,
      title: (p) => p.title,
      price: (p) => fileMoney(p.wholesale_price),
      status: (p) => p.mapping_status,
      parent: (p) => p.mapped_parent_sku,
      options: (p) => p.option_names.map((name, i) => `${name}: ${p.option_values[i] ?? ''}`).join(', '),
      suggested: (p) => p.suggestion?.parent_sku,
      confidence: (p) => p.suggestion?.confidence,
      brand: (p) => p.manufacturer,
      stock: (p) => p.quantity,
      id: (p) => p.product_id,
    },
  }),
  exportedList<'parents', ParentRow>({
    list: 'parents',
    ...byQuery((_db, filters) => parentsFound(filters)),
    ofSupplier: (filters) => filters.dropshipper_id,
    values: {
      sku: (r) => r.parent_sku,
      title: (r) => r.title,
      options: (r) => r.option_names.join(', '),
      variants: (r) => r.variants,
      by: (r) => (r.automatic ? 'by feed' : 'manually'),
      tm: (r) => r.updated_tm,
      gone: (r) => r.gone_variants,
      description: (r) => r.description,
    },
  }),
]
