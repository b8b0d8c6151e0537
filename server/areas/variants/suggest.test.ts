import { describe, expect, test } from 'vitest'
import { familyOf, guessParent, readOptions, splitTitle, type Candidate } from './suggest.ts'

describe('options as written in a feed', () => {
  test.each([
    ['Color: Red; Size=L', { Color: 'Red', Size: 'L' }],
    ['Color:Red|Size : L', { Color: 'Red', Size: 'L' }],
    ['Color: Red\nSize: L', { Color: 'Red', Size: 'L' }],
    ['  Color :  Dark red  ', { Color: 'Dark red' }],
    ['Ratio: 16:9; Note: a=b', { Ratio: '16:9', Note: 'a=b' }],
    ['whatever; Size: L', { Size: 'L' }],
    ['Color: ; : Red; Size: L', { Size: 'L' }],
    [`${'n'.repeat(60)}: ${'v'.repeat(200)}`, { ['n'.repeat(60)]: 'v'.repeat(200) }],
  ])('are read from %j', (text, options) => {
    expect(readOptions(text)).toEqual({ names: Object.keys(options), values: Object.values(options) })
  })
  test.each([
    null,
    '',
    'whatever',
    'Color:',
    'Color:  ',
    '  : Red',
    `${'n'.repeat(61)}: Red`,
    `Color: ${'v'.repeat(201)}`,
  ])('aren’t found in %j', (text) => expect(readOptions(text)).toBeUndefined())
})

describe('a title is split', () => {
  test.each([
    ['after its last comma', 'Compact Lantern, Black', ['Compact Lantern', 'Color', 'Black']],
    ['after the last of several', 'Lantern, Compact ,  Black', ['Lantern, Compact', 'Color', 'Black']],
    ['at a dash', 'Compact Lantern - Black', ['Compact Lantern', 'Color', 'Black']],
    ['at a long dash', 'Compact Lantern – Black', ['Compact Lantern', 'Color', 'Black']],
    ['at a bar', 'Compact Lantern |Black', ['Compact Lantern', 'Color', 'Black']],
    ['at a slash behind a blank', 'Compact Lantern / Black', ['Compact Lantern', 'Color', 'Black']],
    ['at any word behind a comma', 'Lamp, With Shade', ['Lamp', 'Option', 'With Shade']],
    ['blanks around it or not', '  Compact Lantern , Black ', ['Compact Lantern', 'Color', 'Black']],
    ['blanks behind it or not', 'Rain Jacket XL ', ['Rain Jacket', 'Size', 'XL']],
    ['at brackets', 'Water Bottle (500 ml)', ['Water Bottle', 'Size', '500 ml']],
    ['at brackets without a blank', 'Water Bottle( 500 ml )', ['Water Bottle', 'Size', '500 ml']],
    ['at square brackets', 'Water Bottle [Steel]', ['Water Bottle', 'Option', 'Steel']],
    ['before a size', 'Rain Jacket  XL', ['Rain Jacket', 'Size', 'XL']],
    ['before a colour', 'Rain Jacket Navy', ['Rain Jacket', 'Color', 'Navy']],
    ['before two colours', 'Rain Jacket Navy/White', ['Rain Jacket', 'Color', 'Navy/White']],
  ])('%s: %s', (_where, title, [base, name, value]) => {
    expect(splitTitle(title)).toEqual({ base, name, value })
  })
  test.each([
    'Desk Lamp',
    'Lamp',
    'Red',
    'XL',
    '',
    'Table and Chair',
    'Lamp/Shade',
    'Lamp-Shade',
    'Lamp (red) shade',
    '()',
  ])('nowhere: %s', (title) => expect(splitTitle(title)).toBeUndefined())
  test('nowhere if the last part has more than 40 characters', () => {
    expect(splitTitle(`Lamp, ${'x'.repeat(40)}`)?.value).toHaveLength(40)
    expect(splitTitle(`Lamp, ${'x'.repeat(41)}`)).toBeUndefined()
    expect(splitTitle(`Lamp (${'x'.repeat(40)})`)?.value).toHaveLength(40)
    expect(splitTitle(`Lamp (${'x'.repeat(41)})`)).toBeUndefined()
  })
})

