import { expect, test } from 'vitest'
import { closingEffects } from './closing-effects.ts'

const uses = { suppliers: 13, to_end: 0, to_freeze: 0, frozen: 1, frozen_to_end: 0, stores: 2, listed: 1 }

test('a closing says what ends, what stays and what is owed', () => {
  expect(closingEffects({ uses, balance: '12.00', credit_available: '5.50' })).toEqual([
    'Nothing ends yet. We’ll email you first.',
    'Once your account is closed, these end: 14 suppliers, updates of 2 stores, your plan.',
    '1 product stays listed in your stores. Remove what you can’t ship.',
    'You owe $12. It stays due.',
    'You have $5.50 of credit left.',
    'Past charges aren’t refunded.',
  ])
  const nothing = { ...uses, suppliers: 0, frozen: 0, stores: 0, listed: 0 }
  expect(closingEffects({ uses: nothing, balance: '0.00', credit_available: '0.00' })).toEqual([
    'Nothing ends yet. We’ll email you first.',
    'Once your account is closed, these end: your plan.',
    'You don’t owe anything now.',
    'Past charges aren’t refunded.',
  ])
})
