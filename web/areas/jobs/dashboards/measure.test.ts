import { expect, test } from 'vitest'
import { measureOf } from './measure.ts'

test('a time is green up to its threshold, zero included', () => {
  expect(measureOf(0, 120)).toEqual({ tone: 'good', text: '0 min', allowed: '2 h' })
  expect(measureOf(120, 120)).toMatchObject({ tone: 'good', text: '2 h' })
  expect(measureOf(121, 120)).toMatchObject({ tone: 'wait', text: '2 h 1 min' })
})