describe('the split-off part is', () => {
  const nameOf = (value: string) => splitTitle(`Lamp, ${value}`)!.name
  test.each(['Red', 'GREY', 'navy', 'walnut', 'Black/White', 'red - blue', 'Navy White'])(
    'a color: %s',
    (value) => expect(nameOf(value)).toBe('Color'),
  )
  test.each([
    'XS',
    'Medium',
    'x-large',
    'King',
    'S/M',
    '500ml',
    '500 ml',
    '2.54 in',
    '2,54 cm',
    '10 in.',
    '3 pack',
    '12x18',
    '12X8x14',
    '10 L',
  ])('a size: %s', (value) => expect(nameOf(value)).toBe('Size'))
  test.each(['Light red', 'Red XL', '500', 'ml', 'about 5 in', '5 in high', 'x8', '12x8x', '5x8x9x2'])(
    'an option of another kind: %s',
    (value) => expect(nameOf(value)).toBe('Option'),
  )
})

const product = (more: Partial<Candidate> = {}): Candidate => ({
  product_id: 1,
  sku: 'AB-10',
  title: 'Lamp, Red',
  manufacturer: 'Acme',
  wholesale_price: '10.00',
  parent_sku: null,
  options: null,
  ...more,
})

test('products are grouped by the parent in the feed, or by brand and title without its last part', () => {
  expect([
    familyOf(product({ parent_sku: 'Ab-Lamp' })),
    familyOf(product({ parent_sku: 'AB-10' })),
    familyOf(product()),
    familyOf(product({ manufacturer: null, title: 'LAMP Blue' })),
    familyOf(product({ title: 'Desk lamp' })),
    familyOf(product({ title: null })),
  ]).toEqual(['sku:ab-lamp', 'title:acme|lamp', 'title:acme|lamp', 'title:|lamp', undefined, undefined])
})

describe('the parent named in a feed is suggested', () => {
  const guess = (more: Partial<Candidate>) => guessParent(product({ parent_sku: 'LAMP', ...more }), [])
  test('with the feed’s options, at nearly full confidence', () => {
    expect(guess({ options: 'Shade: Wide; Color: Red' })).toEqual({
      parent_sku: 'LAMP',
      title: 'Lamp',
      option_names: ['Shade', 'Color'],
      option_values: ['Wide', 'Red'],
      confidence: 0.98,
      why: 'The feed names this parent',
    })
  })
  test.each([
    ['of the title', {}, { title: 'Lamp', option_names: ['Color'], option_values: ['Red'] }],
    [
      'of the SKU, where the title has none',
      { title: 'Desk lamp' },
      { title: 'Desk lamp', option_names: ['Option'], option_values: ['AB-10'] },
    ],
    [
      'of the SKU, where there is no title',
      { title: null },
      { title: 'LAMP', option_names: ['Option'], option_values: ['AB-10'] },
    ],
  ])('with the option %s, at lower confidence', (_where, more, guessed) => {
    expect(guess(more)).toMatchObject({ ...guessed, parent_sku: 'LAMP', confidence: 0.9 })
  })
})

