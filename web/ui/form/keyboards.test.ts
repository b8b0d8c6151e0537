import { expect, test } from 'vitest'
import { inputType } from './keyboards.ts'

test('email and phone fields get their own keyboards, and others the standard one', () => {
  expect(['email', 'phone', 'primary_phone', 'alternate_phone', 'city', 'zip'].map(inputType)).toEqual([
    'email',
    'tel',
    'tel',
    'tel',
    undefined,
    undefined,
  ])
})
