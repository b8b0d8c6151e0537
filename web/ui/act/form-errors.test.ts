import { expect, test } from 'vitest'
import { formErrorsText, refusalText, setStaffScreens } from './form-errors.ts'

const customerText = 'Please fix the errors in red and try again'
const staffText = 'Please fix the errors listed in red and try again'

test('customers and staff get their own text for a form with errors, also where the server sends it', () => {
  setStaffScreens(() => false)
  expect([formErrorsText(), refusalText(staffText)]).toEqual([customerText, customerText])
  setStaffScreens(() => true)
  expect([formErrorsText(), refusalText(staffText)]).toEqual([staffText, staffText])
  expect(refusalText('Choose a reason')).toBe('Choose a reason')
})
