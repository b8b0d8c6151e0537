import type { DemoProduct } from '../feed-files.ts'

type Accident = (products: DemoProduct[], write: (products: DemoProduct[]) => Buffer) => Buffer
const cents = (amount: number) => Math.round(amount * 100) / 100
/** Accidents of suppliers' files, and honest changes that look like accidents. */
export const accidents: readonly Accident[] = [
  // half is missing
  (products, write) => write(products.slice(0, Math.floor(products.length * 0.45))),
  // cut short
  (products, write) => write(products).subarray(0, 30_000),
  // an honest price increase: applied, with a warning
  (products, write) => write(products.map((p) => ({ ...p, price: cents(p.price * 1.1) }))),
  // rows without a SKU, stock gone
  (products, write) =>
    write(
      products.map((p, n) => {
        if (n % 12 === 0) return { ...p, sku: '' }
        return n % 6 === 0 ? { ...p, quantity: 0 } : p
      }),
    ),
  // an eighth of the prices in cents
  (products, write) =>
    write(products.map((p, n) => (n % 8 === 0 ? { ...p, price: cents(p.price * 100) } : p))),
  // another export with its own SKUs
  (products, write) => write(products.map((p) => ({ ...p, sku: `US-${p.sku}` }))),
]
