import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asinOf, gtinOf, gtinText, isStrongCode, modelsOf } from './codes.ts'
import { featuresOf, type Features, type Item } from './features.ts'
import { comparePair, isSure, ranked, type Corpus } from './match.ts'
import { reasonText } from './reasons.ts'
import { brandOf, measuresOf, packOf, sizeText } from './titles.ts'

const aliases = new Map([['hewlett packard', 'hp']])
const corpus: Corpus = { weight: (word) => (word.length < 4 ? 1 : 3), holders: () => 1 }
const item = (title: string, more: Partial<Item> = {}): Item => ({
  title,
  brand: null,
  models: [],
  barcodes: [],
  ...more,
})
const compare = (a: Item, b: Item) => comparePair(featuresOf(a, aliases), featuresOf(b, aliases), corpus)
const codesOf = (pair: { reasons: readonly { code: string }[] }) => pair.reasons.map(({ code }) => code)

describe('a barcode', () => {
  test.each([
    ['012345678905', '00012345678905'],
    ['0012345678905', '00012345678905'],
    ['0 12345 67890 5', '00012345678905'],
    ['4006381333931', '04006381333931'],
    ['14006381333938', '14006381333938'],
    // a spreadsheet dropped its first zero
    ['12345678905', '00012345678905'],
    // a book
    ['0306406152', '09780306406157'],
  ])('%s is %s', (text, gtin) => expect(gtinOf(text)?.gtin).toBe(gtin))
  test.each([
    '012345678906',
    '8.85E+11',
    '000000000000',
    '200000000004',
    '0200000000004',
    'ABC-1234',
    '',
    '123',
  ])('%s is none: wrong digit, spreadsheet notation or a shop’s own', (text) =>
    expect(gtinOf(text)).toBeUndefined(),
  )
  test('of one product in several forms is equal, and is read without its filling zeros', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1356789]\d{10}$/), (body) => {
        const digit = body.split('').reduce((sum, d, i) => sum + Number(d) * (i % 2 === 0 ? 3 : 1), 0)
        const upc = `${body}${(10 - (digit % 10)) % 10}`
        expect(new Set([upc, `0${upc}`, `00${upc}`].map((text) => gtinOf(text)?.gtin)).size).toBe(1)
        expect(gtinText(gtinOf(upc)?.gtin ?? '')).toBe(upc)
      }),
    )
  })
})

test.each([
  ['B00ABCDEF1', 'B00ABCDEF1'],
  ['b00abcdef1', 'B00ABCDEF1'],
  ['https://www.amazon.com/Some-Name/dp/B00ABCDEF1/ref=x?th=1', 'B00ABCDEF1'],
  ['amazon.co.uk/gp/product/B00ABCDEF1', 'B00ABCDEF1'],
  ['0306406152', '0306406152'],
  ['0306406153', undefined],
  ['A00ABCDEF1', undefined],
  ['https://evil.example/dp/B00ABCDEF1', undefined],
  ['https://notamazon.com.evil.example/dp/B00ABCDEF1', undefined],
  ['', undefined],
])('%s as an ASIN is %s', (text, asin) => expect(asinOf(text)).toBe(asin))

test('a model number has no brand before it; measures and years are none', () => {
  expect(modelsOf('HP CH566A', 'hp')).toEqual(['ch566a'])
  expect(modelsOf('NB-2LH Battery', 'canon')).toEqual(['nb2lhbattery', 'nb2lh'])
  expect(modelsOf('500GB', '')).toEqual([])
  expect(modelsOf('2019', '')).toEqual([])
  expect(isStrongCode('dvpcx995v')).toBe(true)
  expect(isStrongCode('hv30')).toBe(false)
})

test.each([
  ['Soap, pack of 6', 6],
  ['Soap 6-pack', 6],
  ['Wipes 40 ct', 40],
  ['Tape (2 pk)', 2],
  ['Eggs, one dozen', 12],
  ['Folders 100/box', 100],
  ['Bar of soap', undefined],
])('%s has %s pieces', (title, pieces) => expect(packOf(title)).toBe(pieces))

