import { expect, test } from 'vitest'
import { ownerColors } from './owner-colors.ts'

test('an owner keeps its color whatever the rank, and beside others', () => {
  const all = ownerColors(['Ana', 'IS', 'Dan', 'Cleo'])
  expect(ownerColors(['Cleo', 'Dan', 'Ana', 'IS'])).toEqual(all)
  for (const name of ['Ana', 'Dan', 'Cleo']) expect(ownerColors([name]).get(name), name).toBe(all.get(name))
})

test('deals without an owner have the first color, which others leave free', () => {
  expect(ownerColors(['Ana', 'IS']).get('IS')).toBe(0)
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) expect(ownerColors([name]).get(name)).toBeGreaterThan(0)
})

test('an owner whose color is taken has the next free one, by name and not by rank', () => {
  for (const names of [
    ['Ana', 'Ben'],
    ['Ben', 'Ana'],
  ])
    expect(Object.fromEntries(ownerColors(names))).toEqual({ Ana: 3, Ben: 4 })
})

test('no two of six have the same color', () => {
  for (const names of [
    ['IS', 'Ana', 'Ben', 'Cleo', 'Dan', 'Others'],
    ['Eve', 'Ana', 'Ben', 'Cleo', 'Dan', 'Others'],
  ])
    expect(new Set(ownerColors(names).values()).size).toBe(6)
})
