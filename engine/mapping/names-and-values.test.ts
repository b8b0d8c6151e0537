import { describe, expect, test } from 'vitest'
import type { Transform } from '#contract/feeds/settings.ts'
import { compileTransforms } from '../transforms.ts'
import { suggestMapping } from './suggest-mapping.ts'

const fed = (columns: string, rows: readonly string[] = []) => {
  const { mapping } = suggestMapping(
    columns.split(';'),
    rows.map((row) => row.split(';')),
  )
  return Object.fromEntries(mapping.map((m) => [m.field, m.from]))
}
const kinds = (transforms: readonly Transform[] | undefined) => transforms?.map((t) => t.kind)

describe('prices named net or gross alone', () => {
  const rows = ['A;Regal;10,50;12,50;4', 'B;Haken;11,20;13,33;5', 'C;Glas;9,10;10,83;6']
  test('are the cost and no list price', () =>
    expect(fed('Artnr;Bez;Netto;Brutto;Lager', rows)).toMatchObject({ wholesale_price: 'Netto' }))
  test('are weights beside a named price, or with other decimals', () => {
    expect(fed('Artnr;Bez;Netto;Preis;Lager', rows)).toMatchObject({ wholesale_price: 'Preis' })
    const kilos = ['A;Regal;1,125;1,5;4', 'B;Haken;0,2;0,25;5', 'C;Glas;9,1;9,25;6']
    expect(fed('Artnr;Bez;Netto;Brutto;Lager', kilos).wholesale_price).toBeUndefined()
  })
})

test.each([
  ['SKU;Item;Price', ['A1;Oak shelf;1.50', 'A2;Steel hook;2.50', 'A3;Jar, glass;3.50'], 'sku=SKU title=Item'],
  [
    'Item;Code;Cost',
    ['Oak shelf;X-1;1.50', 'Steel hook;X-2;2.50', 'Jar, glass;X-3;3.50'],
    'sku=Code title=Item',
  ],
  [
    'Item;Description;Price',
    ['A1;Oak shelf;1.50', 'A2;Hook;2.50', 'A3;Jar;3.50'],
    'sku=Item title=Description',
  ],
  ['SKU;Item;Price', ['A1;AB-12;1.50', 'A2;AB-13;2.50', 'A3;AB-14;3.50'], 'sku=SKU title=undefined'],
])('a column named “Item” is the title or the SKU by its values: %s', (columns, rows, expected) => {
  const { sku, title } = fed(columns, rows)
  expect(`sku=${sku} title=${title}`).toBe(expected)
})

test('further pictures of a list are suggested with its first', () => {
  const { mapping } = suggestMapping(
    ['sku', 'images.0.id', 'images.0.src', 'images.1.id', 'images.1.src'],
    [['A', '1', 'https://x.example/a.jpg', '2', 'https://x.example/b.jpg']],
  )
  expect(mapping.find(({ field }) => field === 'images')).toMatchObject({
    from: 'images.0.src',
    also: ['images.1.src'],
  })
})

