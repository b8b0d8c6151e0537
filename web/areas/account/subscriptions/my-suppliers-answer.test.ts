import { expect, test } from 'vitest'
import type { OwnStore, OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { ageOf, listedText, stoppedAnswer, suppliersAnswer } from './my-suppliers-answer.ts'

const answer = (suppliers: OwnSupplier['state'][], stores: [OwnStore['state'], number][]) =>
  suppliersAnswer({
    suppliers: suppliers.map((state) => ({ state })),
    stores: stores.map(([state, listed]) => ({ state, listed })),
  } as OwnSuppliers)

test('the summary counts up-to-date suppliers without the paused ones', () => {
  expect(answer(['fresh', 'fresh', 'frozen'], [['works', 1]])).toBe(
    'All your active suppliers are up to date. 1 listing is live.',
  )
  expect(answer(['fresh', 'late', 'frozen'], [['works', 1200]])).toBe(
    '1 of your 2 active suppliers is up to date; we’re working on the other one. 1,200 listings are live.',
  )
  expect(answer(['fresh', 'fresh', 'late', 'checking'], [])).toBe(
    '2 of your 4 suppliers are up to date; we’re working on the other 2. No stores yet.',
  )
  expect(answer(['frozen'], [['works', 2]])).toBe('Your supplier is paused. 2 listings are live.')
  expect(answer(['frozen', 'frozen'], [])).toBe('All your suppliers are paused. No stores yet.')
})

test('the summary uses the singular for one supplier, and handles none', () => {
  expect(answer(['late'], [])).toBe('Your supplier isn’t up to date; we’re working on it. No stores yet.')
  expect(answer(['fresh', 'frozen'], [])).toBe('Your active supplier is up to date. No stores yet.')
  expect(answer(['late', 'failing'], [])).toBe(
    'None of your 2 suppliers are up to date; we’re working on them. No stores yet.',
  )
  expect(answer([], [])).toBe('No suppliers or stores yet.')
  expect(answer([], [['works', 2]])).toBe('2 listings are live.')
})

test('without live listings it says whether the first products are on their way', () => {
  const suppliers = [{ state: 'fresh' }]
  const of = (...stores: object[]) => suppliersAnswer({ suppliers, stores } as OwnSuppliers)
  const first = { state: 'works', listed: 0, behind_since: '2026-11-27T06:00:00Z', told_tm: null }
  expect(of(first)).toBe('Your supplier is up to date. We’re sending the first products to your store.')
  const told = { ...first, told_tm: '2026-11-27T06:10:00Z' }
  expect(of(told)).toBe('Your supplier is up to date. No live listings yet.')
  expect(of({ ...first, state: 'off' })).toBe('Your supplier is up to date. No live listings yet.')
  expect(of(first, { ...told, listed: 2 })).toBe('Your supplier is up to date. 2 listings are live.')
})

test('stores stopped by their market or by an unpaid bill are counted', () => {
  const stores: [OwnStore['state'], number][] = [
    ['stopped', 1],
    ['unpaid', 1],
    ['suspended', 0],
    ['trouble', 1],
    ['off', 0],
  ]
  const of = { stores: stores.map(([state]) => ({ state })) as OwnStore[], inactive: null }
  expect(stoppedAnswer(of)).toBe('3 stores can’t be updated.')
  expect(stoppedAnswer({ ...of, stores: of.stores.slice(3) })).toBeNull()
  // where the account stands still, that is why
  expect(stoppedAnswer({ ...of, inactive: 'suspended' })).toBeNull()
})

test('the age of figures shows against what we promise, only where we update them', () => {
  const of = { age_seconds: 7200, promised_hours: 24, state: 'fresh', no_access: false } as const
  expect(ageOf(of)).toEqual({
    hours: 2,
    promised: 24,
    text: '2 hours (max 1 day)',
    label: 'Stock and prices are 2 hours old. We promise 1 day or less.',
  })
  for (const change of [{ age_seconds: null }, { state: 'frozen' }, { no_access: true }] as const)
    expect(ageOf({ ...of, ...change })).toBeNull()
  expect(listedText({ listed: 1200, read_tm: 'x', state: 'fresh' })).toBe('1,200 listed')
  expect(listedText({ listed: 0, read_tm: 'x', state: 'fresh' })).toBe('Not listed yet')
  expect(listedText({ listed: 0, read_tm: null, state: 'waiting' })).toBe('0 listed')
  expect(listedText({ listed: 0, read_tm: 'x', state: 'frozen' })).toBe('0 listed')
})
