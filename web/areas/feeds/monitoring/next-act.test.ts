import { expect, test } from 'vitest'
import { nextAct } from './next-act.ts'

const act = (m: Partial<Parameters<typeof nextAct>[0]>) => {
  const { label, to } = nextAct({
    dropshipper_id: 7,
    standing: 'failing',
    held_run_id: null,
    last_run_id: 12,
    last_reason_code: null,
    bad_run_id: null,
    ...m,
  })
  return `${label}: ${to}`
}

test('a feed’s next step depends on what is wrong with it', () => {
  expect(act({ standing: 'held', held_run_id: 13 })).toBe('Review run: /feed-runs/13')
  expect(act({ last_reason_code: 'http_status' })).toBe('Check source: /suppliers/view/7/config#source')
  expect(act({ last_reason_code: 'column_gone' })).toBe('Fix mapping: /suppliers/view/7/config#mapping')
  expect(act({ last_reason_code: 'not_well_formed' })).toBe('Check format: /suppliers/view/7/config#format')
  expect(act({ standing: 'flaky', bad_run_id: 11 })).toBe('View failure: /feed-runs/11')
  expect(act({ standing: 'late' })).toBe('Run now: /suppliers/view/7/monitoring')
  // it fails for what nobody can mend in its settings
  expect(act({ last_reason_code: 'overtaken', bad_run_id: 11 })).toBe('View run: /feed-runs/12')
  expect(act({ standing: 'fresh', last_reason_code: 'http_status' })).toBe('View run: /feed-runs/12')
  expect(act({ standing: 'never_ran', last_run_id: null })).toBe('View feed: /suppliers/view/7/monitoring')
})
test('a custom feed links to its own page under its vendor', () => {
  const of = { vendor_id: 3, vendor_custom_feed_id: 9 }
  const page = '/vendors/view/3/custom_feed/9'
  expect(act({ ...of, last_reason_code: 'http_status' })).toBe(`Check source: ${page}/settings#source`)
  expect(act({ ...of, standing: 'late' })).toBe(`Run now: ${page}`)
})
