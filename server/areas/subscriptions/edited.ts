import type { EditedRecord } from '#server/platform/database/versions.ts'

/** A vendor's subscriptions are edited as one set. */
export const editedSubscriptions = (vendorId: number): EditedRecord => ({
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
export const editedWarehouses = (vendorSupplierId: number): EditedRecord => ({
  entity: 'subscription',
  id: vendorSupplierId,
  types: ['subscription.warehouses'],
})
export const editedConfiguration = (vendorSupplierId: number): EditedRecord => ({
  entity: 'subscription',
  id: vendorSupplierId,
  types: ['subscription.config'],
})
