import { expect, test } from 'vitest'
import { declineText } from './decline-words.ts'

test('a known code is said in plain words, whatever the gateway says', () => {
  expect(declineText('insufficient_funds', 'Your card has insufficient funds.')).toBe(
    'Not enough money on the card',
  )
  expect(declineText('lost_card', null)).toBe('The card was reported lost')
})

test('an unknown code keeps the gateway’s words, and its empty phrase says that no reason was given', () => {
  expect(declineText('odd', 'The issuer rejected it.')).toBe('The issuer rejected it')
  expect(declineText(null, 'Your card was declined.')).toBe('The bank declined without a reason')
  expect(declineText(null, null)).toBe('The bank declined without a reason')
})
