import { describe, expect, test } from 'vitest'
import type { AlertsView } from '#contract/account/product-alerts.ts'
import { newAlert, toBody, toForm, toFormErrors, validate, type AlertsForm } from './alerts-form.ts'

const alert = (product_alert_id: number, email: string, dropshipper_id: number) => ({
  product_alert_id,
  email,
  dropshipper_id,
  dropshipper_name: `Supplier ${dropshipper_id}`,
  alert_frequency_id: 2,
  deleted: false,
  next_on: '2026-12-01',
  told_tm: null,
  quiet: null,
})
const view: AlertsView = {
  version: 3,
  available_dropshippers: [],
  alerts: [alert(7, 'a@example.com', 1), alert(8, 'a@example.com', 2), alert(9, 'b@example.com', 1)],
}
const form = (emails: AlertsForm['emails']) => ({ emails })

describe('the product alerts form', () => {
  test('has one card per email, and saves unchanged values', () => {
    const opened = toForm(view)
    expect(Object.keys(opened.emails)).toEqual(['email_7', 'email_9'])
    expect(validate(opened)).toEqual({})
    expect(toBody(view, opened)).toEqual(
      view.alerts.map(({ product_alert_id, email, dropshipper_id }) => ({
        product_alert_id,
        email,
        dropshipper_id,
        alert_frequency_id: 2,
      })),
    )
  })
  test('deletes removed alerts and adds new ones', () => {
    const opened = toForm(view)
    delete opened.emails.email_9
    opened.emails.new_1 = { email: 'c@example.com', alerts: { new_2: { ...newAlert, dropshipper_id: 4 } } }
    expect(toBody(view, opened).slice(2)).toEqual([
      { email: 'c@example.com', dropshipper_id: 4, alert_frequency_id: 2 },
      { product_alert_id: 9, email: 'b@example.com', dropshipper_id: 1, deleted: true },
    ])
  })
  test('reports missing, invalid and duplicate entries', () => {
    const one = { x: { ...newAlert, dropshipper_id: 1 } }
    expect(
      validate(
        form({
          a: { email: ' ', alerts: one },
          b: { email: 'b@c', alerts: one },
          c: { email: 'c@example.com', alerts: {} },
          d: { email: 'C@Example.com', alerts: one },
          e: { email: 'e@example.com', alerts: { ...one, y: newAlert, z: one.x } },
        }),
      ),
    ).toEqual({
      'emails.a.email': 'You need to enter an email address',
      'emails.b.email': 'This is not a valid email address',
      'emails.c.email': 'Choose at least one supplier for this email, or remove the email',
      'emails.d.email': 'This email address is being used more than once!',
      'emails.e.alerts.y.dropshipper_id': 'Choose a supplier',
      'emails.e.alerts.z.dropshipper_id': 'This email already has an alert for this supplier',
    })
  })
  test('shows server errors on their fields', () => {
    expect(
      toFormErrors({ '1.dropshipper_id': 'no', '2.email': 'wrong', alerts: 'all' }, toForm(view)),
    ).toEqual({
      'emails.email_7.alerts.alert_8.dropshipper_id': 'no',
      'emails.email_9.email': 'wrong',
    })
  })
})
