import { expect, test } from 'vitest'
import type { OrderManagerView } from '#contract/vendors/order-manager.ts'
import {
  settingsOf,
  supplierKey,
  labelsOf,
  toBody,
  toForm,
  toFormErrors,
  validate,
} from './order-manager-form.ts'

const channel = {
  channel_name: 'Shop',
  supported_channel_id: 201,
  enable_order_automation: false,
  test_mode: false,
  use_order_number_as_po: false,
  fetch_last_xdays_order: 7,
  active: true,
  disable_tracking_update: false,
}
const view: OrderManagerView = {
  version: 3,
  optimized_sync_oa: false,
  suppliers: [],
  active_suppliers: [],
  available_suppliers: [],
  channels: [{ ...channel, channel_id: 5, delete_tm: null }],
  supported_channels: [{ supported_channel_id: 201, name: 'WooCommerce' }],
}

test('invalid values in a deleted channel don’t block saving', () => {
  const { suppliers, channels } = toForm(view)
  const typed = { ...channels.channel_5!, channel_name: '', fetch_last_xdays_order: 99, deleted: true }
  const values = { suppliers, channels: { channel_5: typed } }
  expect(validate(values, view)).toEqual({})
  expect(toBody(view, values).channels).toEqual([{ ...channel, channel_id: 5, deleted: true }])
})

test('a merge conflict names the supplier or channel of its field', () => {
  const labels = labelsOf({
    ...view,
    suppliers: [
      {
        supplier_id: 3,
        supplier_name: 'Acme',
        dropshipper_id: null,
        is_custom: false,
        supports_order_automation: true,
        shipping_methods: 0,
        delete_tm: null,
      },
    ],
    active_suppliers: [{ supplier_id: 3, test_mode: false, configs: [], config_values: {}, set: [] }],
  })
  expect(labels['suppliers.supplier_3.test_mode']).toBe('Acme: test mode')
  expect(labels['channels.channel_5.disable_tracking_update']).toBe('Shop: Tell no tracking')
})

const field = (field_name: string, field_handle: string, field_data_type: 'text' | 'password') => ({
  field_name,
  field_handle,
  field_data_type,
  field_data_options: { choices: [], text: '' },
  required: true,
  show_hide_for_market: null,
  seeded_from_auth_field: '',
  connects_with_type: null,
  connects_with: '',
  conditions: [],
})
const configs = [field('Account', 'account', 'text'), field('Key', 'key', 'password')]
const supplier = {
  supplier_id: 3,
  supplier_name: 'Acme',
  dropshipper_id: null,
  is_custom: false,
  supports_order_automation: true,
  shipping_methods: 0,
}
const used: OrderManagerView = {
  ...view,
  suppliers: [{ ...supplier, delete_tm: null }],
  active_suppliers: [
    { supplier_id: 3, test_mode: true, configs, config_values: { account: 'A-1' }, set: ['key'] },
  ],
  available_suppliers: [{ ...supplier, supplier_id: 4, supplier_name: 'Bolt', configs }],
}

test('a supplier’s required fields must be filled in, even when just added, but not once deleted', () => {
  const { channels, suppliers } = toForm(used)
  const added = (deleted: boolean) => ({
    channels,
    suppliers: {
      ...suppliers,
      [supplierKey(4)]: { deleted, test_mode: false, config_values: { account: 'A-2' } },
    },
  })
  expect(validate(added(false), used)).toEqual({
    'suppliers.supplier_4': 'Bolt has hidden fields that need to be configured before saving',
    'suppliers.supplier_4.config_values.key': 'Required',
  })
  expect(validate(added(true), used)).toEqual({})
  expect(settingsOf(used, 3).set).toEqual(['key'])
})

test('saving sends what was typed, leaves out unchanged secrets and clears those to forget', () => {
  const values = toForm(used)
  const sent = (config_values: object) => {
    const typed = { ...values.suppliers.supplier_3!, config_values: { account: '', ...config_values } }
    return toBody(used, { ...values, suppliers: { supplier_3: typed } })
  }
  expect(sent({ key: undefined })).toMatchObject({
    version: 3,
    suppliers: [{ supplier_id: 3, deleted: false, test_mode: true, config_values: { account: '' } }],
  })
  expect(sent({ key: undefined }).suppliers![0]!.config_values).not.toHaveProperty('key')
  expect(sent({ key: null }).suppliers![0]!.config_values).toEqual({ account: '', key: null })
})

test('a deleted supplier shows as deleted in the form', () => {
  const gone = { ...used, suppliers: [{ ...supplier, delete_tm: '2030-01-31T00:00:00Z' }] }
  expect(toForm(gone).suppliers.supplier_3!.deleted).toBe(true)
  expect(toForm(used).suppliers.supplier_3!.deleted).toBe(false)
})

test('a server error for a row number shows at that row', () => {
  const values = toForm({
    ...used,
    channels: [5, 9].map((channel_id) => ({ ...view.channels[0]!, channel_id })),
  })
  const fields = {
    'channels.1.channel_name': 'Enter a name',
    'suppliers.0.supplier_id': 'Why',
    version: 'Old',
  }
  expect(toFormErrors(fields, values)).toEqual({
    'channels.channel_9.channel_name': 'Enter a name',
    'suppliers.supplier_3.supplier_id': 'Why',
    version: 'Old',
  })
})
