import { expect, test } from 'vitest'
import { foundText, moreLeftOut, noticeText } from './preview-words.ts'

const table = { header_row: 3, delimiter: null, sheet: 'Stock list', sheets: ['Stock list', 'Notes'] }
const leftOut = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ line: i + 1, text: 'Total', reason: 'total' }))
const found = (of: object) => ({ table: null, notes: [], left_out: [], left_out_counted: 0, ...of })

test('where the rows were found is one phrase, with a capital only at its start', () => {
  expect(foundText(found({ table, left_out_counted: 1200 }))).toBe(
    'Sheet “Stock list”; header in row 3; 1,200 lines left out',
  )
  const onlySheet = { ...table, sheets: ['Stock list'] }
  expect(foundText(found({ table: onlySheet, left_out_counted: 1 }))).toBe('Header in row 3; 1 line left out')
  expect(foundText(found({}))).toBe('')
})

test('lines that aren’t listed are counted', () => {
  expect(moreLeftOut(found({ left_out: leftOut(6), left_out_counted: 6 }))).toBe('')
  expect(moreLeftOut(found({ left_out: leftOut(20), left_out_counted: 1234 }))).toBe('and 1,214 more')
})

test('a notice has its count and line only if they say something', () => {
  const notice = (rows: number, line: number) =>
    noticeText({ reason: 'Read from a.zip', rows, line, value: '' })
  expect(notice(1, 1)).toBe('Read from a.zip')
  expect(notice(1, 7)).toBe('Read from a.zip (line 7)')
  expect(notice(1200, 7)).toBe('Read from a.zip (1,200, first in line 7)')
})
