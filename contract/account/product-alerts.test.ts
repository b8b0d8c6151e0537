import { expect, test } from 'vitest'
import { alertFaults } from './product-alerts.ts'

const of = (email: string, suppliers: number) =>
  Array.from({ length: suppliers }, (_, i) => ({ email, dropshipper_id: i + 1, deleted: false }))

test('alerts allow at most five emails, with a hundred suppliers each', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => of(`${name}@example.com`, 100))
  expect(alertFaults(five)).toEqual({})
  expect(alertFaults([...five, ...of('f@example.com', 1)])).toEqual({
    '500.email': 'You can add up to 5 email addresses',
  })
  expect(alertFaults(of('a@example.com', 101))).toEqual({
    '100.dropshipper_id': 'You can add up to 100 suppliers per email',
  })
})

test('deleted alerts don’t count toward the limit, and emails are compared ignoring case', () => {
  const gone = of('a@example.com', 100).map((alert) => ({ ...alert, deleted: true }))
  expect(alertFaults([...gone, ...of('a@example.com', 100)])).toEqual({})
  expect(alertFaults([...of('a@example.com', 1), ...of(' A@Example.com', 1)])).toEqual({
    '1.dropshipper_id': 'This email already has an alert for this supplier',
  })
})
