import { expect, test } from 'vitest'
import { effectOf, isSold, movesBeyond, shownAfter, type SentProduct, type ShownProduct } from './effects.ts'

const shown = (product: Partial<ShownProduct> = {}): ShownProduct => ({
  in_store: true,
  quantity: 5,
  price: '10',
  active: true,
  ...product,
})
const sent = (product: Partial<SentProduct> = {}): SentProduct => ({
  quantity: null,
  price: null,
  active: true,
  removed: false,
  ...product,
})
const effect = (was: Partial<ShownProduct>, product: Partial<SentProduct> | null, began?: string) => {
  const before = shown(was)
  return effectOf(before, shownAfter(before, product && sent(product)), {
    bound: 30,
    ...(began !== undefined && { began }),
  })
}

test('a product is on sale if it is in its store, in stock and not inactive', () => {
  expect(isSold(shown())).toBe(true)
  expect(isSold(shown({ active: null }))).toBe(true)
  expect(isSold(shown({ active: false }))).toBe(false)
  expect(isSold(shown({ quantity: 0 }))).toBe(false)
  expect(isSold(shown({ quantity: null }))).toBe(false)
  expect(isSold(shown({ in_store: false }))).toBe(false)
})

test('a product on sale drops to 0 if it is sold out, hidden or removed', () => {
  const zeroed = (product: Partial<SentProduct>) => effect({}, product).zeroed
  expect(zeroed({ quantity: 0 })).toBe(true)
  expect(zeroed({ quantity: 0, active: false })).toBe(true)
  expect(zeroed({ quantity: 5, active: false })).toBe(true)
  expect(zeroed({ removed: true })).toBe(true)
  expect(zeroed({ quantity: 1 })).toBe(false)
  expect(zeroed({ price: '1' })).toBe(false)
})

test('a product that is inactive, sold out or not in the store can’t drop to 0', () => {
  for (const product of [{ active: false }, { quantity: 0 }, { in_store: false }])
    expect(effect(product, { quantity: 0, active: false })).toMatchObject({
      sold: false,
      zeroed: false,
    })
})

test('values that aren’t sent stay unchanged', () => {
  expect(effect({}, null)).toMatchObject({ sold: true, sells: true, price: null })
  expect(shownAfter(shown({ active: false }), sent({ price: '11' }))).toEqual(
    shown({ active: false, price: '11' }),
  )
  expect(shownAfter(shown({ active: false }), sent({ quantity: 2 }))).toEqual(shown({ quantity: 2 }))
})

test('a price goes up, goes down, is added or stays the same', () => {
  const change = (was: string | null, now: string | null) => effect({ price: was }, { price: now }).price
  expect([change('10', '10.01'), change('10', '9'), change(null, '9')]).toEqual(['up', 'down', 'gained'])
  expect([change('10', '10.00'), change('10', null), change(null, null)]).toEqual([null, null, null])
})

test('price changes are added up from when the update checks began', () => {
  const counted = (was: string, now: string | null, began?: string) => {
    const { price_beyond, together_beyond, together_tipped } = effect({ price: was }, { price: now }, began)
    return [price_beyond, together_beyond, together_tipped]
  }
  expect(counted('12', '13', '10')).toEqual([false, false, false])
  expect(counted('12', '13.01', '10')).toEqual([false, true, true])
  expect(counted('14', '15', '10')).toEqual([false, true, false])
  expect(counted('14', null, '10')).toEqual([false, true, false])
  // back to what it was
  expect(counted('14', '10.50', '10')).toEqual([false, false, false])
  expect(counted('10', '14')).toEqual([true, true, true])
})

test('a price moves beyond a bound only if it moves further, to a fraction of a cent', () => {
  for (let dimes = 1; dimes < 500; dimes++) {
    const was = (dimes / 10).toFixed(2)
    const [up, down] = [130, 70].map((percent) => ((dimes * percent) / 1000).toFixed(4))
    expect([was, movesBeyond(was, up!, 30), movesBeyond(was, down!, 30)]).toEqual([was, false, false])
  }
  expect(movesBeyond('12.10', '15.7301', 30)).toBe(true)
  expect(movesBeyond('12.10', '8.4699', 30)).toBe(true)
  expect(movesBeyond('10', '10.0101', 0.1)).toBe(true)
  expect(movesBeyond('10', '10.01', 0.1)).toBe(false)
  expect([movesBeyond(null, '1', 30), movesBeyond('1', null, 30), movesBeyond('0', '1', 30)]).toEqual([
    false,
    false,
    false,
  ])
})
