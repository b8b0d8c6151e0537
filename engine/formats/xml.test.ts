import { describe, expect, test } from 'vitest'
import { collectRecords, inPieces } from '../cases/records.ts'
import { readXml } from './xml.ts'

const read = (text: string | string[], item?: string) => collectRecords(readXml(inPieces(text), item))
/** A document's items as column and cell, blanks left out. */
const items = async (text: string | string[], item?: string) => {
  const { columns, rows } = await read(text, item)
  return rows.map((r) =>
    Object.fromEntries(columns.map((c, i) => [c, r.cells[i]]).filter(([, cell]) => cell !== '')),
  )
}
const one = (inside: string, attributes = '') => items(`<r><item${attributes}>${inside}</item></r>`)

describe('an item', () => {
  test.each([
    ['its elements', '<sku> A\n</sku><price>1</price>', { sku: 'A', price: '1' }],
    ['elements in elements', '<a><b>1</b><b>2</b></a><b>3</b>', { 'a/b': '1|2', b: '3' }],
    ['no blanks', '<a>red</a><a/><a> </a>', { a: 'red' }],
    ['attributes of elements in elements', '<a><b u="cm">1</b></a>', { 'a/b': '1', 'a/b@u': 'cm' }],
    ['attributes', '<price currency="USD" net="">5</price>', { price: '5', 'price@currency': 'USD' }],
    [
      'named parameters',
      '<param name="Size" unit="cm">9</param><p Name="Hue">red</p><p NAME="Fit"><q>x</q></p>',
      { 'param[Size]': '9', 'param[Size]@unit': 'cm', 'p[Hue]': 'red', 'p[Fit]/q': 'x' },
    ],
    ['prefixed names', '<g:id xmlns:g="urn:g">1</g:id>', { 'g:id': '1', 'g:id@xmlns:g': 'urn:g' }],
    ['text in pieces', 'x<t>a<![CDATA[<b>]]>&amp;<i>c</i>d</t>y', { 't/i': 'c', t: 'a<b>&d' }],
    ['an item within', '<sku>A</sku><item><sku>B</sku></item>', { sku: 'A', 'item/sku': 'B' }],
    ['nothing', '<sku/><a> </a>', {}],
  ])('returns %s', async (_what, inside, cells) => {
    expect(await one(inside)).toEqual([cells])
  })
  test('returns its own attributes', async () => {
    expect(await one('<name>N</name>', ' id="1" name="x"')).toEqual([{ '@id': '1', '@name': 'x', name: 'N' }])
  })
  test('is numbered by the line its element starts on, with all columns so far', async () => {
    expect((await read('<r>\n<item><a>1</a></item>\n\n<item>\n<b>2</b></item><item/></r>')).rows).toEqual([
      { line: 2, cells: ['1'], hashA: 0, hashB: 0 },
      { line: 4, cells: ['', '2'], hashA: 0, hashB: 0 },
      { line: 5, cells: [], hashA: 0, hashB: 0 },
    ])
  })
  test('that is on the same line as the previous one gets the next number, as do all that follow', async () => {
    const of = async (text: string) => (await read(text)).rows.map(({ line }) => line)
    expect(await of('<r><item/><item/><item/></r>')).toEqual([1, 2, 3])
    expect(await of('<r>\n<item/><item/><item/>\n<item/>\n\n<item/></r>')).toEqual([2, 3, 4, 5, 6])
  })
  test('is the same wherever the chunks of the text end', async () => {
    const text = '<?xml version="1.0"?><r><item id="1"><a>x &amp; č</a><b><![CDATA[]]]></b></item><item/></r>'
    const whole = (await read(text)).rows
    expect(whole).toMatchObject([{ cells: ['1', 'x & č', ']'] }, { cells: [] }])
    for (let at = 1; at < text.length; at++)
      expect((await read([text.slice(0, at), text.slice(at)])).rows).toEqual(whole)
  })
  test('is returned in batches of about 500, each with its columns', async () => {
    const a = '<item><a>1</a><c>some words to make it longer</c></item>'
    const { batches, rows } = await read([`<r>${a.repeat(600)}`, '<item><b>2</b></item></r>'])
    expect(batches.map((b) => [b.rows.length, b.columns])).toEqual([
      [585, ['a', 'c']],
      [16, ['a', 'c', 'b']],
    ])
    const long = `<item><a>${'x'.repeat(400_000)}</a></item>`
    expect((await read(`<r>${long.repeat(7)}</r>`)).batches.map((b) => b.rows.length)).toEqual([3, 3, 1])
    expect(rows.every((r, i) => r.cells[0] === (i < 600 ? '1' : ''))).toBe(true)
  })
})

