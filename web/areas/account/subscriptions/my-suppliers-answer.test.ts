import { expect, test } from 'vitest'
import type { OwnStore, OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { accountAnswer, stoppedAnswer, supplierFigures, suppliersAnswer } from './my-suppliers-answer.ts'

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
    '1 of your 2 active suppliers is up to date; we look after the other one. 1,200 listings are live.',
  )
  expect(answer(['fresh', 'fresh', 'late', 'checking'], [])).toBe(
    '2 of your 4 suppliers are up to date; we look after the other 2. You have no store yet.',
  )
  expect(answer(['frozen'], [['works', 2]])).toBe('Your supplier is paused. 2 listings are live.')
  expect(answer(['frozen', 'frozen'], [])).toBe('All your suppliers are paused. You have no store yet.')
})

test('the summary uses the singular for one supplier, and handles none', () => {
  expect(answer(['late'], [])).toBe(
    'Your supplier isn’t up to date; we look after it. You have no store yet.',
  )
  expect(answer(['fresh', 'frozen'], [])).toBe('Your active supplier is up to date. You have no store yet.')
  expect(answer(['late', 'failing'], [])).toBe(
    'None of your 2 suppliers is up to date; we look after them. You have no store yet.',
  )
  expect(answer([], [])).toBe('You have no supplier and no store yet.')
  expect(answer([], [['works', 2]])).toBe('2 listings are live.')
})

test('without live listings it says whether the first products are on their way', () => {
  const suppliers = [{ state: 'fresh' }]
  const of = (...stores: object[]) => suppliersAnswer({ suppliers, stores } as OwnSuppliers)
  const first = { state: 'works', listed: 0, behind_since: '2026-11-27T06:00:00Z', told_tm: null }
  expect(of(first)).toBe('Your supplier is up to date. Your first products are on their way to your store.')
  const told = { ...first, told_tm: '2026-11-27T06:10:00Z' }
  expect(of(told)).toBe('Your supplier is up to date. Nothing is live in your stores.')
  expect(of({ ...first, state: 'off' })).toBe('Your supplier is up to date. Nothing is live in your stores.')
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

test('the account’s status comes first, with its unpaid bill', () => {
  const of = (inactive: OwnSuppliers['inactive'], unpaid: boolean) => accountAnswer({ inactive, unpaid })
  expect(of(null, false)).toBeNull()
  expect(of(null, true)).toBe('A bill isn’t paid yet.')
  expect(of('suspended', true)).toBe(
    'Your account is suspended, as a bill isn’t paid: nothing is sent to your stores.',
  )
  expect(of('suspended', false)).toBe('Your account is suspended: nothing is sent to your stores.')
  expect(of('delisted', false)).toBe('Your account is suspended: our products are out of your stores.')
  expect(of('canceled', true)).toBe('Your account is canceled.')
})

test('listed products are never said to be missing from stores, and their age shows only if known', () => {
  const of = {
    listed: 1200,
    age_seconds: 7200,
    promised_hours: 24,
    read_tm: 'x',
    state: 'fresh',
    no_access: false,
  } as const
  expect(supplierFigures(of)).toBe(
    '1,200 products listed. Your figures are 2 h old; we promise at most 1 day.',
  )
  expect(supplierFigures({ ...of, age_seconds: null })).toBe(
    '1,200 products listed. No update has brought all of them up to date lately.',
  )
  expect(supplierFigures({ ...of, age_seconds: null, listed: 0 })).toBe('It isn’t in any of your stores yet.')
  expect(supplierFigures({ ...of, age_seconds: null, listed: 0, read_tm: null })).toBe('0 products listed.')
  expect(supplierFigures({ ...of, age_seconds: null, listed: 0, no_access: true })).toBe('0 products listed.')
  expect(supplierFigures({ ...of, listed: 1, state: 'frozen' })).toBe('1 product listed.')
})