describe('names by the words within them', () => {
  test.each([
    [
      'Item_ID;Item_Desc;Selling_price;Cost_price;On_Hand',
      'sku=Item_ID title=Item_Desc wholesale_price=Cost_price msrp=Selling_price quantity=On_Hand',
    ],
    [
      'StockCode;Vendor;VendorStockCode;StockDescription;RRPEx;DealerEx;StockAvailable',
      'sku=StockCode title=StockDescription manufacturer=Vendor wholesale_price=DealerEx msrp=RRPEx quantity=StockAvailable',
    ],
    [
      'Sku_Provider;Product Description;sale price;stock_status',
      'sku=Sku_Provider title=Product Description wholesale_price=sale price quantity=stock_status',
    ],
    [
      'product_number;name;price_final;price_old',
      'sku=product_number title=name wholesale_price=price_final msrp=price_old',
    ],
    [
      'code;name;price_with_vat;price_without_vat',
      'sku=code title=name wholesale_price=price_without_vat msrp=price_with_vat',
    ],
    ['product_id;name;price', 'sku=product_id title=name wholesale_price=price'],
    [
      'product_id;product_sku;name;price',
      'sku=product_sku supplier_product_id=product_id title=name wholesale_price=price',
    ],
    [
      'Kód produktu;Název;Nákupní cena;Skladem',
      'sku=Kód produktu title=Název wholesale_price=Nákupní cena quantity=Skladem',
    ],
    [
      'Stok Kodu;Ürün Adı;Alış Fiyatı;Stok Adedi',
      'sku=Stok Kodu title=Ürün Adı wholesale_price=Alış Fiyatı quantity=Stok Adedi',
    ],
    [
      'Tuotekoodi;Tuotenimi;Ostohinta;Varastosaldo',
      'sku=Tuotekoodi title=Tuotenimi wholesale_price=Ostohinta quantity=Varastosaldo',
    ],
    [
      'Cikkszám;Megnevezés;Nettó ár;Készlet',
      'sku=Cikkszám title=Megnevezés wholesale_price=Nettó ár quantity=Készlet',
    ],
    [
      'Cod produs;Denumire produs;Preț achiziție;Stoc disponibil',
      'sku=Cod produs title=Denumire produs wholesale_price=Preț achiziție quantity=Stoc disponibil',
    ],
    [
      'Referência;Designação;Preço;Quantidade',
      'sku=Referência title=Designação wholesale_price=Preço quantity=Quantidade',
    ],
    [
      'Артикул;Назва_позиції;Ціна;Залишок',
      'sku=Артикул title=Назва_позиції wholesale_price=Ціна quantity=Залишок',
    ],
    [
      'Varenummer;Varenavn;Kostpris;Antal på lager',
      'sku=Varenummer title=Varenavn wholesale_price=Kostpris quantity=Antal på lager',
    ],
  ])('are found: %s', (columns, expected) => {
    const rows = ['N1', 'N2', 'N3', 'N4'].map((sku, row) =>
      columns.split(';').map((name, i) => {
        if (i === 0) return sku
        if (/stock_status/.test(name)) return 'instock'
        if (/Code|sku/.test(name)) return `V-${row}`
        if (/pri|hinta|fiyat|ár$|cena|preț|preço|ціна|RRP|Dealer/i.test(name))
          return `${row + (/sell|RRP|old|with_/i.test(name) ? 30 : 20)}.50`
        return /Hand|Avail|Skladem|Stok A|saldo|Készlet|Stoc|Quant|Залишок|Antal/.test(name)
          ? String(row)
          : `Oak shelf ${row}`
      }),
    )
    const found = suggestMapping(columns.split(';'), rows).mapping.map((m) => `${m.field}=${m.from}`)
    expect(found.join(' ')).toBe(expected)
  })
  test.each([
    'Stock code;Quantity per box',
    'SKU;Minimum order quantity',
    'SKU;Low stock amount',
    'SKU;Price list ID',
    'SKU;Sale price start date',
    'SKU;Price type',
    'SKU;Brand name URL',
    'SKU;Category ID',
    'SKU;Image alt text',
    'SKU;Weight unit',
  ])('aren’t found in what they are beside: %s', (columns) => {
    expect(suggestMapping(columns.split(';')).mapping).toHaveLength(1)
  })
})

describe('prices', () => {
  test.each([
    ['sku;name;case cost;each cost', 'each cost'],
    ['sku;name;price 100+;price 10+;price 1+', 'price 1+'],
    ['sku;name;box price;unit price', 'unit price'],
    ['sku;name;Grundpreis;Preis', 'Preis'],
  ])('of one piece come before those of several: %s', (columns, price) => {
    expect(fed(columns).wholesale_price).toBe(price)
  })
  test('of several pieces are said, where there is no other', () => {
    expect(suggestMapping(['sku', 'name', 'case cost']).notes).toEqual([
      '“case cost” may be the price of more than one piece. It is used as the wholesale price.',
    ])
  })
  test('with a currency in their heading have it; of several currencies one is used, and it is said', () => {
    const { mapping, notes } = suggestMapping(['sku', 'name', 'price-EUR', 'price-USD'])
    expect(mapping).toContainEqual({
      field: 'currency',
      from: '',
      transforms: [{ kind: 'default', text: 'EUR' }],
    })
    expect(notes).toEqual(['Prices are in EUR and USD. EUR is used, from “price-EUR”.'])
  })
  test('of a sale are used if they are in every row, and the regular price otherwise', () => {
    const columns = ['SKU', 'Regular price', 'Sale price']
    const cost = (...rows: string[][]) =>
      fed(
        columns.join(';'),
        rows.map((r) => r.join(';')),
      )
    expect(cost(['A', '10.00', '8.00'], ['B', '9.00', ''], ['C', '7.00', ''])).toMatchObject({
      wholesale_price: 'Regular price',
    })
    expect(cost(['A', '10.00', '8.00'], ['B', '9.00', '7.00'], ['C', '7.00', '5.00'])).toMatchObject({
      wholesale_price: 'Sale price',
      msrp: 'Regular price',
    })
  })
  test('that look like a selling price are said to be used as the cost', () => {
    expect(suggestMapping(['SKU', 'Selling price']).notes).toEqual([
      '“Selling price” looks like a selling price, and no column is named as a cost. It is used as the wholesale price.',
    ])
  })
})

