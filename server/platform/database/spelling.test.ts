import { describe, expect, test } from 'vitest'
import { distance, forgiven, oneSlipAway } from './spelling.ts'

describe('the distance between two words', () => {
  test.each([
    ['oak', 'oak', 0],
    ['', '', 0],
    ['', 'oak', 3],
    ['oak', '', 3],
    ['oak', 'soak', 1],
    ['soak', 'oak', 1],
    ['oak', 'oaks', 1],
    ['oak', 'oat', 1],
    ['lantern', 'lantren', 1],
    ['ab', 'ba', 1],
    ['ab', 'ca', 2],
    ['abcd', 'badc', 2],
    // a swap of letters that are not neighbours is two changes
    ['abc', 'cba', 2],
    ['abxc', 'axbcd', 2],
    ['abc', 'xyz', 3],
    ['kitten', 'sitting', 3],
  ])('%s and %s is %i', (a, b, slips) => {
    expect([distance(a, b), distance(b, a)]).toEqual([slips, slips])
  })
})

test('short words allow no typo, longer ones one, long ones two', () => {
  expect([1, 3, 4, 5, 6, 20].map(forgiven)).toEqual([0, 0, 1, 1, 2, 2])
})

describe('identifiers one typo away', () => {
  test('are all at a distance of one, each once, without the identifier itself', () => {
    const near = oneSlipAway('AB12')
    expect(new Set(near.map((key) => distance(key, 'AB12')))).toEqual(new Set([1]))
    expect(new Set(near).size).toBe(near.length)
    // 4 letters left out, 3 swaps, 4 places changed to 35 others, 5 places for one of 36 to be put in,
    // where one like its neighbour comes out the same on both sides of it
    expect(near).toHaveLength(4 + 3 + 4 * 35 + 5 * 36 - 4)
  })
  test.each([
    ['left out at the start, in the middle, at the end', 'AB12', ['B12', 'A12', 'AB1']],
    ['swapped at the start and at the end', 'AB12', ['BA12', 'AB21']],
    ['changed', 'AB12', ['ZB12', 'AB1Z', '0B12', 'AB19']],
    ['put in before, between and behind', 'AB12', ['XAB12', 'AB912', 'AB12Z', 'AB120']],
  ])('have letters %s', (_what, key, some) => {
    expect(oneSlipAway(key)).toEqual(expect.arrayContaining(some))
  })
  test('from a number are numbers', () => {
    const near = oneSlipAway('4006381')
    expect(near).toEqual(expect.arrayContaining(['4006382', '400638', '40063810', '4006318']))
    expect(near.filter((key) => !/^\d+$/.test(key))).toEqual([])
    expect(oneSlipAway('A4006381')).toContain('B4006381')
    expect(oneSlipAway('4006381A')).toContain('4006381B')
  })
})
