import { expect, test } from 'vitest'
import { waterfallOf } from './waterfall.ts'

const names = ['Opening', 'New', 'Churn', 'Closing']
const stepsOf = (...values: number[]) =>
  values.map((value, i) => ({ name: names[i]!, value, isTotal: i === 0 || i === values.length - 1 }))
const placesOf = (...values: number[]) =>
  waterfallOf(stepsOf(...values)).bars.map(({ from, to }) => [from, to])

test('each change is drawn from where the one before ended', () => {
  expect(placesOf(100, 100, -50, 150)).toEqual([
    [0, 50],
    [50, 100],
    [75, 100],
    [0, 75],
  ])
})
test('bars start above zero only where changes would else be too small to see, and totals keep a bar', () => {
  expect(waterfallOf(stepsOf(100, 30, 0, 130)).start).toBe(0)
  const { start, bars } = waterfallOf(stepsOf(40_000, 200, -100, 40_100))
  expect(start).toBe(39_800)
  expect(bars.map(({ from, to }) => [from, to])).toEqual([
    [0, 50],
    [50, 100],
    [75, 100],
    [0, 75],
  ])
})
test('without any figure there is nothing to draw', () => {
  expect(placesOf(0, 0, 0)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  expect(placesOf(0, 50, -50, 0)).toEqual([
    [0, 0],
    [0, 100],
    [0, 100],
    [0, 0],
  ])
})
