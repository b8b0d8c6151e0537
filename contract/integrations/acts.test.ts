import { expect, test } from 'vitest'
import { effectsOf, type ActFacts } from './acts.ts'

const active: ActFacts = {
  status: 'Active',
  market_is_on: true,
  never_run_full_update: false,
  store_synchronize: true,
  stores: [{ vendor_store_name: 'Shop' }, { vendor_store_name: 'Outlet' }],
  active_products: 2014,
  sent_products: 20,
  categories: 2,
  filled_in: 1,
}
const said = (...args: Parameters<typeof effectsOf>) => {
  const effects = effectsOf(...args)
  return 'does' in effects ? effects.does.join(' ') : effects.refused
}

test('deleting one that sends says which stores aren’t sent what any more, and that listings stay', () => {
  expect(said('remove', active)).toContain('Shop and Outlet aren’t sent the supplier’s 2,014 active products')
  expect(said('remove', active)).toContain('Listings stay in the store as they are')
  expect(said('remove', active)).toContain('and 1 value of its configuration are deleted')
  for (const change of [{ status: 'Frozen' as const }, { store_synchronize: false }, { stores: [] }])
    expect(said('remove', { ...active, ...change })).toContain('It sends nothing now, so nothing stops.')
})

test.each([
  ['reset', { stores: [] }, 'This user has no store in this market'],
  ['reset', { never_run_full_update: true }, /never runs a full update/],
  ['clear', { categories: 0 }, 'Nothing to delete, please try again'],
  ['pause', { market_is_on: false }, 'It is paused already'],
  ['resume', {}, 'It isn’t paused'],
] as const)('%s is refused of one with %o', (act, change, text) => {
  expect(effectsOf(act, { ...active, ...change })).toEqual({ refused: expect.stringMatching(text) })
})

test('a reset of one that is paused sends nothing yet', () => {
  const paused = { ...active, status: 'Paused' as const, market_is_on: false }
  expect(said('reset', active)).toContain('sends all 2,014 active products again')
  expect(said('reset', paused)).toContain('Nothing goes out before it sends again')
})

test('a pause warns of what is sold out meanwhile', () => {
  expect(said('pause', active)).toContain('also of what is sold out')
})
