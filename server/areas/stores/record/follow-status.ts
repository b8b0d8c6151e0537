import { unpaidOf } from '#contract/stores/unpaid.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { markStoresOfVendorsBehind } from '../update/outdated-stores.ts'

/** A vendor's status before a write and after it. */
export interface StatusMove {
  vendor_id: number
  was: number
  vendor_status_id: number
}

/**
 * Follows a vendor's status with its stores: a delisted vendor's listings are to be removed, and the stores of a
 * vendor that is no longer suspended are to be sent everything. Part of the transaction that writes the status.
 */
export async function followStatus(tx: Tx, moves: readonly StatusMove[]): Promise<void> {
  const storeMoves = moves.filter(({ was: previous, vendor_status_id: now }) => {
    const [before, after] = [unpaidOf(previous), unpaidOf(now)]
    return before !== after && after !== 'suspended'
  })
  if (storeMoves.length > 0)
    await markStoresOfVendorsBehind(
      tx,
      storeMoves.map(({ vendor_id }) => vendor_id),
    )
}
