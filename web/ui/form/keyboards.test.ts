import { expect, test } from 'vitest'
import { inputType } from './keyboards.ts'

test('emails and phones have their keys, all else has letters', () => {
  expect(['email', 'phone', 'primary_phone', 'alternate_phone', 'city', 'zip'].map(inputType)).toEqual([
    'email',
    'tel',
    'tel',
    'tel',
    undefined,
    undefined,
  ])
})
