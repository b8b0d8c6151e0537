import { vendorStatus } from '../vendors/status.ts'

/** How a vendor that hasn't paid stands with its stores: nothing is sent, or its products are taken out. */
export type Unpaid = 'suspended' | 'delisted'

/** By a vendor's status; null: its stores are updated. */
export const unpaidOf = (vendorStatusId: number): Unpaid | null => unpaidByStatus.get(vendorStatusId) ?? null
const unpaidByStatus: ReadonlyMap<number, Unpaid> = new Map([
  [vendorStatus.suspended, 'suspended'],
  [vendorStatus.delisted, 'delisted'],
])

/** What that means for a store, and what ends it. */
export const unpaidTexts: Readonly<Record<Unpaid, string>> = {
  suspended: 'No updates: the vendor is suspended for billing. Changes are sent after the vendor pays.',
  delisted:
    'Products are being delisted: the vendor’s bills are long overdue. They are relisted after the vendor pays.',
}
