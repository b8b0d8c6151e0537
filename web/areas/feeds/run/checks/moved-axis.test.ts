import { expect, test } from 'vitest'
import type { JudgedMeasure } from '#contract/feeds/gate.ts'
import { axisOf } from './moved-axis.ts'

const measure = (name: JudgedMeasure['name'], value: number, hold: number) => ({
  name,
  value,
  hold,
  warn: null,
})

test('the axis holds all measures and limits, with round marks', () => {
  const { span, marks } = axisOf([measure('lost', 55, 15), measure('rejected', 0.4, 10)])
  expect(span).toEqual([0, 60])
  expect(marks).toEqual([0, 20, 40, 60])
})
test('it begins below zero for a measure that moves both ways', () => {
  expect(axisOf([measure('median_price', -12, 10), measure('lost', 3, 15)]).span[0]).toBeLessThanOrEqual(-12)
})
test('it ends at a hundred percent, and is never empty', () => {
  expect(axisOf([measure('median_price', 900, 10)]).span[1]).toBe(100)
  expect(axisOf([]).span).toEqual([0, 1])
})
