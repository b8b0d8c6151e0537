import { expect, test } from 'vitest'
import { wordsOf } from '#server/platform/database/spelling.ts'
import { nearest } from './nearest.ts'

const names = (asked: string, ...of: string[]) =>
  nearest(
    wordsOf(asked),
    of.map((name, i) => ({ vendor_id: i + 1, name })),
  ).map((a) => [a.matched.text, a.slips])

test('names with typos match, the fewest typos first', () => {
  expect(names('okafr', 'Chidi Okafur', 'Ngozi Okafor', 'Okavango')).toEqual([
    ['Chidi Okafur', 1],
    ['Ngozi Okafor', 1],
  ])
  expect(names('jonhson', 'Ann Johnston', 'Mary Johnson', 'Sam Jorkosson')).toEqual([
    ['Mary Johnson', 1],
    ['Ann Johnston', 2],
  ])
})
test('every search word must be in the name, in any order, and typos add up', () => {
  expect(names('Johnsn Mray', 'Mary Johnson', 'Mary Jones')).toEqual([['Mary Johnson', 2]])
  expect(names('gardn depto', 'Gloria’s Garden Depot', 'Garden Shop')).toEqual([['Gloria’s Garden Depot', 2]])
})
test('short words allow no typo', () => {
  expect(names('tom okafr', 'Tim Okafor', 'Tom Okafor')).toEqual([['Tom Okafor', 1]])
})
test('a vendor whose company and contact both match is listed once, by the closer match', () => {
  const alike = nearest(
    ['okafr'],
    [
      { vendor_id: 7, name: 'Okafar Ltd' },
      { vendor_id: 8, name: 'Okafor Garden' },
      { vendor_id: 7, name: 'Ann Okafr' },
    ],
  )
  expect(alike.map((a) => [a.vendor_id, a.slips, a.matched])).toEqual([
    [7, 0, { by: 'similar name', text: 'Ann Okafr' }],
    [8, 1, { by: 'similar name', text: 'Okafor Garden' }],
  ])
})
test('words are letters and digits of any script, whatever their capitals', () => {
  expect(wordsOf('Müller & Söhne-24, ЖУК')).toEqual(['müller', 'söhne', '24', 'жук'])
  expect(wordsOf('& —')).toEqual([])
})
