import { expect, test } from 'vitest'
import { conflict, forbidden, invalid, notFound, Refusal } from './errors.ts'

test.each([
  [forbidden(), 403, "You don't have permission to do that!", undefined],
  [forbidden('Not yours'), 403, 'Not yours', undefined],
  [notFound('supplier'), 404, 'Supplier not found', undefined],
  [invalid({ a: 'Say it' }), 400, 'Please fix the errors listed in red and try again', { a: 'Say it' }],
  [invalid({ a: 'Say it' }, 'No'), 400, 'No', { a: 'Say it' }],
  [conflict('Somebody was faster'), 409, 'Somebody was faster', undefined],
  [new Refusal('signed_out', 'Please sign in'), 401, 'Please sign in', undefined],
  [new Refusal('too_many', 'Wait'), 429, 'Wait', undefined],
])('%s answers %i', (refusal, status, message, fields) => {
  expect([refusal.status, refusal.message, refusal.fields]).toEqual([status, message, fields])
})
