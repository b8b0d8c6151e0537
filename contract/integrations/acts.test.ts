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
const one: ActFacts = { ...active, stores: [{ vendor_store_name: 'Shop' }] }
const said = (...args: Parameters<typeof effectsOf>) => {
  const effects = effectsOf(...args)
  return 'does' in effects ? effects.does.join(' ') : effects.refused
}

test('deleting an active integration says which stores stop getting what, and that listings stay', () => {
  expect(said('remove', active)).toContain('Shop and Outlet stop getting updates for 2,014 active products')
  expect(said('remove', active)).toContain('Listings stay in the store')
  expect(said('remove', active)).toContain('and 1 configuration value are permanently deleted')
  for (const change of [{ status: 'Frozen' as const }, { store_synchronize: false }, { stores: [] }])
    expect(said('remove', { ...active, ...change })).toContain('Nothing is being sent, so no updates stop.')
})

test.each([
  ['reset', { stores: [] }, 'This vendor has no store in this market'],
  ['reset', { never_run_full_update: true }, /Turn off “Never run a full update” first/],
  ['clear', { categories: 0 }, 'Nothing to delete, please try again'],
  ['pause', { market_is_on: false }, 'Already paused'],
  ['resume', {}, 'Not paused'],
] as const)('%s is refused for an integration with %o', (act, change, text) => {
  expect(effectsOf(act, { ...active, ...change })).toEqual({ refused: expect.stringMatching(text) })
})

test('resetting a paused integration sends nothing yet', () => {
  const paused = { ...active, status: 'Paused' as const, market_is_on: false }
  expect(said('reset', active)).toContain('The next update resends 2,014 active products')
  expect(said('reset', paused)).toContain('Everything is sent when updates resume')
})

test('resetting says what will count as unsent, and that it stays in the store', () => {
  expect(said('reset', active)).toContain(
    '20 active products of this supplier in Shop and Outlet are marked as unsent',
  )
  expect(said('reset', one)).toContain('of this supplier in Shop are marked as unsent')
})

test('pausing warns about products that sell out meanwhile', () => {
  expect(said('pause', active)).toBe(
    'Shop and Outlet get no updates until you resume. 20 active products stay listed with the last quantity ' +
      'and price, even if sold out. Settings and subscription stay. The price doesn’t change.',
  )
  expect(said('pause', one)).toMatch(/^Shop gets no updates/)
  expect(said('pause', { ...active, stores: [] })).toMatch(
    /^Nothing is being sent, and nothing will be until you resume/,
  )
})

test('resuming says which stores get the changes, or that there is no store yet', () => {
  const paused = { ...active, market_is_on: false }
  expect(said('resume', paused)).toBe('Shop and Outlet get all changes with the next update.')
  expect(said('resume', { ...one, market_is_on: false })).toMatch(/^Shop gets all changes/)
  expect(said('resume', { ...paused, stores: [] })).toBe(
    'The integration becomes active. Sending starts once a store is connected.',
  )
})

test('clearing categories forgets the ones known here and keeps the store’s own', () => {
  expect(said('clear', active)).toBe(
    '2 saved categories of this integration are cleared. ' +
      'The next update finds or creates them again. Categories in the store don’t change.',
  )
  expect(said('clear', { ...active, categories: 1 })).toMatch(
    /^1 saved category of this integration is cleared/,
  )
})

test('deleting an integration with nothing filled in removes only its settings, and names a single store', () => {
  expect(said('remove', { ...active, filled_in: 0 })).toContain('Settings are permanently deleted.')
  expect(said('remove', one)).toMatch(/^Shop stops getting updates/)
})
