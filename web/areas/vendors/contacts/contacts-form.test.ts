import { expect, test } from 'vitest'
import { emptyContact, toBody, toForm, toFormErrors, validate } from './contacts-form.ts'

const { contact_id: _id, ...fields } = emptyContact
const state = { login: 'none' as const, troubles: [], unsubscribed: [] }
const view = {
  version: 3,
  contacts: [
    { ...fields, contact_id: 5, email: 'ann@shop.example', first_name: 'Ann', is_primary: true, ...state },
    { ...fields, contact_id: 8, email: 'ben@shop.example', is_primary: false, ...state },
  ],
}

test('an unchanged form has no errors and saves the same values', () => {
  expect(validate(toForm(view))).toEqual({})
  const edited = view.contacts.map(
    ({ login: _login, troubles: _troubles, unsubscribed: _ended, ...one }) => one,
  )
  expect(toBody(view, toForm(view))).toEqual({ ...view, contacts: edited })
})

test('the primary contact stays primary wherever listed, and otherwise the first is', () => {
  const primaryOf = (...of: boolean[]) =>
    toForm({ ...view, contacts: of.map((is_primary, i) => ({ ...view.contacts[i]!, is_primary })) }).primary
  expect(primaryOf(false, true)).toBe('contact_8')
  expect(primaryOf(false, false)).toBe('contact_5')
  expect(toBody(view, toForm({ ...view, contacts: [] })).contacts).toEqual([])
})

test('a new contact starts blank', () => {
  expect(Object.values(emptyContact).filter(Boolean)).toEqual([])
})

test('every email is validated and must be unique, ignoring case', () => {
  const form = toForm(view)
  form.contacts.contact_8!.email = ' ANN@shop.example'
  form.contacts.new_2 = { ...emptyContact, email: 'ann@shop' }
  expect(validate(form)).toEqual({
    'contacts.contact_8.email': 'This email address is being used more than once!',
    'contacts.new_2.email': 'This is not a valid email address',
  })
})

test('blank emails don’t count as duplicates', () => {
  const form = toForm(view)
  for (const contact of Object.values(form.contacts)) contact.email = ''
  expect(Object.values(validate(form))).toEqual(Array(2).fill('This is not a valid email address'))
})

test('a change of the primary contact, a removal and an addition are sent', () => {
  const form = toForm(view)
  form.primary = 'contact_8'
  delete form.contacts.contact_5
  form.contacts.new_1 = { ...emptyContact, email: 'cara@shop.example' }
  expect(toBody(view, form).contacts).toMatchObject([
    { contact_id: 8, is_primary: true },
    { email: 'cara@shop.example', is_primary: false },
  ])
  expect(toBody(view, form).contacts[1]).not.toHaveProperty('contact_id')
})

test('server errors show on the right contact', () => {
  const contacts = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`new_${i}`, emptyContact]))
  expect(toFormErrors({ 'contacts.10.email': 'no' }, { contacts, primary: 'new_0' })).toEqual({
    'contacts.new_10.email': 'no',
  })
  expect(toFormErrors({ 'contacts.1.email': 'no', contacts: 'none' }, toForm(view))).toEqual({
    'contacts.contact_8.email': 'no',
    contacts: 'none',
  })
})
