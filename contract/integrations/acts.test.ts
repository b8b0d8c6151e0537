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
  expect(said('remove', active)).toContain('Shop and Outlet aren’t sent the supplier’s 2,014 active products')
  expect(said('remove', active)).toContain('Listings stay in the store as they are')
  expect(said('remove', active)).toContain('and 1 value of its configuration are deleted')
  for (const change of [{ status: 'Frozen' as const }, { store_synchronize: false }, { stores: [] }])
    expect(said('remove', { ...active, ...change })).toContain(
      'No updates stop, because nothing is being sent.',
    )
})

test.each([
  ['reset', { stores: [] }, 'This vendor has no store in this market'],
  ['reset', { never_run_full_update: true }, /never runs a full update/],
  ['clear', { categories: 0 }, 'Nothing to delete, please try again'],
  ['pause', { market_is_on: false }, 'Already paused'],
  ['resume', {}, 'Not paused'],
] as const)('%s is refused for an integration with %o', (act, change, text) => {
  expect(effectsOf(act, { ...active, ...change })).toEqual({ refused: expect.stringMatching(text) })
})

test('resetting a paused integration sends nothing yet', () => {
  const paused = { ...active, status: 'Paused' as const, market_is_on: false }
  expect(said('reset', active)).toContain(
    'The next update sends what the settings let through of 2,014 active products again',
  )
  expect(said('reset', paused)).toContain('Nothing goes out before it sends again')
})

test('resetting says what will count as unsent, and that it stays in the store', () => {
  expect(said('reset', active)).toContain(
    'What Shop and Outlet were sent of this supplier, 20 active products among it, counts as unsent',
  )
  expect(said('reset', one)).toContain('What Shop was sent of this supplier')
})

test('pausing warns about products that sell out meanwhile', () => {
  expect(said('pause', active)).toBe(
    'Shop and Outlet aren’t sent what changes until it goes on: what was sent, 20 active products, stays there with ' +
      'its last quantity and price, also where it sells out. Settings and subscription stay. The price doesn’t change.',
  )
  expect(said('pause', one)).toMatch(/^Shop isn’t sent/)
  expect(said('pause', { ...active, stores: [] })).toMatch(/^It sends nothing now; it will not once/)
})

test('resuming says which stores get the changes, or that there is no store yet', () => {
  const paused = { ...active, market_is_on: false }
  expect(said('resume', paused)).toBe('Shop and Outlet are sent what changed meanwhile with the next update.')
  expect(said('resume', { ...one, market_is_on: false })).toMatch(/^Shop is sent/)
  expect(said('resume', { ...paused, stores: [] })).toBe(
    'The integration becomes active and sends once a store is connected.',
  )
})

test('clearing categories forgets the ones known here and keeps the store’s own', () => {
  expect(said('clear', active)).toBe(
    'The 2 categories of the store that are known for this integration are forgotten. ' +
      'The next update finds or makes them anew. The store’s own categories stay as they are.',
  )
  expect(said('clear', { ...active, categories: 1 })).toMatch(
    /^The 1 category of the store that is known .* is/,
  )
})

test('deleting an integration with nothing filled in removes only its settings, and names a single store', () => {
  expect(said('remove', { ...active, filled_in: 0 })).toContain('Its settings are deleted. This can’t')
  expect(said('remove', one)).toMatch(/^Shop isn’t sent/)
})
