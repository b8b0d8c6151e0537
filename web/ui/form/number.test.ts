import { expect, test } from 'vitest'
import { numberOf, typedOf } from './number.ts'

test('typed text becomes the number it spells, or stays text', () => {
  for (const [typed, is] of [
    ['7', 7],
    [' 7 ', 7],
    ['007', 7],
    ['-5', -5],
    ['2.5', 2.5],
    ['2.', 2],
    ['.5', 0.5],
    ['1,000', 1000],
    ['1,000,000', 1_000_000],
    ['', ''],
    ['-', '-'],
    ['abc', 'abc'],
    ['1e3', '1e3'],
    ['7 pieces', '7 pieces'],
    ['1,00', '1,00'],
    ['1 000', '1 000'],
    ['0x10', '0x10'],
  ] as const)
    expect(numberOf(typed)).toBe(is)
})

test('a displayed number reads back as the same number', () => {
  for (const value of [0, 7, -5, 1000, 1_000_000, 0.25, 12.3456]) expect(numberOf(typedOf(value))).toBe(value)
  expect(typedOf(1_000_000)).toBe('1,000,000')
  expect([typedOf(null), typedOf(undefined), typedOf('abc')]).toEqual(['', '', 'abc'])
})
