import { describe, expect, test } from 'vitest'
import type { Transform } from '#contract/feeds/settings.ts'
import { betterTransforms } from './fewest-transforms.ts'
import { suggestMapping } from './suggest-mapping.ts'

const fed = (columns: string, rows: readonly string[] = []) => {
  const { mapping } = suggestMapping(
    columns.split(';'),
    rows.map((row) => row.split(';')),
  )
  return Object.fromEntries(mapping.map((m) => [m.field, m.from]))
}
const kinds = (transforms: readonly Transform[] | undefined) => transforms?.map((t) => t.kind)
/** The transforms of one column's field. */
const needs = (column: string, ...values: string[]) =>
  kinds(
    suggestMapping(
      [column],
      values.map((v) => [v]),
    ).mapping[0]?.transforms,
  )

describe('column headings are recognized', () => {
  test.each([
    [
      'German',
      'Artikel-Nr.;Bezeichnung;Langtext;EK-Preis (€);UVP;Lagerbestand;EAN;Hersteller;Warengruppe;Gewicht kg;Höhe;Größe;Bild-URL',
      'sku title description wholesale_price msrp quantity ean manufacturer categories weight height images currency',
    ],
    [
      'French',
      'Référence;Désignation;Descriptif;Prix HT;Prix conseillé;Quantité;Code EAN;Marque;Catégorie;Poids;Hauteur',
      'sku title description wholesale_price msrp quantity ean manufacturer categories weight height',
    ],
    [
      'Dutch',
      'Artikelcode;Naam;Omschrijving;Inkoopprijs;Adviesprijs;Voorraad;EAN-code;Merk;Productgroep;Gewicht;Hoogte',
      'sku title description wholesale_price msrp quantity ean manufacturer categories weight height',
    ],
    [
      'Italian',
      'Codice articolo;Nome;Descrizione;Prezzo;Prezzo consigliato;Giacenza;Codice EAN;Marca;Categoria;Peso;Altezza',
      'sku title description wholesale_price msrp quantity ean manufacturer categories weight height',
    ],
    [
      'Spanish',
      'Código;Nombre;Descripción;Precio de coste;PVP;Existencias;Código EAN;Fabricante;Categoría;Peso;Altura',
      'sku title description wholesale_price msrp quantity ean manufacturer categories weight height',
    ],
    [
      'Russian',
      'Артикул;Наименование;Описание;Оптовая цена, грн;РРЦ;Остаток;Штрихкод;Производитель;Категория;Вес;Фото',
      'sku title description wholesale_price msrp quantity upc manufacturer categories weight images currency',
    ],
    [
      'Polish',
      'Indeks;Nazwa;Opis;Cena hurtowa (zł);Cena detaliczna;Ilość;Kod kreskowy;Producent;Kategoria;Zdjęcie',
      'sku title description wholesale_price msrp quantity upc manufacturer categories images currency',
    ],
    [
      'Swedish',
      'Artikelnummer;Benämning;Beskrivning;Inköpspris;Lagersaldo;EAN;Varumärke;Vikt',
      'sku title description wholesale_price quantity ean manufacturer weight',
    ],
    [
      'Google Shopping',
      'id;title;description;link;image link;availability;price;brand;gtin;google product category',
      'sku title description images quantity wholesale_price manufacturer upc categories',
    ],
  ])('in %s', (_language, columns, fields) => {
    expect(Object.keys(fed(columns)).toSorted()).toEqual(fields.split(' ').toSorted())
  })
  test('if a short description is the only title', () => {
    const rows = ['A;Stoel', 'B;Tafel', 'C;Bed']
    expect(fed('Codice;Descrizione', rows)).toEqual({ sku: 'Codice', title: 'Descrizione' })
    expect(fed('Codice;Nome;Descrizione', rows)).toMatchObject({ title: 'Nome' })
    const long = rows.map((row) => `${row} ${'x'.repeat(90)}`)
    expect(fed('Codice;Descrizione', long)).toEqual({ sku: 'Codice', description: 'Descrizione' })
  })
})