describe('a parent for sibling products', () => {
  const blue = product({ product_id: 2, sku: 'AB-11', title: 'Lamp, Blue', wholesale_price: '11.00' })
  const guess = (more: Partial<Candidate>, ...others: Candidate[]) =>
    guessParent(product(more), [product(more), ...others])
  test('is suggested with the option that differs', () => {
    expect(guess({}, blue)).toEqual({
      parent_sku: 'AB-10-PARENT',
      title: 'Lamp',
      option_names: ['Color'],
      option_values: ['Red'],
      confidence: 0.9,
      why: '2 products of Acme share “Lamp”',
    })
  })
  test('isn’t suggested without a sibling, or if the title has no part to split off', () => {
    expect(guess({})).toBeUndefined()
    expect(guess({ title: 'Desk lamp' }, blue)).toBeUndefined()
    expect(guess({ title: null }, blue)).toBeUndefined()
  })
  test('uses the feed’s own options, and ignores a parent SKU that is the product’s own', () => {
    expect(guess({ options: 'Shade: Wide', parent_sku: 'AB-10' }, blue)).toMatchObject({
      option_names: ['Shade'],
      option_values: ['Wide'],
      confidence: 0.9,
    })
  })
  test('uses the option most siblings have, ignoring words that are neither colors nor sizes', () => {
    const wide = { ...blue, title: 'Lamp, Wide shade' }
    const large = { ...blue, title: 'Lamp, Large' }
    const untitled = { ...blue, title: null }
    const unsplit = { ...blue, title: 'Desk lamp' }
    expect(guess({ title: 'Lamp, Small' }, blue, large)).toMatchObject({ option_names: ['Size'] })
    expect(guess({}, blue, large)).toMatchObject({ option_names: ['Color'] })
    expect(guess({}, wide, wide, untitled, unsplit)).toMatchObject({
      option_names: ['Color'],
      confidence: 0.9,
    })
    expect(guess({ title: 'Lamp, Small' }, blue, blue)).toMatchObject({ option_names: ['Color'] })
    expect(guess({ title: 'Lamp, Plain' }, wide, untitled)).toMatchObject({
      option_names: ['Option'],
      option_values: ['Plain'],
      confidence: 0.7,
    })
  })
  test.each([
    ['near each other', '16.00', 0.9, ''],
    ['apart', '16.01', 0.78, ', but prices differ widely'],
    ['three times apart', '30.00', 0.78, ', but prices differ widely'],
    ['further apart', '30.01', 0.6, ', but prices differ widely'],
    ['further apart, downwards', '3.00', 0.6, ', but prices differ widely'],
    ['unknown', '0.00', 0.9, ''],
  ])(
    'has a confidence that depends on how close prices are: %s',
    (_how, wholesale_price, confidence, said) => {
      expect(guess({}, { ...blue, wholesale_price })).toMatchObject({
        confidence,
        why: `2 products of Acme share “Lamp”${said}`,
      })
    },
  )
  test('has a lower confidence if the brand is unknown', () => {
    expect(guess({ manufacturer: null }, blue)).toMatchObject({
      confidence: 0.8,
      why: '2 products of no brand share “Lamp”',
    })
  })
  test('is the one a sibling is already mapped to', () => {
    const mapped = { ...blue, mapped_parent_sku: 'THERE' }
    expect(guess({ mapped_parent_sku: null }, mapped)).toMatchObject({ parent_sku: 'THERE' })
  })
  test.each([
    [['AB-LAMP-RED', 'AB-LAMP-BLUE'], 'AB-LAMP'],
    [['AB.LAMP.RED', 'AB.LAMP.BLUE'], 'AB.LAMP'],
    [['AB LAMP/10', 'AB LAMP/11'], 'AB LAMP'],
    [['AB-LAMP-10', 'AB-LAMP-11'], 'AB-LAMP'],
    [['A-B-C--10', 'A-B-C--11'], 'A-B-C'],
    [['A--B-10', 'A--B-11'], 'A--B'],
    [['AB-LAMP-RED-L', 'AB-LAMP-BLUE-L'], 'AB-LAMP'],
    // a part is more than what two words begin with by chance
    [['AB-LAMP-RED', 'AB-LAMP-ROSE'], 'AB-LAMP'],
    [['AB-LAMP', 'AB-LANE'], 'AB-LAMP-PARENT'],
    [['AB-10', 'AB-11'], 'AB-10-PARENT'],
    [['LAMP10', 'LAMP11'], 'LAMP10-PARENT'],
    [['-LAMP-10', '-LAMP-11'], '-LAMP-10-PARENT'],
    [['X', 'Y'], 'X-PARENT'],
    [['AB-LAMP-RED', 'AB-LAMP-BLUE', 'AB-LAMP'], 'AB-LAMP-RED-PARENT'],
  ])('is named after what the SKUs %j have in common: %s', (skus, parent_sku) => {
    expect(
      guessParent(
        product(),
        skus.map((sku) => product({ sku })),
      ),
    ).toMatchObject({ parent_sku })
  })
})