test('measures are compared in one unit', () => {
  expect(measuresOf('Cable 6 ft, 500 MB').get('in')).toEqual([72])
  expect(measuresOf('Cable 6 ft, 500 MB').get('GB')).toEqual([0.5])
  expect(sizeText('Drill 18 V with 6 ft cable, blk')).toBe('18 V, 72 in, black')
  expect(sizeText('Soap bar')).toBe('')
})
test('a brand has no company form and goes by its usual name', () => {
  expect(brandOf('Griffin Technology, Inc.', aliases)).toBe('griffin')
  expect(brandOf('Hewlett-Packard Co.', aliases)).toBe('hp')
})

const drill = item('Brightline XR4420 cordless drill 18 V', { brand: 'Brightline', price: 80 })

describe('a match is sure', () => {
  test('if a model number and the brand agree and nothing speaks against it', () => {
    const pair = compare(
      { ...drill, models: ['XR-4420'] },
      item('Cordless Drill XR4420, 18V', { brand: 'Brightline Inc', models: ['XR4420'], price: 85 }),
    )
    expect(isSure(pair)).toBe(true)
    expect(codesOf(pair)).toEqual(expect.arrayContaining(['model', 'brand', 'words', 'price']))
  })
  test('if a barcode agrees in another form', () => {
    const pair = compare(
      item('Oak chair', { brand: 'Nordal', barcodes: ['12345678905'] }),
      item('Nordal chair of oak', { brand: 'Nordal', barcodes: ['0012345678905'] }),
    )
    expect(isSure(pair)).toBe(true)
    expect(reasonText(pair.reasons[0]!)).toBe('Same barcode 012345678905')
  })
  test('by a brand’s other name', () => {
    const pair = compare(
      item('Ink CH565A', { brand: 'Hewlett Packard', models: ['CH565A'] }),
      item('Ink CH565A', { brand: 'HP', models: ['CH565A'] }),
    )
    expect(codesOf(pair)).toContain('brand')
  })
})

describe('a match is not sure', () => {
  const sameCode = { brand: 'Brightline', models: ['XR4420'], barcodes: ['012345678905'] }
  test.each([
    ['a six-pack has the single’s barcode', 'Soap bar XR4420', 'Soap bar XR4420, pack of 6', 'other_pack'],
    ['it is refurbished', 'Drill XR4420', 'Drill XR4420 (refurbished)', 'other_kind'],
    ['it is compatible with the other', 'Ink XR4420', 'Ink compatible with XR4420', 'other_kind'],
    ['the color differs', 'Lamp XR4420 black', 'Lamp XR4420 white', 'other_color'],
    ['the size differs', 'Stick XR4420 2 GB', 'Stick XR4420 4 GB', 'other_size'],
    ['one is its case', 'Camera XR4420', 'Camera XR4420 case', 'other_thing'],
  ])('if %s', (_why, ours, theirs, code) => {
    const pair = compare(item(ours, sameCode), item(theirs, sameCode))
    expect(codesOf(pair)).toContain(code)
    expect(isSure(pair)).toBe(false)
  })
  test('if one is made for the other', () => {
    const pair = compare(
      item('Phone X4420Z', { brand: 'Fonia' }),
      item('Bumper for Fonia X4420Z', { brand: 'Cover Co' }),
    )
    expect(codesOf(pair)).toContain('other_kind')
  })
  test('if the model numbers differ in their ending', () => {
    const pair = compare(
      item('Hub', { brand: 'Netlo', models: ['GS108E'] }),
      item('Hub', { brand: 'Netlo', models: ['GS108EW'] }),
    )
    expect(codesOf(pair)).toContain('model_ending')
    expect(isSure(pair)).toBe(false)
  })
  test('if the shared code is that of many items', () => {
    const [ours, theirs] = [1, 2].map(() => featuresOf(item('Hub GS10888', { brand: 'Netlo' }), aliases)) as [
      Features,
      Features,
    ]
    const among = (holders: number) => comparePair(ours, theirs, { ...corpus, holders: () => holders })
    expect(isSure(among(3))).toBe(true)
    expect(codesOf(among(4))).toContain('common_code')
    expect(isSure(among(4))).toBe(false)
  })
  test('if their titles share a code, but their model numbers differ', () => {
    const pair = compare(
      item('Drill XR4420', { brand: 'Brightline', models: ['QQ77123'] }),
      item('Drill XR4420', { brand: 'Brightline', models: ['ZT99854'] }),
    )
    expect(codesOf(pair)).toContain('other_model')
    expect(isSure(pair)).toBe(false)
  })
  test('if one’s title has a code that isn’t its model number', () => {
    const pair = compare(
      item('Battery for drill XR4420', { brand: 'Brightline', models: ['QQ77123'] }),
      item('Battery for drill XR4420', { brand: 'Brightline' }),
    )
    expect(isSure(pair)).toBe(false)
  })
  test('if no brand is known', () => {
    const pair = compare(
      item('Garden chair', { models: ['XR4420'], barcodes: ['012345678905'] }),
      item('Garden chair', { models: ['XR4420'], barcodes: ['012345678905'] }),
    )
    expect(pair.isStrong).toBe(true)
    expect(isSure({ ...pair, hasBrand: false })).toBe(false)
  })
  test('if only the words agree', () => {
    const pair = compare(item('Garden chair, oak, folding'), item('Garden chair, oak, folding'))
    expect(isSure(pair)).toBe(false)
  })
  test('if it costs five times as much', () => {
    const pair = compare(
      item('Drill XR4420', { ...sameCode, price: 20 }),
      item('Drill XR4420', { ...sameCode, price: 100 }),
    )
    expect(reasonText(pair.reasons.find(({ code }) => code === 'other_price')!)).toBe(
      'Costs 5.0 times as much',
    )
    expect(isSure(pair)).toBe(false)
  })
  test('if another is nearly as good: a person chooses', () => {
    const pair = compare({ ...drill, models: ['XR4420'] }, { ...drill, models: ['XR4420'] })
    expect(ranked([{ pair }, { pair }]).map((candidate) => candidate.class)).toEqual(['amber', 'amber'])
    expect(ranked([{ pair }])[0]?.class).toBe('green')
  })
})

