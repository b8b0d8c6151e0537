import { expect, test } from 'vitest'
import type { Decision, JudgedMeasure } from '#contract/feeds/gate.ts'
import { feedRules, type FeedMapping } from '#contract/feeds/settings.ts'
import { fixesOf, hasPlaceholders, isFixable, mappedTo, rulesWith } from './fixes.ts'

const measure = (more: Partial<JudgedMeasure>) => ({ verdict: 'hold', ...more }) as JudgedMeasure
const runWith = (...measures: JudgedMeasure[]) => ({
  state: 'held' as const,
  newest: true,
  decision: { measures } as Decision,
})
const cost = { field: 'wholesale_price', column: 'Cost' }
const anyCost = { field: 'wholesale_price', column: null }
const title = { field: 'title', column: null }

test('a held run offers each field’s first fix, and a decided one none', () => {
  const held = runWith(
    measure({ fix: cost }),
    measure({ fix: anyCost }),
    measure({ fix: title }),
    measure({ verdict: 'ok', fix: { field: 'quantity', column: null } }),
    measure({}),
  )
  expect(fixesOf(held)).toEqual([cost, title])
  expect(fixesOf({ ...held, newest: false })).toEqual([])
  expect(fixesOf({ ...held, state: 'applied' })).toEqual([])
  expect(fixesOf({ ...held, decision: null })).toEqual([])
})

test('a run held for its placeholders offers to leave them out', () => {
  const held = runWith(measure({ name: 'filler' }))
  expect([hasPlaceholders(held), isFixable(held)]).toEqual([true, true])
  expect(hasPlaceholders({ ...held, newest: false })).toBe(false)
  expect(isFixable(runWith(measure({ name: 'filler', verdict: 'ok' })))).toBe(false)
})

test('another column takes over the transforms of the one before; a new price is read as one', () => {
  const comma = [{ kind: 'decimal_comma' as const }]
  const mapping: FeedMapping = [
    { field: 'sku', from: 'id', transforms: [] },
    { field: 'wholesale_price', from: 'Price', transforms: comma },
  ]
  expect(mappedTo(mapping, cost)).toEqual([
    mapping[0],
    { field: 'wholesale_price', from: 'Cost', transforms: comma },
  ])
  expect(mappedTo(mapping.slice(0, 1), cost)).toEqual([
    mapping[0],
    { field: 'wholesale_price', from: 'Cost', transforms: [{ kind: 'price' }] },
  ])
})

test('the other decimal mark replaces the one before, and isn’t doubted again', () => {
  const price = { kind: 'price' as const }
  const comma = { kind: 'decimal_comma' as const }
  const mapping = (...transforms: FeedMapping[number]['transforms']): FeedMapping => [
    { field: 'wholesale_price', from: 'Price', transforms },
  ]
  const fix = (mark: 'comma' | 'dot') => ({
    field: 'wholesale_price',
    column: 'Price',
    decimals: { mark, value: '1.037', read: '1037' },
  })
  expect(mappedTo(mapping(price), fix('comma'))).toEqual(mapping(comma, price))
  expect(mappedTo(mapping(comma, price), fix('dot'))).toEqual(mapping(price))
  const rules = feedRules.parse({ limits: { lost: { hold: 40 } } })
  expect(rulesWith(rules, fix('dot')).limits).toEqual({
    lost: { hold: 40 },
    unclear_decimals: { hold: 100, warn: 100 },
  })
  expect(rulesWith(rules, cost)).toBe(rules)
})