describe('a description that is HTML without a CDATA section', () => {
  test.each([
    [
      'is its text',
      '<description>Two <b class="x">bold</b> words<br/><ul><li>1 &lt; 2 &amp; 3</li></ul></description>',
      {
        description: 'Two <b class="x">bold</b> words<br /><ul><li>1 &lt; 2 &amp; 3</li></ul>',
      },
    ],
    [
      'keeps addresses whole',
      '<text><a href="/?a=1&amp;b=%22&quot;">l</a></text>',
      {
        text: '<a href="/?a=1&amp;b=%22&quot;">l</a>',
      },
    ],
    [
      'whatever is in it',
      '<description><p><note name="n">x</note></p></description>',
      {
        description: '<p><note name="n">x</note></p>',
      },
    ],
    [
      'and elements of its own stay what they are',
      '<description><short>S</short></description><p>x</p>',
      {
        'description/short': 'S',
        p: 'x',
      },
    ],
    [
      'and lists elsewhere stay what they are',
      '<images><img>a</img><img>b</img></images>',
      { 'images/img': 'a|b' },
    ],
  ])('%s', async (_what, inside, cells) => {
    expect(await one(inside)).toEqual([cells])
  })
})

describe('a list of categories before the items', () => {
  const list =
    '<categories><category id="1">Home</category><category id="2" parentId="1"> Lamps &amp; <![CDATA[more]]></category>' +
    '<category id="3" parentId="3">Round</category></categories>'
  const of = (inside: string, categories = list) =>
    items(`<shop>${categories}<offer>${inside}</offer></shop>`)
  test.each([
    ['gives an item the path of its category', '<categoryId>2</categoryId>', '2', 'Home > Lamps & more'],
    ['of each', '<categoryId>1</categoryId><categoryId>2</categoryId>', '1|2', 'Home|Home > Lamps & more'],
    ['the id where the list lacks it', '<categoryId>9</categoryId>', '9', '9'],
    ['what the item itself says is kept', '<category>Own</category><categoryId>2</categoryId>', '2', 'Own'],
    ['one within itself ends', '<categoryId>3</categoryId>', '3', Array(20).fill('Round').join(' > ')],
  ])('%s', async (_what, inside, categoryId, category) => {
    expect(await of(inside)).toEqual([{ categoryId, category }])
  })
  test('is limited, however long its names are and however often an item repeats one', async () => {
    const long = `<category id="1">${'x'.repeat(300)}</category>`
    const [item] = await of('<categoryId>1</categoryId>'.repeat(30), long)
    expect(item!.category).toBe(Array(20).fill('x'.repeat(200)).join('|'))
  })
  test('that is missing adds no category', async () => {
    expect(await of('<categoryId>2</categoryId>', '')).toEqual([{ categoryId: '2' }])
  })
  test('isn’t an item, unless the feed’s item element has the same name', async () => {
    expect(await items(`<shop>${list}<categoryId/></shop>`, 'category')).toHaveLength(3)
  })
})

describe('the element that is an item', () => {
  const shop =
    '<shop><offer><sku>A</sku></offer><old><offer><sku>B</sku></offer></old><item><sku>C</sku></item></shop>'
  test.each([
    ['offer', ['A', 'B']],
    ['/shop/offer', ['A']],
    ['//offer', ['A', 'B']],
    ['old/offer', ['B']],
    ['item', ['C']],
    [undefined, ['A']],
    ['', ['A']],
  ])('is found by name, by path, or as the first likely one: %s', async (item, skus) => {
    expect((await items(shop, item)).map((i) => i.sku)).toEqual(skus)
  })
  test.each('item offer product entry article row record sku part listing Product shop:item'.split(' '))(
    'is likely if it is named %s',
    async (name) => {
      expect(await items(`<r xmlns:shop="s"><x/><${name}><id>1</id></${name}></r>`)).toEqual([{ id: '1' }])
    },
  )
  test('is likely however deep it is nested', async () => {
    const rss =
      '<rss><channel><title>Shop</title><item><id>1</id></item><item><id>2</id></item></channel></rss>'
    expect(await items(rss)).toEqual([{ id: '1' }, { id: '2' }])
  })
  test('is never the root, and isn’t found if no name is likely', async () => {
    expect(await items('<item><product><id>1</id></product></item>')).toEqual([{ id: '1' }])
    expect(await items('<r><thing><id>1</id></thing></r>')).toEqual([])
  })
  test('that is missing is named', async () => {
    await expect(read('<r><thing/></r>', 'offer')).rejects.toMatchObject({
      code: 'no_items',
      message: 'The file has no element “offer” (its root is “r”)',
    })
  })
})

