import { expect, test } from 'vitest'
import type { Services } from '#server/platform/services.ts'
import { exportActivity } from './record-export.ts'

const lists = {
  suppliers: {},
  vendor_activity: { ofVendor: (input: { vendor_id: number }) => input.vendor_id },
  activity: { ofSupplier: (input: { dropshipper_id: number }) => input.dropshipper_id },
} as unknown as Services['lists']
const of = (input: object, list: 'suppliers' | 'activity' | 'vendor_activity' = 'suppliers') =>
  exportActivity({ lists }, { list_export_id: 8, list, format: 'xlsx', columns: ['name'], input }, '3 rows')

test('the log says which list was exported, and whose if it belongs to a supplier or vendor', () => {
  expect(of({})).toEqual({
    type: 'list.export',
    entity: 'list_export',
    entity_id: 8,
    dropshipper_id: null,
    vendor_id: null,
    message: 'Suppliers exported as XLSX, 3 rows',
  })
  expect(of({ dropshipper_id: 4 }, 'activity')).toMatchObject({
    dropshipper_id: 4,
    message: 'Activity exported as XLSX, 3 rows',
  })
  expect(of({ vendor_id: 7 }, 'vendor_activity')).toMatchObject({
    vendor_id: 7,
    message: 'Activity of a vendor exported as XLSX, 3 rows',
  })
})
