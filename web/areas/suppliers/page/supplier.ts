import type { SupplierView } from '#contract/suppliers/suppliers.ts'

export type { SupplierView } from '#contract/suppliers/suppliers.ts'
/** The supplier that every tab of its page gets. */
export type Supplier = SupplierView['dropshipper']