describe('a document is refused', () => {
  test.each(['', ' \n', '<?xml version="1.0"?>'])('if it is empty: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'empty', message: 'The file is empty' })
  })
  test.each([
    ['<r>\n<item>\n<a>1</b></item></r>', '<a> is never closed (line 3)'],
    [`<r>${'\n'.repeat(11)}<item><a>1</a><b>2</c>`, '<b> is never closed (line 12)'],
    ['<r>\n<item>\n<a>1</a></item>', '<r> is never closed (line 1)'],
    ['<r>\n<item><a>1</a>\n<b>', '<b> is never closed (line 3)'],
    ['<r>\n</r>\n</x>', '</x> closes no open element (line 3)'],
    ['<r>\n<a>5 < 6</a></r>', 'a “<” isn’t the start of a tag, at column 7 (line 2)'],
    ['<r>\n<a b=1/></r>', 'an attribute’s value isn’t in quotes, at column 6 (line 2)'],
    ['<r>\n<a b="1" b="2"/></r>', 'the attribute “b” is there twice, at column 16 (line 2)'],
    ['<r>\n</r>\n<r/>', 'a second element follows the first one’s end, at column 3 (line 3)'],
    ['<r>\n<a>&nbsp;</a></r>', 'an entity such as “&nbsp;” isn’t defined, at column 9 (line 2)'],
  ])('if it isn’t well-formed, with its place in words: %j', async (text, fault) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'not_well_formed',
      message: `The XML isn’t valid: ${fault}`,
      line: Number(/\(line (\d+)\)/.exec(fault)?.[1]),
    })
  })
  test('if elements nest more than 64 deep', async () => {
    const deep = (n: number) => `${'<a>'.repeat(n)}\n${'</a>'.repeat(n)}`
    expect((await read(deep(64))).rows).toEqual([])
    await expect(read(`\n${deep(65)}`)).rejects.toMatchObject({
      code: 'too_deep',
      line: 2,
      message: 'Elements are nested more than 64 levels deep (line 2)',
    })
  })
  test('if an item has more than 4 Mi characters, however they are distributed', async () => {
    const half = 'x'.repeat(2 * 1024 * 1024)
    const refusal = {
      code: 'endless_item',
      line: 2,
      message: expect.stringContaining('more than 4194304 characters'),
    }
    const full = `<item a="${half}"><b>${half.slice(34)}</b></item>`
    expect((await read(`<r>${half}<x/>${half}<x/>x\n${full}${full}</r>`)).rows).toHaveLength(2)
    await expect(read(`<r>\n<item><b>${half}${half}${half}`)).rejects.toMatchObject(refusal)
    await expect(read(`<r>\n<item a="${half}"><b>${half}x</b></item></r>`)).rejects.toMatchObject(refusal)
    await expect(read(`<r>\n<item><b>${half}</b><b a="${half}x"/></item></r>`)).rejects.toMatchObject(refusal)
  })
  test('if an item has too many small elements', async () => {
    const item = `<item>${'<a>b</a>'.repeat(600_000)}</item>`
    await expect(read(`<r>\n${item}</r>`)).rejects.toMatchObject({ code: 'endless_item', line: 2 })
  })
  test('if the names of its fields never end', async () => {
    const item = (n: number) => `<item><param name="${n}${'x'.repeat(500_000)}">1</param></item>`
    expect((await read(`<r>${item(1)}${item(2)}</r>`)).columns).toHaveLength(2)
    await expect(read(`<r>${item(1)}${item(2)}${item(3)}</r>`)).rejects.toMatchObject({
      code: 'too_many_columns',
    })
  })
  test('if its items have more than 2,000 different fields', async () => {
    const item = (n: number) =>
      `<item>${Array.from({ length: n }, (_, i) => `<f${i}>1</f${i}>`).join('')}</item>`
    expect((await read(`<r>${item(2000)}</r>`)).columns).toHaveLength(2000)
    await expect(read(`<r>\n${item(2001)}</r>`)).rejects.toMatchObject({ code: 'too_many_columns', line: 2 })
  })
})
