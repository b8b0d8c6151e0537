import { expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import type { Scope } from '../run/compare.ts'
import type { FileFacts } from './file.ts'
import { observeShares, type Standing } from './shares.ts'

const scope: Scope = {
  feedId: 1,
  dropshipperId: 1,
  runId: 2,
  attempt: 1,
  rules: feedRules.parse({}),
  partial: false,
  whole: true,
  mended: false,
  fields: ['sku', 'title', 'wholesale_price', 'quantity', 'description'],
}
const facts: FileFacts = {
  columns: [],
  ended: true,
  swallowed: 0,
  rejected: 10,
  repeated: 0,
  read: 1000,
  unreadable: {},
}
const standing = (more: Partial<FileFacts>, filled = 1000): Standing => ({
  facts: { ...facts, ...more },
  counts: { products: 1000, in_stock: 900, priced: 1000, filled: { title: 1000, description: filled } },
  skipped: 0,
})
const seen = (was: Standing, is: Standing, of = scope) =>
  observeShares(of, { window: 'week', agreed: false, was }, is).map(({ name, field, count, of, value }) => [
    field ?? name,
    count,
    of,
    Math.round(value! * 10) / 10,
  ])

test('shares that grew since the window started are given in points, and shares that shrank are left out', () => {
  const was = standing({ rejected: 10, repeated: 30 })
  expect(seen(was, standing({ rejected: 50, repeated: 10 }))).toEqual([['rejected', 50, 1000, 4]])
  expect(seen(was, was)).toEqual([])
})

test('unreadable rows of a further file are a share of its own rows, before and now', () => {
  const reason = 'Unreadable quantity in stock.csv'
  const of = (rows: number, read: number) => ({
    unreadable: { [reason]: rows },
    unreadableOf: { [reason]: read },
  })
  expect(seen(standing(of(20, 2000)), standing(of(60, 200)))).toEqual([['unreadable', 60, 200, 29]])
  // ten times as many of ten times the rows is as it was
  expect(seen(standing(of(20, 200)), standing(of(200, 2000)))).toEqual([])
  expect(seen(standing({}), standing(of(60, 200)))).toEqual([['unreadable', 60, 200, 30]])
})

test('fields that became empty are named; a run of fixed rows says nothing about rejected rows', () => {
  expect(seen(standing({}), standing({}, 900))).toEqual([['description', 100, 1000, 10]])
  const grown = standing({ rejected: 500 }, 900)
  expect(seen(standing({}), grown, { ...scope, mended: true })).toEqual([['description', 100, 1000, 10]])
})
