import type { Result } from '#contract/operation.ts'
import type { suppliers } from '#contract/suppliers.ts'

/** The supplier that every tab of its page gets. */
export type Supplier = Result<typeof suppliers.view>['dropshipper']
