import { expect, test } from 'vitest'
import { causeSentence } from './cause-words.ts'

const run = { feed_run_id: 12, tm: '2026-11-20T08:00:00', supplier: 'Acme', products: 34 }
const act = { type: 'pricing.save', tm: '2026-11-20T07:20:00', by: 'Ada', supplier: null, times: 1 }

test('an update’s cause is one sentence with who changed what and when, and the feed runs', () => {
  expect(causeSentence({ since: '2026-11-20T07:00:00', runs: [run], acts: [act] })).toBe(
    'Since the last complete update at 11/20/26 7:00 am: price rules changed by Ada at 11/20/26 7:20 am; ' +
      'run 12 of Acme at 11/20/26 8:00 am changed 34 products.',
  )
  const often = { ...act, type: 'integration.save', supplier: 'Acme', times: 3 }
  expect(causeSentence({ since: '2026-11-20T07:00:00', runs: [], acts: [often] })).toContain(
    'integration settings changed (Acme) 3 times, last by Ada at 11/20/26 7:20 am.',
  )
})

test('the first update, and one without a known cause, say nothing about it', () => {
  expect(causeSentence({ since: null, runs: [run], acts: [act] })).toBeUndefined()
  expect(causeSentence({ since: '2026-11-20T07:00:00', runs: [], acts: [] })).toBeUndefined()
})
