import { expect, test } from 'vitest'
import { chipText, dayFrom, isLastDays, keysOf, type Filter } from './filter.ts'

const state: Filter = {
  key: 'state',
  label: 'State',
  kind: 'choices',
  options: [
    { value: '3', label: 'Failed' },
    { value: '2', label: 'Succeeded' },
  ],
}
const when: Filter = { key: 'when', label: 'When', kind: 'days', from: 'from', to: 'to' }
const subs: Filter = { key: 'subs', label: 'Subscribers', kind: 'range', from: 'least', to: 'most' }

const record: Filter = { key: 'record', label: 'Record', kind: 'given', text: 'Supplier 9' }

test.each<[Filter, Record<string, string>, string | undefined]>([
  [state, {}, undefined],
  [state, { state: '3' }, 'Failed'],
  [state, { state: '3,2' }, 'Failed, Succeeded'],
  [state, { state: '9' }, '9'],
  [when, { from: '2026-11-01' }, 'since 11/1/26'],
  [when, { to: '2026-11-02' }, 'through 11/2/26'],
  [when, { from: '2026-11-01', to: '2026-11-02' }, '11/1/26 to 11/2/26'],
  [when, { from: '2026-11-01', to: '2026-11-01' }, '11/1/26'],
  [when, { from: '2026-11-02', to: '2026-11-01' }, '11/2/26 to 11/1/26, end before start'],
  [subs, { least: '9', most: '10' }, '9 to 10'],
  [subs, { least: '10', most: '9' }, '10 to 9, end before start'],
  [when, { from: '1d' }, 'today'],
  [when, { from: '30d' }, 'last 30 days'],
  [when, { state: '3' }, undefined],
  [subs, { least: '10' }, 'at least 10'],
  [subs, { most: '0' }, 'at most 0'],
  [subs, { least: '0', most: '5' }, '0 to 5'],
  [record, { record: '9' }, 'Supplier 9'],
  [record, {}, undefined],
])('a chip describes its filter: %o with %o', (filter, values, text) => {
  expect(chipText(filter, values)).toBe(text)
})

test('“last days” moves along with today in UTC, and a fixed day stays', () => {
  const now = Date.UTC(2026, 10, 3, 23, 59)
  expect(['1d', '7d', '2026-01-02', undefined].map((value) => dayFrom(value, 'utc', now))).toEqual([
    '2026-11-03',
    '2026-10-28',
    '2026-01-02',
    undefined,
  ])
  expect(dayFrom('1d', 'utc', Date.UTC(2026, 10, 4, 0, 5))).toBe('2026-11-04')
  expect(['7d', '0d', '2026-01-02', undefined].map(isLastDays)).toEqual([true, false, false, false])
})

test('a filter removes only its own parameters from the address', () => {
  expect([state, when, record].map(keysOf)).toEqual([['state'], ['from', 'to'], ['record']])
})
