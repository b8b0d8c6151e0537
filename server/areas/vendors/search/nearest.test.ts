import { expect, test } from 'vitest'
import { wordsOf } from '#server/platform/database/spelling.ts'
import { nearest } from './nearest.ts'

const names = (asked: string, ...of: string[]) =>
  nearest(
    wordsOf(asked),
    of.map((name, i) => ({ vendor_id: i + 1, name })),
  ).map((a) => [a.matched.text, a.slips])

test('a name with slips in its words is alike, the fewest slips first', () => {
  expect(names('okafr', 'Chidi Okafur', 'Ngozi Okafor', 'Okavango')).toEqual([
    ['Chidi Okafur', 1],
    ['Ngozi Okafor', 1],
  ])
  expect(names('jonhson', 'Ann Johnston', 'Mary Johnson', 'Sam Jorkosson')).toEqual([
    ['Mary Johnson', 1],
    ['Ann Johnston', 2],
  ])
})
test('every asked word is one of the name’s, in any order, and slips add up', () => {
  expect(names('Johnsn Mray', 'Mary Johnson', 'Mary Jones')).toEqual([['Mary Johnson', 2]])
  expect(names('gardn depto', 'Gloria’s Garden Depot', 'Garden Shop')).toEqual([['Gloria’s Garden Depot', 2]])
})
test('short words forgive nothing', () => {
  expect(names('tom okafr', 'Tim Okafor', 'Tom Okafor')).toEqual([['Tom Okafor', 1]])
})
test('a vendor whose company and contact are both alike stands once, by the nearer', () => {
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
