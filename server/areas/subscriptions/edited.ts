import type { Edited } from '#server/platform/database/versions.ts'

/** A vendor's subscriptions are changed as one set. */
export const editedSubscriptions = (vendorId: number): Edited => ({
  entity: 'vendor',
  id: vendorId,
  types: [
    'subscription.save',
    'subscription.add',
    'subscription.remove',
    'subscription.settle',
    'subscription.cancel',
    'subscription.reactivate',
  ],
})
export const editedWarehouses = (vendorSupplierId: number): Edited => ({
  entity: 'subscription',
  id: vendorSupplierId,
  types: ['subscription.warehouses'],
})
export const editedConfiguration = (vendorSupplierId: number): Edited => ({
  entity: 'subscription',
  id: vendorSupplierId,
  types: ['subscription.config'],
})
