import { expect, test } from 'vitest'
import { numbersOf } from './config-numbers.ts'

const unset = { image_recheck_days: 30, image_fetches_at_once: 6, image_failures_allowed_percent: 50 }
const numbers = (rows: Record<string, string>) =>
  numbersOf(Object.entries(rows).map(([config_name, config_value]) => ({ config_name, config_value })))

test.each([
  ['that aren’t there', {}],
  ['that are empty', { image_recheck_days: '', image_fetches_at_once: '  ' }],
  ['that are no numbers', { image_recheck_days: 'often', image_fetches_at_once: '2.5' }],
  ['beyond their limits', { image_recheck_days: '366', image_fetches_at_once: '0' }],
  ['of another name', { image_recheck: '3' }],
])('configuration rows %s count as unset', (_how, rows) => expect(numbers(rows)).toEqual(unset))

test('each row counts separately, and zero and surrounding spaces are fine', () => {
  expect(numbers({ image_fetches_at_once: ' 2 ', image_failures_allowed_percent: '0' })).toEqual({
    image_recheck_days: 30,
    image_fetches_at_once: 2,
    image_failures_allowed_percent: 0,
  })
  expect(numbers({ image_recheck_days: '3' })).toEqual({ ...unset, image_recheck_days: 3 })
})
