import type { FoundProduct } from '#contract/products/products.ts'
import { atOnce, exported } from '#server/platform/exported.ts'
import { lookUpProducts, pageSize } from './find-products.ts'

export const productExports = [
  exported<'found_products', FoundProduct>({
    list: 'found_products',
    ...atOnce(async ({ db }, { q, dropshipper_id }) => {
      const { products } = await lookUpProducts(db, { q, dropshipperId: dropshipper_id, limit: pageSize })
      return products
    }),
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
