import { expect, test } from 'vitest'
import { requestText } from './request-text.ts'

const open = { insert_tm: '2026-11-26T12:00:00Z', answered_tm: null, accepted: null, answer: '' }
const declined = { ...open, answered_tm: '2026-11-27T12:00:00Z', accepted: false, answer: 'Not this year.' }

test('a request says when it was made, and then what became of it and why', () => {
  expect(requestText(open, 'change to the Pro plan')).toBe(
    'You requested to change to the Pro plan on 11/26/26. We’ll email you.',
  )
  expect(requestText(declined, 'change to the Pro plan')).toBe(
    'Your request to change to the Pro plan was declined on 11/27/26: Not this year.',
  )
  expect(requestText({ ...declined, accepted: true, answer: '' }, 'close your account')).toBe(
    'Your request to close your account was accepted on 11/27/26. It takes effect once our team has made the change.',
  )
})
