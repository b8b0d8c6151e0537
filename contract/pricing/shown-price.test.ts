import { expect, test } from 'vitest'
import { whyShown, type ShownFacts } from './shown-price.ts'

const facts = (of: Partial<ShownFacts> = {}): ShownFacts => ({
  in_store: true,
  shown: '12.00',
  now: '15.00',
  rules: true,
  active: true,
  standing: null,
  store_synchronize: true,
  skip_price_updates: false,
  reached: true,
  tells_price: true,
  stopped_reason: null,
  refused_text: null,
  behind: false,
  waits_until: null,
  open: null,
  back: null,
  discarded: null,
  ...of,
})
const why = (of: Partial<ShownFacts>) => whyShown(facts(of)).map((reason) => reason.why)
const update = { store_update_id: 7, text: 'Wrong file' }
const until = '2026-11-23T10:00:00Z'

test('a store that already shows the current price needs no reason', () => {
  expect(why({ shown: '15.0000' })).toEqual([])
  expect(why({ shown: null, now: null })).toEqual([])
  expect(why({ in_store: false, shown: null, now: null })).not.toEqual([])
})

test('a reason that blocks all updates to a store is the only one given', () => {
  expect(why({ standing: 'Frozen', open: { ...update, state: 'held' } })).toEqual(['standing'])
  expect(why({ store_synchronize: false, stopped_reason: 'x' })).toEqual(['store_synchronize'])
  expect(why({ skip_price_updates: true, behind: true })).toEqual(['skip_price_updates'])
  expect(why({ reached: false, tells_price: false })).toEqual(['no_way'])
  expect(why({ tells_price: false })).toEqual(['untold'])
  expect(why({ rules: false, now: null })).toEqual(['no_rules'])
  expect(why({ active: false })).toEqual(['gone'])
  expect(why({ now: null })).toEqual(['no_price'])
  // a new product has its price all the same
  expect(why({ in_store: false, skip_price_updates: true })).toEqual(['next'])
})

test('otherwise the reason is the state of the updates that would send the price', () => {
  expect(whyShown(facts({ open: { ...update, text: null, state: 'held' }, behind: true }))).toEqual([
    { why: 'held', text: null, store_update_id: 7, until: null },
  ])
  expect(whyShown(facts({ stopped_reason: 'Login refused', behind: true }))).toMatchObject([
    { why: 'stopped', text: 'Login refused' },
  ])
  expect(whyShown(facts({ refused_text: 'No UPC' }))).toMatchObject([{ why: 'refused', text: 'No UPC' }])
  expect(whyShown(facts({ back: update }))).toMatchObject([{ why: 'back', ...update }])
  expect(whyShown(facts({ discarded: update }))).toMatchObject([{ why: 'discarded', ...update }])
  expect(whyShown(facts({ waits_until: until }))).toMatchObject([{ why: 'waits', until }])
  const sending = { ...update, text: null, state: 'sending' as const }
  expect(whyShown(facts({ open: sending, waits_until: until, discarded: update }))).toMatchObject([
    { why: 'sending', store_update_id: 7, until },
  ])
})

test('a product that is out of date is checked next, unless its update is held or stopped', () => {
  expect(why({})).toEqual(['next'])
  expect(why({ behind: true })).toEqual(['next'])
  expect(why({ behind: true, back: update })).toEqual(['back', 'next'])
  expect(why({ behind: true, refused_text: 'No UPC' })).toEqual(['refused', 'next'])
})
