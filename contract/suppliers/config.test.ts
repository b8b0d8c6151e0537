import { describe, expect, test } from 'vitest'
import { configFault, configNames, pricingTiers, supplierConfigOperations } from './config.ts'

describe('a number used by the service', () => {
  test.each(Object.entries(configNames))('%s must be within its limits', (name, { low, high, unset }) => {
    const said = `${name} is a whole number from ${low} to ${high}`
    for (const value of [low, high, unset])
      expect(configFault(name, String(value)), `${value}`).toBeUndefined()
    for (const value of [low - 1, high + 1]) expect(configFault(name, String(value)), `${value}`).toBe(said)
  })
  test.each(['12', ' 12 ', '\t12\n', '  12', '012', '', '  '])('can be written “%s”', (value) => {
    expect(configFault('image_recheck_days', value)).toBeUndefined()
  })
  test.each(['1.5', '1e1', '0x10', '+12', '-12', '12 d', 'd12', '1 2', 'x', '0000012'])(
    'is refused as “%s”',
    (value) => {
      for (const name of ['image_recheck_days', 'image_failures_allowed_percent'])
        expect(configFault(name, value)).toContain(`${name} is a whole number`)
    },
  )
})

test('a row that the service doesn’t use can hold any value, even if named like a built-in object property', () => {
  for (const name of ['note', 'constructor', 'image_recheck'])
    expect(configFault(name, 'anything')).toBeUndefined()
})

describe('configuration rows being saved', () => {
  const row = { dropshipper_id: 1, config_name: 'image_recheck_days', config_value: '12' }
  const faults = (rows: object[]) =>
    (supplierConfigOperations.saveSupplierConfig.body.safeParse(rows).error?.issues ?? []).map((i) => [
      i.path.join('.'),
      i.message,
    ])
  test('get errors at the faulty value, and need a name', () => {
    expect(
      faults([row, { ...row, config_value: '' }, { ...row, config_name: 'note', config_value: 'x' }]),
    ).toEqual([])
    expect(faults([row, { ...row, config_value: '366' }])).toEqual([
      ['1.config_value', 'image_recheck_days is a whole number from 1 to 365'],
    ])
    expect(faults([{ ...row, config_name: ' ' }])).toEqual([['0.config_name', 'Required']])
  })
  test('are limited to 1 to 200 at a time', () => {
    expect(faults(Array(200).fill(row))).toEqual([])
    expect([faults([]).length, faults(Array(201).fill(row)).length]).toEqual([1, 1])
  })
})

test.each([
  ['Gold 10, Silver 5.5', ['Gold 10', 'Silver 5.5']],
  [' Best price: 12.5% ;Silver=5\n', ['Best price 12.5', 'Silver 5']],
  ['', []],
  // as little and as much as one may take off, and as long as its name may be
  ['Gold 0.01, Silver 99.99', ['Gold 0.01', 'Silver 99.99']],
  [`${'x'.repeat(50)} 5`, [`${'x'.repeat(50)} 5`]],
  [`${'x'.repeat(51)} 5`, undefined],
  ['Gold', undefined],
  ['Gold 0', undefined],
  ['Gold 0.00', undefined],
  ['Gold 0.001', undefined],
  ['Gold 99.991', undefined],
  ['Gold 100', undefined],
  ['Gold 10, gold 12', undefined],
])('pricing tiers are read from %j', (value, tiers) => {
  expect(pricingTiers(value)?.map(({ name, percent }) => `${name} ${percent}`)).toEqual(tiers)
  expect(configFault('dynamic_pricing_tiers', value) === undefined).toBe(tiers !== undefined)
})
