import { expect, test } from 'vitest'
import { bandOf } from './account-band.ts'

test('an account that isn’t served says why, and leads to what resolves it', () => {
  expect(bandOf({ inactive: null, owed: '12.00' })).toBeNull()
  expect(bandOf({ inactive: 'suspended', owed: '599.00' })).toEqual({
    title: 'Your account is suspended: $599 is unpaid.',
    text: 'Store updates have stopped. Pay to resume.',
    act: 'Pay $599',
    pays: true,
  })
  expect(bandOf({ inactive: 'delisted', owed: null })).toEqual({
    title: 'Your account is suspended.',
    text: 'Our products were removed from your stores. You don’t owe anything.',
    act: 'Contact us',
    pays: false,
  })
  expect(bandOf({ inactive: 'canceled', owed: null })).toMatchObject({ act: 'Contact us', pays: false })
  expect(bandOf({ inactive: 'canceled', owed: '20.00' })).toMatchObject({
    text: '$20 is still owed.',
    act: 'Pay $20',
  })
})
