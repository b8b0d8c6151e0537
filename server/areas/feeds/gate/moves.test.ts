import { expect, test } from 'vitest'
import { decade } from '../run/compare.ts'
import { quantityMoves } from './moves.ts'

const far = (...moves: [times: number, products: number][]) =>
  quantityMoves(new Map(moves.map(([times, n]) => [Math.round(decade * Math.log10(times)), n])), 100).find(
    (o) => o.name === 'quantity_moved',
  )

test('restocked quantities only rise; those of a wrong column rise and fall', () => {
  expect(far([41, 60], [9, 30])).toMatchObject({ count: 0 })
  expect(far([4, 30], [1 / 4, 20], [2, 50])).toMatchObject({ count: 40, words: { times: 3 } })
})

test('quantities of a different magnitude come from another column, whichever way they moved', () => {
  expect(far([2000, 70], [1 / 4, 5])).toMatchObject({ count: 70, words: { times: 100 } })
  expect(far([1 / 150, 70])).toMatchObject({ count: 70, words: { times: 100 } })
})
