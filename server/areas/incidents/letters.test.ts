import { expect, test } from 'vitest'
import { letterText } from '#server/platform/mail/letter.ts'
import { wellLetter } from './letters.ts'

test('a resolved email gives the duration, in hours up to two days', () => {
  const took = (minutes: number) => {
    const began_tm = '2026-11-24T08:00:00Z'
    const ended_tm = new Date(Date.parse(began_tm) + minutes * 60_000).toISOString()
    const said = { supplier_name: 'Alpine', kind: 'late', reason_code: null, began_tm, ended_tm } as const
    return /lasted (.*)\.$/m.exec(letterText(wellLetter(said, 1), 'http://x'))![1]
  }
  expect([29, 30, 89, 90, 47 * 60, 48 * 60, 84 * 60].map(took)).toEqual([
    'less than an hour',
    'an hour',
    'an hour',
    '2 hours',
    '47 hours',
    '2 days',
    '4 days',
  ])
})
