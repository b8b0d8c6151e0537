import { expect, test } from 'vitest'
import type { OwnSuppliers } from '#contract/incidents/incidents.ts'
import { firstSteps, greeting } from './first-steps.ts'

const of = (suppliers: number, storeStates: string[], inactive: OwnSuppliers['inactive'] = null) =>
  ({
    suppliers: Array.from({ length: suppliers }, () => ({})),
    stores: storeStates.map((state) => ({ state })),
    inactive,
  }) as OwnSuppliers
const open = (account: OwnSuppliers, has_card: boolean, billed = true) =>
  firstSteps(account, { has_card, billed }).map(({ key, isDone }) => `${key}${isDone ? ' done' : ''}`)

test('a new account sees what it has to do, and nothing once all is done', () => {
  expect(open(of(0, []), false, false)).toEqual(['suppliers', 'store', 'card'])
  expect(open(of(2, ['off']), true)).toEqual(['suppliers done', 'store', 'card done'])
  expect(open(of(2, ['works']), false)).toEqual(['suppliers done', 'store done', 'card'])
  expect(open(of(2, ['works']), true)).toEqual([])
  // a free account with suppliers and a store works without a card
  expect(open(of(2, ['works']), false, false)).toEqual([])
  expect(open(of(0, [], 'canceled'), false)).toEqual([])
  expect(firstSteps(of(0, []), undefined)).toEqual([])
})

test('the greeting is by the hour, with the first name if it is known', () => {
  expect(greeting('Ann', 9)).toBe('Good morning, Ann.')
  expect(greeting('Ann', 12)).toBe('Good afternoon, Ann.')
  expect(greeting('', 18)).toBe('Good evening.')
})