const word = fc.constantFrom(
  'lamp',
  'garden',
  'XR4420',
  'oak',
  'folding',
  'KD-55X',
  'black',
  'steel',
  'deluxe',
)
const titles = fc.array(word, { minLength: 1, maxLength: 6 })
const side = fc.record({ words: titles, price: fc.integer({ min: 1, max: 500 }) })
const sideItem = ({ words, price }: { words: string[]; price: number }) =>
  item(words.join(' '), { brand: 'Nordal', price })

test('the sides can be swapped', () => {
  fc.assert(
    fc.property(side, side, (a, b) => {
      const [one, other] = [compare(sideItem(a), sideItem(b)), compare(sideItem(b), sideItem(a))]
      expect(one.score).toBe(other.score)
      expect(isSure(one)).toBe(isSure(other))
    }),
  )
})
test('capitals and punctuation change nothing', () => {
  fc.assert(
    fc.property(side, side, (a, b) => {
      const dressed = item(`${a.words.join(', ').toUpperCase()}!`, { brand: 'NORDAL', price: a.price })
      expect(compare(dressed, sideItem(b)).score).toBe(compare(sideItem(a), sideItem(b)).score)
    }),
  )
})
test('that only one is refurbished never helps', () => {
  fc.assert(
    fc.property(side, side, (a, b) => {
      const used = item(`${a.words.join(' ')} refurbished`, { brand: 'Nordal', price: a.price })
      expect(compare(used, sideItem(b)).sum).toBeLessThan(compare(sideItem(a), sideItem(b)).sum)
    }),
  )
})
test('a larger pack never helps', () => {
  fc.assert(
    fc.property(side, fc.integer({ min: 2, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, pack, more) => {
      const of = (pieces: number) => compare(sideItem(a), { ...sideItem(a), pack: pieces }).sum
      expect(of(pack + more)).toBeLessThanOrEqual(of(pack))
      expect(of(pack)).toBeLessThan(of(1))
    }),
  )
})
