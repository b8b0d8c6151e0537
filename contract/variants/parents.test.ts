import { describe, expect, test } from 'vitest'
import { mappingOperations } from './mapping.ts'
import { parentDraft, type ParentDraft } from './parents.ts'

const parent = { product_variant_parent_id: null, parent_sku: 'LAMP', title: 'Lamp' }
const many = (n: number) => Array.from({ length: n }, (_, i) => `value ${i}`)
const red = { product_id: 1, option_values: ['Red'] }
const draft = (more: object = {}): ParentDraft => ({
  dropshipper_id: 1,
  dropshipper_prefix: 'AC',
  parent,
  option_names: ['Color'],
  variants: [red],
  ...more,
})
const faults = (more: object) =>
  (parentDraft.safeParse(draft(more)).error?.issues ?? []).map((i) => [i.path.join('.'), i.message])

test('missing values of a parent become empty, and typed ones are trimmed', () => {
  expect(
    parentDraft.parse(draft({ parent: { ...parent, parent_sku: ' LAMP ' }, option_names: [' Color '] })),
  ).toEqual({
    ...draft(),
    parent: { ...parent, description: '' },
    update_tm_required: false,
    removed_products: [],
  })
})

describe('a parent is accepted', () => {
  test.each([
    ['without variants if it exists already', { ...parent, product_variant_parent_id: 4 }, []],
    ['with one variant if it is new', parent, [red]],
  ])('%s', (_how, of, variants) => expect(faults({ parent: of, variants })).toEqual([]))
  test.each([
    [
      'with product ids larger than a 32-bit integer',
      { removed_products: [2 ** 40], variants: [{ ...red, product_id: 2 ** 40 }] },
    ],
    ['with six options', { option_names: many(6), variants: [{ ...red, option_values: many(6) }] }],
    [
      'with a thousand variants',
      { variants: Array.from({ length: 1000 }, (_, i) => ({ product_id: i + 1, option_values: [`${i}`] })) },
    ],
    [
      'with values that differ in one option',
      {
        option_names: ['Color', 'Size'],
        variants: [
          { product_id: 1, option_values: ['Red', 'L'] },
          { product_id: 2, option_values: ['Red', 'M'] },
          { product_id: 3, option_values: ['L', 'Red'] },
        ],
      },
    ],
  ])('%s', (_how, more) => expect(faults(more)).toEqual([]))
})

describe('a parent is rejected', () => {
  const twice = (...values: string[][]) =>
    values.map((option_values, i) => ({ product_id: i + 1, option_values }))
  test.each([
    ['without a SKU', { parent: { ...parent, parent_sku: ' ' } }, [['parent.parent_sku', 'Enter a SKU']]],
    ['without a title', { parent: { ...parent, title: '' } }, [['parent.title', 'Enter a title']]],
    ['without variants if it is new', { variants: [] }, [['variants', 'Add at least one variant']]],
    ['with an unnamed option', { option_names: [' '] }, [['option_names.0', 'Option Name is missing.']]],
    [
      'without options',
      { option_names: [], variants: [{ ...red, option_values: [] }] },
      [['option_names', 'Add at least one option']],
    ],
    [
      'with a duplicate option name, ignoring case',
      { option_names: ['Size', 'Color', 'SIZE'], variants: [{ ...red, option_values: ['L', 'Red', 'M'] }] },
      [['option_names.2', 'Option Name already exists.']],
    ],
    [
      'with a duplicate option name and a missing value, reporting both',
      { option_names: ['Size', 'size'], variants: [{ ...red, option_values: ['L', ''] }] },
      [
        ['variants.0.option_values.1', 'Enter a value for each option'],
        ['option_names.1', 'Option Name already exists.'],
      ],
    ],
    [
      'with an empty value',
      { variants: [{ ...red, option_values: [' '] }] },
      [['variants.0.option_values.0', 'Enter a value for each option']],
    ],
    [
      'with fewer values than options',
      { option_names: ['Color', 'Size'] },
      [['variants.0', 'Enter a value for each option']],
    ],
    [
      'with more values than options',
      { variants: [{ ...red, option_values: ['Red', 'L'] }] },
      [['variants.0', 'Enter a value for each option']],
    ],
    [
      'with another variant’s option values, ignoring case',
      { variants: twice(['Blue'], ['Red'], ['RED'], ['red']) },
      [
        ['variants.2', 'Same options as variant 2'],
        ['variants.3', 'Same options as variant 2'],
      ],
    ],
    [
      'with a duplicate product',
      {
        variants: [
          red,
          { product_id: 2, option_values: ['Blue'] },
          { product_id: 1, option_values: ['Green'] },
        ],
      },
      [['variants.2', 'Duplicate: remove one']],
    ],
  ])('%s', (_how, more, said) => expect(faults(more)).toEqual(said))
  test.each([
    ['with seven options', 'option_names', { option_names: many(7) }],
    ['with seven values', 'variants.0.option_values', { variants: [{ ...red, option_values: many(7) }] }],
    ['with more than a thousand variants', 'variants', { variants: Array(1001).fill(red) }],
    [
      'with more than a thousand removed products',
      'removed_products',
      { removed_products: Array(1001).fill(1) },
    ],
  ])('%s', (_how, field, more) => {
    expect(faults(more).map(([at]) => at)).toContain(field)
  })
})

describe('products selected in the mapping', () => {
  const { body } = mappingOperations.unmapVariants
  const chosen = (product_ids: number[]) =>
    body.safeParse({ dropshipper_id: 1, product_ids }).error?.issues[0]
  test('can be up to 500 at once, with any id', () => {
    expect(chosen(Array(500).fill(2 ** 40))).toBeUndefined()
    expect(chosen(Array(501).fill(1))).toMatchObject({ path: ['product_ids'] })
  })
  test('must include at least one', () => {
    expect(chosen([])).toMatchObject({ path: ['product_ids'], message: 'Select a product first' })
  })
  test('need 1 to 6 option values each', () => {
    const map = (variants: object[]) =>
      mappingOperations.mapVariants.body.safeParse({
        dropshipper_id: 1,
        product_variant_parent_id: 1,
        variants,
      }).success
    const of = (values: string[]) => ({ product_id: 1, option_values: values })
    expect([map([of(['Red'])]), map([of(many(6))]), map(Array(500).fill(of(['Red'])))]).toEqual([
      true,
      true,
      true,
    ])
    expect([map([]), map([of([])]), map([of(many(7))]), map(Array(501).fill(of(['Red'])))]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
