import { expect, test } from 'vitest'
import { chargeHint, toBody, toForm, toFormErrors, validate } from './basics-form.ts'

const view = {
  version: 7,
  vendor: {
    company: 'Ann’s Garden Shop',
    vendor_status_id: 1,
    vendor_plan_type_id: 3,
    order_volume: 'Unknown' as const,
    priority_support: null,
    optimized_sync_oa: false,
    credit_available: '10.00',
    next_charge_date: '2026-12-01',
  },
  vendor_categories: [{ catalog_category_id: 4, catalog_category_name: 'Garden' }],
  all_categories: [],
  plans: [],
  earliest_charge_date: '2026-11-23',
  latest_charge_date: '2028-11-22',
}
const changed = (vendor: object, note = '') => {
  const form = toForm(view)
  return { ...form, vendor: { ...form.vendor, ...vendor }, note }
}

test('an unchanged form has no errors', () => expect(validate(toForm(view), view)).toEqual({}))

test.each([
  [{ credit_available: '12.00' }, '', { note: 'You must enter a note' }],
  [{ credit_available: '12.00' }, 'Goodwill', {}],
  [{ next_charge_date: '2027-01-01' }, ' ', { note: 'You must enter a note' }],
  [{ next_charge_date: '2026-11-25' }, '', {}],
  [{ next_charge_date: '2026-11-23' }, '', {}],
  [{ next_charge_date: '2028-11-22' }, 'x', {}],
  [{ next_charge_date: '2028-11-23' }, 'x', { 'vendor.next_charge_date': 'At most 2 years from now' }],
  [{ next_charge_date: '2026-11-22' }, '', { 'vendor.next_charge_date': '11/23/26 (UTC) or later' }],
  [{ credit_available: '1.234' }, 'x', { 'vendor.credit_available': 'Enter an amount such as 12.50' }],
  [{ company: ' ' }, '', { 'vendor.company': 'Enter a company name' }],
])('%o with the note “%s” gives the errors %o', (vendor, note, errors) => {
  expect(validate(changed(vendor, note), view)).toEqual(errors)
})

test('a charge date that has passed can stay unchanged', () => {
  const late = { ...view, earliest_charge_date: '2026-12-24' }
  expect(validate(toForm(late), late)).toEqual({})
})

test('saving sends the note of a billing change, and the added and removed categories', () => {
  const form = changed({ credit_available: '12' }, ' Goodwill ')
  form.categories[0]!.deleted = true
  form.categories.push({ id: 9, name: 'Pets', deleted: false }, { id: null, name: 'New', deleted: false })
  expect(toBody(view, form)).toMatchObject({
    version: 7,
    note: { note: 'Goodwill', note_type: 11 },
    added_categories: [9],
    deleted_categories: [4],
    new_categories: ['New'],
  })
  const asItWas = toBody(view, toForm(view))
  expect(asItWas).toMatchObject({ added_categories: [], deleted_categories: [], new_categories: [] })
  expect(asItWas).not.toHaveProperty('note')
})

test('server errors show on the form’s fields', () => {
  expect(toFormErrors({ 'note.note': 'a', added_categories: 'b', 'vendor.company': 'c' })).toEqual({
    note: 'a',
    categories: 'b',
    'vendor.company': 'c',
  })
})

test('the hint below the next charge says what saving does to it', () => {
  const hint = (vendor: object, was: object = {}, why?: string) =>
    chargeHint(
      { ...view, vendor: { ...view.vendor, ...was } },
      { ...view.vendor, ...was, ...vendor },
      why,
      '2026-12-05',
    )
  const passed = 'This date has passed. Once Active, the charge is due today. Earlier days aren’t billed'
  expect(hint({ vendor_status_id: 1 }, { vendor_status_id: 4 })).toBe(passed)
  expect(hint({ vendor_status_id: 1 }, { vendor_status_id: 4 }, 'For finance')).toBe(passed)
  expect(hint({}, {}, 'For finance')).toBe('For finance')
  expect(hint({})).toBe('11/23/26 (UTC) or later')
  expect(hint({ next_charge_date: null })).toMatch(/^With no next charge/)
})