describe('how numbers are written', () => {
  test.each([
    [';', ['1.037', '2.515', '8.244'], '1.037', '1037'],
    [',', ['1.037', '2.515', '8.244'], '1.037', '1.037'],
    [null, ['3.250', '82.440', '1.100'], '3.250', '3.250'],
    [';', ['1,037', '2,515', '8,244'], '1,037', '1.037'],
    [',', ['1,037', '2,515', '8,244'], '1,037', '1037'],
  ])('with three digits after the mark, between “%s”: %j', (delimiter, prices, price, read) => {
    const rows = prices.map((value, i) => [`N${i}`, `Lamp ${i}`, value])
    const { mapping, notes } = suggestMapping(['sku', 'name', 'price'], rows, delimiter)
    const transforms = mapping.find((m) => m.field === 'wholesale_price')?.transforms ?? []
    expect(compileTransforms(transforms)?.(price)).toBe(read)
    expect(notes).toHaveLength(1)
  })
  test('as whole quantities with three zeros in every row are read, in one row they aren’t', () => {
    const stock = (values: readonly string[]) => {
      const rows = values.map((value, i) => [`N${i}`, `Lamp ${i}`, value])
      const { mapping } = suggestMapping(['sku', 'name', 'qty'], rows, ',')
      const transforms = mapping.find((m) => m.field === 'quantity')?.transforms ?? []
      return values.map((value) => compileTransforms(transforms)?.(value))
    }
    expect(stock(['2.000', '14.000', '0.000'])).toEqual(['2', '14', '0'])
    expect(stock(['2.000', '14', '1500'])).toEqual(['2.000', '14', '1500'])
    // grouped as all amounts above 999 are
    expect(stock(['2.000', '14', '7'])).toEqual(['2000', '14', '7'])
  })
  const transformsOf = (values: string[], delimiter: string | null, more: string[] = []) => {
    const rows = values.map((v, i) => [`A${i}`, v, more[i] ?? ''])
    const { mapping, notes } = suggestMapping(['sku', 'price', 'weight'], rows, delimiter)
    return [kinds(mapping.find((m) => m.field === 'wholesale_price')?.transforms), notes.length]
  }
  test.each([
    [
      'one value with a decimal comma says it for all',
      ['36,999', '12,500', '5,5'],
      ';',
      [],
      ['decimal_comma', 'price'],
      0,
    ],
    ['a zero before the comma, too', ['36,999', '0,999', '12,500'], null, [], ['decimal_comma', 'price'], 0],
    [
      'another column says it',
      ['36,999', '12,500', '15,250'],
      null,
      ['0,5', '1,25', '2'],
      ['decimal_comma', 'price'],
      0,
    ],
    [
      'between commas it groups thousands, with a word',
      ['36,999', '12,500', '15,250'],
      ',',
      [],
      ['price'],
      1,
    ],
    [
      'between semicolons it is decimal, with a word',
      ['36,999', '12,500', '15,250'],
      ';',
      [],
      ['decimal_comma', 'price'],
      1,
    ],
    ['small amounts without a comma say thousands', ['1,250', '980', '12,000'], ';', [], ['price'], 0],
    ['a point further right says thousands', ['1,250.00', '980.50', '12,000'], ';', [], ['price'], 0],
  ])('%s', (_what, values, delimiter, more, transforms, notes) => {
    expect(transformsOf(values, delimiter, more)).toEqual([transforms, notes])
  })
})

test('stock in several warehouses is added, unless a column is the whole stock', () => {
  const stock = (columns: string, rows: string[]) =>
    suggestMapping(
      columns.split(';'),
      rows.map((r) => r.split(';')),
    ).mapping.find((m) => m.field === 'quantity')
  const rows = ['A;3;10', 'B;4;20', 'C;5;0', 'D;0;7']
  expect(stock('sku;wh1stock;wh2stock', rows)).toMatchObject({ from: 'wh1stock', also: ['wh2stock'] })
  expect(stock('sku;Stock warehouse East;Stock warehouse West', rows)).toMatchObject({
    also: ['Stock warehouse West'],
  })
  expect(stock('sku;stock;stock_2', rows)).toEqual(expect.not.objectContaining({ also: expect.anything() }))
  expect(stock('sku;stock_min;stock_qty', rows)).toEqual(
    expect.not.objectContaining({ also: expect.anything() }),
  )
  expect(stock('sku;stock_1;total_stock', rows)).toMatchObject({ from: 'total_stock' })
})

test.each([
  ['image_url;additional_image_url_1;additional_image_url_2', 2],
  ['image_link;additional_image_link[0];additional_image_link[1]', 2],
  ['base_image;additional_images', 1],
  ['image;gallery_images', 1],
  ['image;image_alt;image_label', 0],
  ['image;thumbnail_image', 0],
])('further pictures are used: %s', (columns, count) => {
  const images = suggestMapping(['sku', ...columns.split(';')]).mapping.find((m) => m.field === 'images')
  expect(images?.also?.length ?? 0).toBe(count)
})

test('a reason comes with each suggestion', () => {
  const rows = ['A;4006381333931;1,50', 'B;4006381333948;2,50', 'C;9780201379624;3,50'].map((r) =>
    r.split(';'),
  )
  expect(suggestMapping(['sku', 'EAN', 'Cost price'], rows).reasons).toEqual({
    sku: 'by its name, each value once',
    ean: 'by its name, 13 digits with the right check digit',
    wholesale_price: 'by its name; the comma is the decimal mark in 1,50',
  })
})
