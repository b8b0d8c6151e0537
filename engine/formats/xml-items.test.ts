import { describe, expect, test } from 'vitest'
import { collectRecords, inPieces } from '../cases/records.ts'
import type { TextTraits } from '../record.ts'
import { readXml } from './xml.ts'

const traits = (): TextTraits => ({ ended: true, swallowed: undefined })
/** The first cell of each item, and what is said of the document. */
async function read(text: string | string[]) {
  const seen = traits()
  const { rows, columns } = await collectRecords(readXml(inPieces(text), undefined, seen))
  return { firstCells: rows.map((r) => r.cells[0]), columns, notices: [...(seen.notices?.values() ?? [])] }
}
const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i + 1)).join('')
const product = (n: number) => `<sku>N${n}</sku><name>Lamp ${n}</name><price>${n}.50</price>`

describe('the items of a document without the name of its items are', () => {
  test.each([
    [
      'elements of any name',
      `<Articulos>${times(3, (n) => `<Cosa><Codigo>N${n}</Codigo><Precio>1</Precio></Cosa>`)}</Articulos>`,
      3,
    ],
    [
      'elements whose names say nothing',
      `<r><when>x</when>${times(4, (n) => `<e><k>N${n}</k><l>x</l></e>`)}</r>`,
      4,
    ],
    [
      'elements with attributes alone',
      `<r>${times(3, (n) => `<good sku="N${n}" price="1" qty="2"/>`)}</r>`,
      3,
    ],
    ['a single element', `<r><head><date>1</date></head><good>${product(1)}</good></r>`, 1],
    [
      'a single element below a shop with a title',
      `<shop><title>S</title><url>u</url><goods><good>${product(1)}</good></goods></shop>`,
      1,
    ],
    [
      'not the categories before them',
      `<r><categories>${times(9, (n) => `<category id="${n}" name="C${n}"/>`)}</categories>${times(2, (n) => `<good>${product(n)}</good>`)}</r>`,
      2,
    ],
    [
      'not currencies, stores and languages',
      `<r>${times(5, (n) => `<currency><id>${n}</id><name>E</name><rate>1</rate></currency><store><id>${n}</id><name>S</name></store>`)}${times(2, (n) => `<thing>${product(n)}</thing>`)}</r>`,
      2,
    ],
    [
      'not their images and parameters',
      `<r>${times(2, (n) => `<thing>${product(n)}<images>${times(6, () => '<image><id>7</id><url>u</url><name>n</name></image>')}</images><params>${times(9, (m) => `<p><id>${m}</id><name>Color</name><value>red</value></p>`)}</params></thing>`)}</r>`,
      2,
    ],
    [
      'not their prices by quantity',
      `<r>${times(2, (n) => `<thing><sku>N${n}</sku><name>Lamp</name><prices>${times(5, (m) => `<price><from>${m}</from><amount>3</amount><currency>EUR</currency></price>`)}</prices></thing>`)}</r>`,
      2,
    ],
    [
      'not stock by warehouse',
      `<r>${times(2, (n) => `<thing>${product(n)}<stocks>${times(3, (m) => `<place id="${m}" name="W${m}"><quantity>4</quantity></place>`)}</stocks></thing>`)}</r>`,
      2,
    ],
    [
      'elements in different parents',
      `<r>${times(3, (n) => `<group name="G${n}"><thing>${product(n)}</thing><thing>${product(n + 3)}</thing></group>`)}</r>`,
      6,
    ],
    [
      'elements of a namespace',
      `<x:r xmlns:x="u">${times(3, (n) => `<x:thing><x:sku>N${n}</x:sku><x:price>1</x:price></x:thing>`)}</x:r>`,
      3,
    ],
    [
      'none in a list of categories',
      `<r><offers/><categories>${times(9, (n) => `<category id="${n}">C${n}</category>`)}</categories></r>`,
      0,
    ],
  ])('%s', async (_what, text, count) => {
    const { firstCells } = await read(text)
    expect(firstCells).toHaveLength(count)
    if (count > 0) expect(new Set(firstCells).size).toBe(count)
  })
  test.each([
    [
      'each variant with its own price',
      `<r>${times(2, (n) => `<thing id="${n}"><name>Rug ${n}</name><sku>R${n}</sku><price>9</price><stock>7</stock><variants>${times(2, (m) => `<variant><sku>R${n}-${m}</sku><name>Size ${m}</name><price>${m}</price><stock>${m}</stock></variant>`)}</variants></thing>`)}</r>`,
      ['R1-1 Rug 1 1 1', 'R1-2 Rug 1 2 2', 'R2-1 Rug 2 1 1', 'R2-2 Rug 2 2 2'],
      'thing//variant',
    ],
    [
      'each variant, whose price may be the product’s',
      `<r>${times(2, (n) => `<thing><name>Rug ${n}</name><price>9</price>${times(2, (m) => `<model name="Size ${m}" sku="R${n}-${m}" stock="${m}"/>`)}</thing>`)}</r>`,
      ['R1-1 Rug 1 9 1', 'R1-2 Rug 1 9 2', 'R2-1 Rug 2 9 1', 'R2-2 Rug 2 9 2'],
      'thing//model',
    ],
    [
      'the product itself, if it has no variants',
      `<r><thing><sku>A</sku><name>Rug</name><price>9</price><stock>7</stock></thing><thing><sku>B</sku><name>Rug 2</name>${times(2, (m) => `<variant><sku>B-${m}</sku><price>${m}</price><stock>3</stock></variant>`)}</thing></r>`,
      ['A Rug 9 7', 'B-1 Rug 2 1 3', 'B-2 Rug 2 2 3'],
      'thing//variant',
    ],
    [
      'elements of any name, whose title is their product’s',
      `<r>${times(2, (n) => `<style><name>Rug ${n}</name><items>${times(3, (m) => `<item><sku>R${n}-${m}</sku><price>${m}</price><stock>2</stock></item>`)}</items></style>`)}</r>`,
      [
        'R1-1 Rug 1 1 2',
        'R1-2 Rug 1 2 2',
        'R1-3 Rug 1 3 2',
        'R2-1 Rug 2 1 2',
        'R2-2 Rug 2 2 2',
        'R2-3 Rug 2 3 2',
      ],
      'style//item',
    ],
  ])('of a product with variants, %s', async (_what, text, expected, item) => {
    const seen = traits()
    const found = await collectRecords(readXml(inPieces(text), undefined, seen))
    const shown = ({ rows, columns }: typeof found) =>
      rows.map(({ cells }) =>
        ['sku', 'name', 'price', 'stock'].map((name) => cells[columns.indexOf(name)]).join(' '),
      )
    expect(shown(found)).toEqual(expected)
    expect(new Set(found.rows.map(({ line }) => line)).size).toBe(found.rows.length)
    // later files are read alike by the setting
    expect(seen.item).toBe(item)
    expect(shown(await collectRecords(readXml(inPieces(text), item)))).toEqual(expected)
  })
  test.each([
    ['prices by quantity', '<tier><sku>7</sku><qty>10</qty><price>8</price></tier>'],
    ['related products', '<related><variant><sku>7</sku><price>8</price></variant></related>'],
    ['sizes without a SKU', '<size><name>S</name><qty>10</qty></size>'],
  ])('one row for a product with %s', async (_what, inner) => {
    const { firstCells } = await read(
      `<r>${times(2, (n) => `<thing>${product(n)}${inner}${inner}</thing>`)}</r>`,
    )
    expect(firstCells).toEqual(['N1', 'N2'])
  })
  test.each(['brand', 'category', 'collection'])('not those with the title of their %s', async (group) => {
    const { columns } = await read(
      `<r>${times(2, (n) => `<${group}><name>Acme ${n}</name>${times(3, (m) => `<good><sku>R${n}-${m}</sku><price>1</price><stock>1</stock></good>`)}</${group}>`)}</r>`,
    )
    expect(columns).toEqual(['sku', 'price', 'stock'])
  })
  test('found behind a long list of categories', async () => {
    const categories = times(
      6000,
      (n) => `<category id="${n}" parentId="1">Category ${n} of a shop</category>`,
    )
    const text = `<shop><categories>${categories}</categories><list>${times(300, (n) => `<thing>${product(n)}</thing>`)}</list></shop>`
    const pieces = text.match(/[^]{1,50000}/g) ?? []
    expect((await read(pieces)).firstCells).toHaveLength(300)
  })
  test('a catalogue’s lines, whose names and prices are in inner elements', async () => {
    const line = (n: number) =>
      `<c:Line><b:ID>${n}</b:ID><c:Where><c:Price><b:PriceAmount currencyID="EUR">${n}</b:PriceAmount></c:Price></c:Where>` +
      `<c:Item><b:Name>Lamp</b:Name><c:Seller><b:ID>N${n}</b:ID></c:Seller></c:Item></c:Line>`
    const { columns } = await read(`<Catalogue xmlns:c="c" xmlns:b="b">${times(3, line)}</Catalogue>`)
    expect(columns).toContain('c:Where/c:Price/b:PriceAmount')
    expect(columns).toContain('c:Item/c:Seller/b:ID')
  })
  test('the larger of two lists, and the other is said', async () => {
    const { firstCells, notices } = await read(
      `<r><goods>\n${times(5, (n) => `<good>${product(n)}</good>`)}</goods><works>\n${times(2, (n) => `<work>${product(n)}</work>`)}</works></r>`,
    )
    expect(firstCells).toHaveLength(5)
    expect(notices).toEqual([
      { reason: 'Left out: “work” elements aren’t the feed’s item', count: 2, line: 3, value: 'work' },
    ])
  })
  test('the larger of two lists, also if the other is first; delivery options are none', async () => {
    const { firstCells, notices } = await read(
      `<r><delivery-options><option cost="0"/></delivery-options><works>\n${times(2, (n) => `<work>${product(n)}</work>`)}</works>` +
        `<goods>${times(5, (n) => `<good>${product(n)}</good>`)}</goods></r>`,
    )
    expect(firstCells).toHaveLength(5)
    expect(notices.map(({ reason, count }) => [reason, count])).toEqual([
      ['Left out: “work” elements aren’t the feed’s item', 2],
    ])
  })
})

describe('an “&” that isn’t escaped', () => {
  const item = (title: string) => `<r>\n<item><title>${title}</title></item></r>`
  test.each([
    ['Salt & pepper', 'Salt & pepper', 1],
    ['R&D', 'R&D', 1],
    ['a?b=1&c=2&d', 'a?b=1&c=2&d', 2],
    ['&', '&', 1],
    ['&amp; &#38; &#x26; &lt;', '& & & <', 0],
    ['<![CDATA[R&D & more]]> &amp;', 'R&D & more &', 0],
    ['x<!-- a & b -->', 'x', 0],
  ])('%s is read as %s', async (title, value, count) => {
    const text = item(title)
    for (let cut = 1; cut < text.length; cut += 1) {
      const { firstCells, notices } = await read([text.slice(0, cut), text.slice(cut)])
      expect(firstCells).toEqual([value])
      expect(notices.map((n) => [n.count, n.line])).toEqual(count ? [[count, 2]] : [])
    }
  })
  test('but an unknown entity is refused where it is', async () => {
    await expect(read(`${item('a &unknown; b')}`)).rejects.toMatchObject({ code: 'not_well_formed', line: 2 })
  })
})
