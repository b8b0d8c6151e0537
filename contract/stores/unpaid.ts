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
  suspended:
    'Nothing is sent: its vendor is suspended for billing. What changes waits, and goes out once the customer’s card has paid what is owed.',
  delisted:
    'Its vendor hasn’t paid for long: products are taken out of the store, and come back once the customer’s card has paid what is owed.',
}
