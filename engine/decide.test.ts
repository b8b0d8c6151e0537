import { describe, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { decide } from './decide.ts'

const counts = (products: number, in_stock = products, titles = products) => ({
  products,
  in_stock,
  filled: { sku: products, title: titles },
})
const rules = feedRules.parse({})
const verdict = (...args: Parameters<typeof decide>) => decide(...args).verdict
const measured = (name: string, ...args: Parameters<typeof decide>) =>
  decide(...args).measures.find((m) => m.name === name)

describe('the decision', () => {
  test('holds what moved by more than the threshold, either way, and not what moved by just that', () => {
    expect(verdict(counts(100), counts(85), 0, rules, null)).toBe('apply')
    expect(verdict(counts(100), counts(84), 0, rules, null)).toBe('hold')
    expect(verdict(counts(100), counts(116), 0, rules, null)).toBe('hold')
  })
  test('looks at stock, prices and fill rates too', () => {
    expect(verdict(counts(100), counts(100, 50), 0, rules, null)).toBe('hold')
    expect(verdict(counts(100), counts(100), 16, rules, null)).toBe('hold')
    expect(verdict(counts(100), counts(100, 100, 60), 0, rules, null)).toBe('hold')
  })
  test('warns of what moved by more than 5 %, and not of what moved by just that', () => {
    const products = (after: number) => measured('products', counts(100), counts(after), 0, rules, null)
    expect(products(93)).toEqual({
      name: 'products',
      label: 'Products',
      before: 100,
      after: 93,
      moved: -7,
      warn: 5,
      hold: 15,
      verdict: 'warn',
    })
    expect(products(95)!.verdict).toBe('ok')
    expect(products(106)!.verdict).toBe('warn')
  })
  test('says of a first load that it is one, and applies it', () => {
    const first = decide(counts(0), counts(500), 0, rules, null)
    expect(first).toMatchObject({ verdict: 'apply', first_load: true, one_time: false, threshold: 15 })
    expect(new Set(first.measures.map((m) => m.verdict))).toEqual(new Set(['ok']))
    expect(first.measures[0]).toMatchObject({ before: 0, after: 500, moved: 100 })
    expect(decide(counts(1), counts(1), 0, rules, null).first_load).toBe(false)
  })
  test('is made by a one-time threshold where there is one, which warns no later than it holds', () => {
    const wide = decide(counts(100), counts(40), 0, rules, 70)
    expect(wide).toMatchObject({ verdict: 'apply', threshold: 70, one_time: true })
    expect(wide.measures[0]).toMatchObject({ warn: 5, hold: 70, verdict: 'warn' })
    const narrow = decide(counts(100), counts(98), 0, rules, 1)
    expect(narrow).toMatchObject({ verdict: 'hold', threshold: 1 })
    expect(narrow.measures[0]).toMatchObject({ warn: 1, hold: 1 })
    expect(verdict(counts(100), counts(99), 0, rules, 0)).toBe('hold')
  })
  test('names each measure as people read it, and leaves the SKU out, which every row has', () => {
    const { measures } = decide(counts(200), counts(200, 199, 150), 3, rules, null)
    expect(measures.map((m) => [m.name, m.label, m.before, m.after, m.moved])).toEqual([
      ['products', 'Products', 200, 200, 0],
      ['in_stock', 'In stock', 200, 199, -0.5],
      ['prices', 'Prices changed', 0, 3, 1.5],
      ['fill:title', 'Title filled', 100, 75, -25],
    ])
  })
  test('rounds to one decimal what is shown, and not what is compared', () => {
    expect(measured('products', counts(3000), counts(3451), 0, rules, null)).toMatchObject({
      moved: 15,
      verdict: 'hold',
    })
    expect(measured('fill:title', counts(3), counts(3, 3, 2), 0, rules, null)).toMatchObject({
      after: 66.7,
      moved: -33.3,
    })
  })
  test('counts stock that comes where none was as all of it, and none that stays none as no change', () => {
    const stock = (before: number, after: number) =>
      measured('in_stock', counts(100, before), counts(100, after), 0, rules, null)!.moved
    expect([stock(0, 1), stock(0, 0), stock(50, 0)]).toEqual([100, 0, -100])
  })
  test('doesn’t hold a field that is mapped for the first time, nor one of a file without rows', () => {
    const before = { products: 100, in_stock: 100, filled: { sku: 100 } }
    expect(measured('fill:title', before, counts(100), 0, rules, null)).toMatchObject({
      before: 0,
      after: 100,
      moved: 0,
      verdict: 'ok',
    })
    expect(measured('fill:title', counts(100), counts(0), 0, rules, null)).toMatchObject({
      before: 100,
      after: 0,
      moved: -100,
    })
  })
})