describe('column values', () => {
  test('that a field can’t read lower its column’s score', () => {
    const names = ['A;call', 'B;ask', 'C;on request', 'D;never']
    expect(fed('sku;price', names)).toEqual({ sku: 'sku' })
    const { confidence } = suggestMapping(
      ['sku', 'ean'],
      [
        ['A', ''],
        ['B', ''],
      ],
    )
    expect(confidence).toEqual({ sku: 0.97, ean: 0.6 })
  })
  test('identify columns whose names say nothing', () => {
    const rows = [
      'A-1;4006381333931;Red chair;https://a.example/1.jpg;12.50',
      'A-2;4006381333948;Blue chair;https://a.example/2.jpg;9.00',
      'A-3;9780201379624;Old bed;https://a.example/3.jpg;1.00',
    ]
    expect(fed('col1;col2;col3;col4;col5', rows)).toEqual({
      sku: 'col1',
      ean: 'col2',
      title: 'col3',
      images: 'col4',
      wholesale_price: 'col5',
    })
  })
  test('distinguish the cost from its list price: it is always lower by a similar share', () => {
    const rows = ['A;17.4;837;279', 'B;20.0;960;320', 'C;0.9;240;80', 'D;4.0;390;130']
    expect(fed('Item;Volume;MSRP;East', rows)).toMatchObject({ wholesale_price: 'East', msrp: 'MSRP' })
    for (const more of [['A;17.4;837;900'], ['A;17.4;837;750', 'E;4.0;400;80']])
      expect(fed('Item;Volume;MSRP;East', [...more, ...rows])).not.toHaveProperty('wholesale_price')
    const low = ['A;1;90;60', 'B;2;80;60', 'C;3;70;50']
    expect(fed('Item;Volume;MSRP;East', low)).toMatchObject({ wholesale_price: 'East' })
    expect(fed('Item;Volume;MSRP;East', [...low, 'D;4;60;60'])).not.toHaveProperty('wholesale_price')
  })
  test('identify every column of a file without a header, from stock to brands', () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      [
        `AX${4000 + i * 3}`,
        `${['Acme', 'Borg', 'Cato'][i % 3]} thing ${i}`,
        ['Acme', 'Borg', 'Cato'][i % 3],
        `Home > ${i % 4}`,
        (i * 7.25 + 19.95).toFixed(2),
        (i * 4.1 + 11.15).toFixed(2),
        String((i % 30) + 1),
        String((i * 7) % 9),
        `What the thing number ${i} is made of and good for, said at such a length that no title would be as long as this is`,
        'Y',
      ].join(';'),
    )
    expect(fed('col1;col2;col3;col4;col5;col6;col7;col8;col9;col10', rows)).toEqual({
      sku: 'col1',
      title: 'col2',
      manufacturer: 'col3',
      categories: 'col4',
      msrp: 'col5',
      wholesale_price: 'col6',
      quantity: 'col8',
      description: 'col9',
    })
  })
  test('identify brands that appear in at least half of the titles', () => {
    const rows = ['AX1;Acme thing;Acme', 'AX2;Wide lamp;Acme', 'AX3;Borg chair;Borg', 'AX4;Old bed;Borg']
    expect(fed('col1;col2;col3', rows)).toEqual({ sku: 'col1', title: 'col2', manufacturer: 'col3' })
    expect(fed('col1;col2;col3', ['AX0;Red shelf;Borg', ...rows])).not.toHaveProperty('manufacturer')
  })
  test('identify SKUs even if one repeats, but don’t take a flag for stock', () => {
    const rows = Array.from({ length: 20 }, (_, i) => `AX${i === 7 ? 6 : i};A thing ${i};${i % 2}`)
    expect(fed('col1;col2;col3', rows)).toEqual({ sku: 'col1', title: 'col2' })
  })
  test('identify no stock if two columns qualify, and nothing if there is no SKU', () => {
    const rows = ['AX1;A thing;0;7', 'AX2;B thing;5;0', 'AX3;C thing;9;3']
    expect(fed('col1;col2;col3;col4', rows)).toEqual({ sku: 'col1', title: 'col2' })
    expect(fed('How to read our list', ['Dear customer', 'These are columns', 'Column one'])).toEqual({})
  })
  test('get the transforms they need', () => {
    expect(needs('Preis', '1.210,50 €', '18,90 €')).toEqual(['decimal_comma', 'price'])
    expect(needs('Price', '$1,210.50', '18.90')).toEqual(['price'])
    expect(needs('Gewicht', '0,35', '12')).toEqual(['decimal_comma'])
    expect(needs('Gewicht', '0,35 kg', '12 kg')).toEqual(['decimal_comma', 'price'])
    expect(needs('Weight', '0.35', '12')).toEqual([])
    expect(needs('Bestand', '12,00', '1,00')).toEqual(['decimal_comma', 'quantity_words'])
    expect(needs('Bilder', 'https://a.example/1.jpg; https://a.example/2.jpg')).toEqual([])
  })
  test('in one column show how another column is written', () => {
    const { mapping } = suggestMapping(
      ['Preis', 'UVP'],
      [
        ['1.234', '12,50'],
        ['2.000', '1.999,00'],
      ],
    )
    expect(mapping.map((m) => kinds(m.transforms))).toEqual([
      ['decimal_comma', 'price'],
      ['decimal_comma', 'price'],
    ])
  })
  test('add the supplier’s words for stock to the mapping', () => {
    const { mapping } = suggestMapping(['Bestand'], [['auf Lager'], ['12'], ['Ausverkauft'], ['seltsam']])
    expect(mapping[0]!.transforms).toEqual([
      { kind: 'quantity_words', words: { 'auf lager': 1, ausverkauft: 0 } },
    ])
  })
})

