import { describe, expect, test } from 'vitest'
import type { SupplierView } from '#contract/suppliers/suppliers.ts'
import { toBody, toForm, toFormErrors, validate, type BasicForm } from './basic-form.ts'

const details = {
  supplier_name: 'Cobalt Tools',
  dropshipper_prefix: 'COB',
  allow_browse: 1,
  integrated: true,
  custom_feed_support: 0,
  automated_variant_mapping: false,
  supports_inventory_automation: true,
  supports_order_automation: false,
  allows_ebay: true,
  allows_amazon: true,
  allows_marketplace: true,
  description: '',
  primary_contact_info: '',
  ordering_info: '',
  pricing_info: '',
  account_setup_info: '',
  policy_info: '',
}
const view = {
  version: 5,
  dropshipper: { ...details, votes: 12 },
  dropshipper_file_update_time: { max_file_age_allowed_in_days: 3 },
  dropshipper_categories: [{ catalog_category_id: 1, catalog_category_name: 'Tools' }],
  dropshipper_shipping_locations: [{ dropshipper_location_id: 10, dropshipper_location_name: 'US' }],
  dropshipper_currencies: [{ currency_id: 2, currency_name: 'EUR' }],
  dropshipper_custom_feed_fields: [
    { custom_feed_field_id: 7, name: 'Colour', required: true, field_order: 0, dropshipper_id: 4 },
  ],
} as unknown as SupplierView
const choice = (id: number | null, name: string, deleted = false) => ({ id, name, deleted })
const form = (change: Partial<BasicForm> = {}): BasicForm => ({ ...toForm(view), ...change })
const bodyOf = (change: Partial<BasicForm>) => toBody(view, form(change))

test('an unchanged form saves the same values', () => {
  expect(form()).toEqual({
    details,
    max_file_age_allowed_in_days: 3,
    categories: [choice(1, 'Tools')],
    locations: [choice(10, 'US')],
    currencies: ['2'],
    fields: [{ ...choice(7, 'Colour'), required: true }],
  })
  expect(bodyOf({})).toEqual({
    version: 5,
    dropshipper: details,
    max_file_age_allowed_in_days: 3,
    added_shipping_locations: [],
    deleted_shipping_locations: [],
    new_categories: [],
    added_categories: [],
    deleted_categories: [],
    dropshipper_custom_feed_fields: [
      { custom_feed_field_id: 7, name: 'Colour', required: true, field_order: 0 },
    ],
    deleted_dropshipper_custom_feed_fields: [],
    dropshipper_currencies: [2],
  })
})

describe('saving sends', () => {
  test('the added, created and deleted categories', () => {
    const categories = [choice(1, 'Tools', true), choice(3, 'Garden'), choice(4, 'Gone again', true)]
    const made = [choice(null, 'New'), choice(null, 'Not after all', true)]
    expect(bodyOf({ categories: [...categories, ...made] })).toMatchObject({
      added_categories: [3],
      deleted_categories: [1, 4],
      new_categories: ['New'],
    })
  })
  test('the added and deleted locations', () => {
    const locations = [choice(10, 'US', true), choice(11, 'DE')]
    expect(bodyOf({ locations })).toMatchObject({
      added_shipping_locations: [11],
      deleted_shipping_locations: [10],
    })
  })
  test('the custom feed fields in order, and separately the deleted ones', () => {
    const field = (id: number | null, name: string, deleted = false) => ({
      ...choice(id, name, deleted),
      required: false,
    })
    const fields = [field(null, ' Size '), field(7, 'Colour', true), field(null, 'x', true), field(8, 'Fit')]
    expect(bodyOf({ fields })).toMatchObject({
      dropshipper_custom_feed_fields: [
        { name: 'Size', required: false, field_order: 0 },
        { custom_feed_field_id: 8, name: 'Fit', required: false, field_order: 1 },
      ],
      deleted_dropshipper_custom_feed_fields: [7],
    })
    expect(bodyOf({ fields }).dropshipper_custom_feed_fields![0]).not.toHaveProperty('custom_feed_field_id')
  })
})

describe('validation', () => {
  test('accepts an unchanged form', () => expect(validate(form())).toEqual({}))
  test('requires one remaining category and location', () => {
    const wrong = form({ categories: [choice(1, 'Tools', true)], locations: [] })
    expect(validate(wrong)).toEqual({
      categories: 'Add at least one category',
      locations: 'Add at least one shipping location',
    })
    expect(validate(form({ categories: [choice(1, 'Tools', true), choice(3, 'Garden')] }))).toEqual({})
  })
  test('reports an invalid detail on its field', () => {
    const wrong = validate(form({ details: { ...details, dropshipper_prefix: 'C B' } }))
    expect(wrong).toEqual({ 'details.dropshipper_prefix': 'Use only letters, digits, - and _' })
  })
  test('reports a custom feed field without a name, unless it is deleted', () => {
    const nameless = (deleted: boolean) => ({ ...choice(null, ' ', deleted), required: false })
    const fields = [nameless(true), nameless(false), { ...choice(7, 'Colour'), required: true }]
    expect(validate(form({ fields }))).toEqual({ 'fields.1.name': 'Enter a name' })
  })
})

test.each([
  ['dropshipper.supplier_name', 'details.supplier_name'],
  ['dropshipper_categories', 'categories'],
  ['added_categories', 'categories'],
  ['new_categories.0', 'categories'],
  ['dropshipper_shipping_locations', 'locations'],
  ['added_shipping_locations', 'locations'],
  ['dropshipper_currencies.0', 'currencies'],
  ['dropshipper_custom_feed_fields.2.name', 'fields.2.name'],
  ['max_file_age_allowed_in_days', 'max_file_age_allowed_in_days'],
])('a server error for %s shows at %s', (theirs, ours) => {
  expect(toFormErrors({ [theirs]: 'Wrong' })).toEqual({ [ours]: 'Wrong' })
})
