import { expect, test } from 'vitest'
import { readingOf } from './series.ts'

const series = [
  { name: 'Passed', color: '' },
  { name: 'Held', color: '' },
]
test('a point is read with the values and texts that it has', () => {
  const value = (n: number) => `${n} %`
  const texts = ['Check']
  const reading = (point: Parameters<typeof readingOf>[0]) => readingOf(point, { series, texts, value })
  expect(reading({ name: '11/28', Passed: null, Held: 140, Check: 'Products missing' })).toBe(
    '11/28: Held 140 %, Products missing',
  )
  expect(reading({ name: '11/29', Passed: null, Held: null, Check: '' })).toBe('11/29: none')
  expect(reading(undefined)).toBe('')
})
