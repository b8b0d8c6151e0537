import { expect, test } from 'vitest'
import { effectSentences } from './effect-words.ts'

const none = {
  sessions: 0,
  invitations: 0,
  reset_links: 0,
  exports: 0,
  approvals: 0,
  agreements: 0,
  locks: 0,
  vendors: 0,
}

test('only what there is is named, one and several in their own words', () => {
  expect(effectSentences(none)).toEqual([])
  expect(effectSentences({ ...none, sessions: 1, invitations: 2, approvals: 1 })).toEqual([
    'Ends 1 open session now.',
    '2 pending invitations from them will stop working.',
    '1 payment request from them can then only be rejected.',
  ])
})
