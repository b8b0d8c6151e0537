import { expect, test } from 'vitest'
import { sum, sortUnruled, type GroupMove } from './group-moves.ts'

const pair = (was: string, is: string, n = 10, size = n): GroupMove => ({ was, is, n, size })
const torn = (...moved: GroupMove[]) => sum(sortUnruled(moved).scatterings)
const misplaced = (...moved: GroupMove[]) => sum(sortUnruled(moved).misplacements)

test('a group that is renamed as a whole follows a rule, even if a few products stay', () => {
  expect(torn(pair('Shoes', 'Footwear', 80, 100), pair('Hats', 'Headwear'))).toBe(0)
  expect(torn(pair('Shoes', 'Footwear', 79, 100))).toBe(79)
})
test('a group that splits into many is scattered', () => {
  expect(torn(pair('Shoes', 'Hats', 5, 10), pair('Shoes', 'Bags', 5, 10))).toBe(10)
})
test('a group that keeps its words is refined, not scattered', () => {
  expect(torn(pair('Shoes', 'Shoes > Men', 5, 10), pair('Shoes', 'Women’s shoes', 5, 10))).toBe(0)
  expect(torn(pair('Home > Shoes', 'Home > Hats', 5, 10))).toBe(5)
  expect(torn(pair('—', 'Hats', 5, 10))).toBe(5)
})
test('values that swap places aren’t renamed', () => {
  expect(misplaced(pair('Acme', 'Bolt'), pair('Bolt', 'Acme'))).toBe(20)
  expect(misplaced(pair('Acme', 'Bolt'), pair('Bolt', 'Cask'))).toBe(10)
  expect(misplaced(pair('Acme', 'Bolt'))).toBe(0)
})
test('names that became numbers come from another column', () => {
  expect(misplaced(pair('Acme', '17'))).toBe(10)
  expect(misplaced(pair('17', 'Acme'), pair('18', '19'))).toBe(0)
})
test('groups that merge into one are reported next to the largest of them, starting at four', () => {
  const three = [pair('A', 'Other', 30), pair('B', 'Other'), pair('C', 'Other')]
  expect(sortUnruled(three).merger).toEqual({ value: '', n: 0 })
  const four = [...three, pair('D', 'Other', 5), pair('X', 'Y', 40)]
  expect(sortUnruled(four)).toEqual({ scatterings: [], misplacements: [], merger: { value: 'Other', n: 25 } })
})
