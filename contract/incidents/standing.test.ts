import { expect, test } from 'vitest'
import { plainly, supplierState } from './standing.ts'

test('what is wrong with a file is told by what happened to it', () => {
  const what = (code: string | null) => plainly('failing', code).what
  for (const code of ['not_well_formed', 'not_json', 'open_quote', 'truncated', 'further.cut'])
    expect(what(code)).toBe('Their file came incomplete or broken.')
  for (const code of ['http_status', 'further.missing']) expect(what(code)).toBe('We can’t get their file.')
  expect(what('column_gone')).toBe('Their file is built differently than before.')
  expect(what('nobody knows')).toBe(what(null))
  expect(plainly('held', 'gate').what).toBe('Their new file would change unusually much.')
})

test('a failing supplier is old only where what it brought is older than promised', () => {
  expect(supplierState('failing', false)).toBe('failing')
  expect(supplierState('failing', true)).toBe('late')
  expect(supplierState('flaky', false)).toBe('fresh')
  expect(supplierState('held', true)).toBe('checking')
})