test('a full name match scores higher than a partial one, whichever field is checked first', () => {
  const { mapping, confidence } = suggestMapping(['Nr', 'EAN/GTIN', 'Gruppe'])
  expect(mapping.map((m) => [m.field, m.from])).toEqual(
    expect.arrayContaining([
      ['ean', 'EAN/GTIN'],
      ['categories', 'Gruppe'],
    ]),
  )
  expect(confidence.ean).toBe(0.97)
})

describe('better transforms for a field', () => {
  test('are suggested if they read more values', () => {
    expect(kinds(betterTransforms('wholesale_price', [], ['1.210,50 €']))).toEqual(['decimal_comma', 'price'])
    expect(kinds(betterTransforms('wholesale_price', [], ['1.50', 'ask', '$2.00']))).toEqual(['price'])
  })
  test('aren’t suggested if everything is read, or nothing helps', () => {
    expect(betterTransforms('wholesale_price', [], ['1.50'])).toBeUndefined()
    expect(betterTransforms('wholesale_price', [{ kind: 'price' }], ['ask'])).toBeUndefined()
    expect(betterTransforms('title', [], ['1,50'])).toBeUndefined()
  })
})

test('a cost that always includes its currency fills both fields, so that it can be compared', () => {
  const rows = ['A;12.50 EUR', 'B;3.20 EUR', 'C;€ 7.00']
  expect(fed('sku;cost', rows)).toEqual({ sku: 'sku', wholesale_price: 'cost', currency: 'cost' })
  expect(fed('sku;cost', [...rows, 'D;5.00'])).toEqual({ sku: 'sku', wholesale_price: 'cost' })
  expect(
    fed(
      'sku;cost;currency',
      rows.map((r) => `${r};USD`),
    ),
  ).toMatchObject({ currency: 'currency' })
})

describe('stock written in words', () => {
  test('is found by its values if no heading says so', () => {
    const rows = [
      'lamp-1;Lamp of brass;9.50;5 new',
      'lamp-2;Lamp of glass;8.25;',
      'lamp-3;A lamp;7.10;12 new',
    ]
    expect(fed('1;2;3;4', [...rows, 'lamp-4;Red lamp;6.40;3 new'])).toMatchObject({ sku: '1', quantity: '4' })
  })
  test('is found by its heading', () => {
    expect(fed('sku;number_available_in_stock', ['A;5 new', 'B;2 new', 'C;1 new'])).toEqual({
      sku: 'sku',
      quantity: 'number_available_in_stock',
    })
  })
  test.each([
    ['sizes', ['12 cm', '14 cm', '8 cm']],
    ['plain numbers', ['12', '14', '8']],
    ['years', ['2014 Catalogue', '2015 Catalogue', '2016 Catalogue']],
  ])('is not found in %s', (_what, values) => {
    expect(
      fed(
        'sku;extra',
        values.map((v, i) => `A${i};${v}`),
      ),
    ).not.toHaveProperty('quantity')
  })
})

describe('images in numbered columns', () => {
  const images = (columns: string) =>
    suggestMapping(columns.split(';')).mapping.find((m) => m.field === 'images')
  test.each([
    ['SKU;Image 1;Image 2;Title;Image 3', 'Image 1', ['Image 2', 'Image 3']],
    ['sku;image;image_2;image_10', 'image', ['image_2', 'image_10']],
    ['SKU;Bild1;BILD2', 'Bild1', ['BILD2']],
    ['SKU;Image;Image Alt Text;Imagery 2', 'Image', undefined],
    ['SKU;Image 1;Thumbnail 1', 'Image 1', undefined],
  ])('are all used: %s', (columns, from, also) => {
    expect(images(columns)).toEqual({ field: 'images', from, ...(also && { also }), transforms: [] })
  })
  test('don’t cause a price to use two columns', () => {
    expect(suggestMapping(['SKU', 'Price', 'Price 2']).mapping).not.toContainEqual(
      expect.objectContaining({ also: expect.anything() }),
    )
  })
})
