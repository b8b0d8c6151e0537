import type { CatalogRow } from '#contract/products/catalog.ts'
import type { FoundProduct } from '#contract/products/products.ts'
import type { ImageRow } from '#contract/products/images.ts'
import { atOnce, byQuery, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { productsFound } from './list-products.ts'
import { foundBy } from './find-products.ts'
import { failedImages } from './images.ts'
import { readIndexLag, type IndexLag } from './index-state.ts'

export const productExports = [
  exportedList<'products', CatalogRow>({
    list: 'products',
    ...byQuery(productsFound),
    ofSupplier: (input) => input.dropshipper_id,
    values: {
      sku: (p) => p.sku,
      title: (p) => p.title,
      brand: (p) => p.manufacturer,
      supplier: (p) => p.supplier_name,
      stock: (p) => p.quantity,
      price: (p) => p.wholesale_price,
      state: (p) => (p.active ? 'Active' : 'Inactive'),
      upc: (p) => p.upc,
      ean: (p) => p.ean,
      asin: (p) => p.asin,
      categories: (p) => p.categories,
      currency: (p) => p.currency,
      image: (p) => (p.image_good ? 'OK' : 'Missing'),
      id: (p) => p.product_id,
    },
  }),
  exportedList<'index_sync', IndexLag>({
    list: 'index_sync',
    ...atOnce(async ({ db }, { ids }) => inOrder(await readIndexLag(db), ids, (s) => s.dropshipper_id)),
    values: {
      name: (s) => s.supplier_name,
      state: (s) => (s.pending ? 'Out of date' : 'Up to date'),
      pending: (s) => s.pending,
      products: (s) => s.active_products,
      last: (s) => s.last_sync_tm,
      job: (s) => s.last_job_id,
      id: (s) => s.dropshipper_id,
    },
  }),
  exportedList<'failed_images', ImageRow>({
    list: 'failed_images',
    ...byQuery((_db, { dropshipper_id, ...filters }) => failedImages(dropshipper_id, filters)),
    ofSupplier: (input) => input.dropshipper_id,
    values: {
      sku: (i) => i.sku,
      url: (i) => i.url,
      reason: (i) => i.reason,
      tries: (i) => i.attempts,
      last: (i) => i.checked_tm,
      next: (i) => i.next_check_tm,
    },
  }),
  exportedList<'found_products', FoundProduct>({
    list: 'found_products',
    ...atOnce(async ({ db }, query) => (await foundBy(db, query)).products),
    ofSupplier: (input) => input.dropshipper_id,
    values: {
      sku: (p) => p.sku,
      title: (p) => p.title,
      brand: (p) => p.manufacturer,
      upc: (p) => p.upc,
      asin: (p) => p.asin,
      stock: (p) => p.quantity,
      state: (p) => (p.active ? 'Active' : 'Inactive'),
      supplier: (p) => p.supplier_name,
      id: (p) => p.product_id,
    },
  }),
]
