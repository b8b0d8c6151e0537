import { expect, test } from 'vitest'
import type { SentUpdate, UpdateLine } from '#contract/stores/sent-updates.ts'
import { differenceInWords, lineChanges, updateSentence, withheldReasons } from './update-words.ts'

const update = (of: Partial<SentUpdate>): SentUpdate => ({
  store_update_id: 1,
  vendor_store_id: 1,
  vendor_store_name: 'Shop',
  kind: 'changed',
  state: 'sent',
  back_of: null,
  job_id: 1,
  requested_by: 'schedule',
  shown: 0,
  created: 0,
  zeroed: 0,
  price_changed: 0,
  price_beyond: 0,
  quantity_changed: 0,
  content_changed: 0,
  withheld: {},
  reasons: [],
  waiting: 0,
  broken_off: false,
  sent: 0,
  refused: 0,
  left_over: 0,
  differing: {},
  files: 0,
  bytes: 0,
  insert_tm: '2026-11-21T00:00:00Z',
  end_tm: null,
  decided_by: null,
  decided_reason: null,
  can_go_back: false,
  resends: false,
  ...of,
})
const line = (of: Partial<UpdateLine>): UpdateLine => ({
  product_id: 1,
  sku: 'A',
  title: null,
  told: 'quantity',
  before: { quantity: 5, price: '9.00', list_price: null, active: true },
  after: {},
  refused: null,
  differs: null,
  ...of,
})

test('a comparison’s result is one sentence, including what happens next', () => {
  const compared = (of: Partial<SentUpdate>) =>
    updateSentence(update({ kind: 'compare', state: 'compared', shown: 1400, ...of }))
  expect(compared({})).toBe('1,400 products compared. No differences.')
  expect(compared({ differing: { price: 12, less: 30, gone: 1 } })).toBe(
    '1,400 products compared: 12 with a different price (sent again with the next update); 30 with less stock than sent, 1 missing (left unchanged).',
  )
  expect(compared({ differing: { hidden: 2 } })).toBe(
    '1,400 products compared: 2 hidden in the store (left unchanged).',
  )
  expect(compared({ state: 'asked', shown: 0 })).toBe('Queued.')
  expect(compared({ state: 'planning', shown: 100, differing: { more: 1 } })).toBe(
    '100 products compared so far: 1 with more stock than sent (sent again with the next update).',
  )
})

test('a product’s difference shows the value that changed', () => {
  const differs = line({
    after: { quantity: 5, price: '12.00', list_price: null, active: true },
    differs: 'price',
  })
  expect(differenceInWords('price', differs, 1)).toBe('with a different price: price from $9 to $12 (+33.3%)')
  expect(differenceInWords('gone', line({ after: { removed: true } }), 1)).toBe('missing')
})

test('an update is described in one sentence in each state', () => {
  expect(updateSentence(update({ state: 'asked' }))).toBe('Queued.')
  expect(updateSentence(update({ state: 'planning' }))).toBe('Preparing changes.')
  expect(updateSentence(update({ state: 'nothing' }))).toMatch(/Nothing to send/)
  expect(updateSentence(update({ state: 'superseded' }))).toMatch(/later update/)
  expect(updateSentence(update({ state: 'discarded', decided_reason: 'A broken feed.' }))).toBe(
    'Not sent: A broken feed.',
  )
  expect(updateSentence(update({ state: 'held', reasons: ['12 of 40 would sell out', 'Prices move'] }))).toBe(
    'Held for approval: 12 of 40 would sell out; Prices move.',
  )
  expect(updateSentence(update({ state: 'sending', sent: 5000, waiting: 1000 }))).toBe(
    '5,000 of 6,000 products sent.',
  )
  expect(updateSentence(update({ state: 'sending', sent: 0, waiting: 9, broken_off: true }))).toBe(
    'Interrupted, resumes with the next attempt: 0 of 9 products sent.',
  )
  expect(updateSentence(update({ state: 'dry', waiting: 1 }))).toBe('Would send 1 product.')
  expect(updateSentence(update({ state: 'dry' }))).toBe('Nothing to send. The store is up to date.')
  expect(
    updateSentence(
      update({ sent: 9, created: 1, zeroed: 2, price_changed: 1, quantity_changed: 4, content_changed: 3 }),
    ),
  ).toBe('9 products sent: 1 new, 2 sold out, 1 price, 4 quantities, 3 descriptions.')
})

test('omitted products are grouped by reason, the most frequent first', () => {
  expect(withheldReasons(update({ withheld: { price: 1, firearms_allowed: 20 } }))).toEqual([
    '20 products not sent: Firearms aren’t sent by this integration',
    '1 product not sent: No price, and not in the store yet',
  ])
})

test('a product’s line shows each change from old to new', () => {
  expect(lineChanges(line({ after: { quantity: 0, active: true } }), 1)).toEqual(['quantity from 5 to 0'])
  expect(lineChanges(line({ after: { quantity: 0, active: false } }), 1)).toEqual([
    'set to inactive',
    'quantity from 5 to 0',
  ])
  expect(lineChanges(line({ after: { quantity: 0, active: false, removed: true } }), 1)).toEqual(['deleted'])
  expect(lineChanges(line({ after: { price: '9.50', list_price: '12.00' } }), 1)).toEqual([
    'price from $9 to $9.50 (+5.6%)',
    'list price $12',
  ])
  expect(lineChanges(line({ before: null, after: { quantity: 3, active: true, price: '2.00' } }), 1)).toEqual(
    ['quantity 3', 'price $2'],
  )
  expect(lineChanges(line({ after: { quantity: 5, active: true, price: null } }), 1)).toEqual(['quantity 5'])
  // what it has beside what moved is no change
  expect(lineChanges(line({ after: { quantity: 5, active: true, price: '9.50' } }), 1)).toEqual([
    'price from $9 to $9.50 (+5.6%)',
  ])
  expect(lineChanges(line({}), 1)).toEqual([])
})

test('rejected products and those awaiting the market’s answer are counted beside those sent', () => {
  expect(updateSentence(update({ sent: 9, refused: 1, left_over: 3 }))).toBe(
    '9 of 13 products sent; the market refused 1 product; 3 products left for the next update.',
  )
  expect(updateSentence(update({ state: 'accepted', waiting: 2, sent: 5 }))).toBe(
    'Waiting for the market’s result for 2 products; 5 accepted.',
  )
})
