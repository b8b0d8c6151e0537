import { describe, expect, test } from 'vitest'
import { readJson, readJsonLines } from './json.ts'
import type { KnownRow, TextTraits } from '../record.ts'
import { collectRecords, inPieces } from '../cases/records.ts'

const read = (text: string | string[], item?: string) => collectRecords(readJson(inPieces(text), item))
const readLines = (text: string | string[], known?: KnownRow) =>
  collectRecords(readJsonLines(inPieces(text), known))
/** A document's items as column and cell, blanks left out. */
const items = async (text: string, item?: string) => {
  const { columns, rows } = await read(text, item)
  return rows.map((r) =>
    Object.fromEntries(columns.map((c, i) => [c, r.cells[i]]).filter(([, cell]) => cell !== '')),
  )
}
const nested = (depth: number): object => (depth === 0 ? { end: 1 } : { a: nested(depth - 1) })

describe('a JSON document’s list', () => {
  test('has one numbered record per object, with all columns so far', async () => {
    expect(await read('[{"sku":"A"}, {"price":2.50}, 7, null, ["x"], {"sku":"C","qty":0}]')).toEqual({
      batches: expect.any(Array),
      columns: ['sku', 'price', 'qty'],
      rows: [
        { line: 1, cells: ['A'], hashA: 0, hashB: 0 },
        { line: 2, cells: ['', '2.5'], hashA: 0, hashB: 0 },
        { line: 3, cells: ['C', '', '0'], hashA: 0, hashB: 0 },
      ],
    })
  })
  test.each([
    ['*.items', [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }]],
    ['data.*', [{ sku: 'A' }, { sku: 'B' }]],
    ['more.1', [{ sku: 'D' }]],
    ['more', []],
    ['data', []],
    ['data.items.0', []],
  ])('is found by *, by its place in a list, and only where the path leads: %s', async (path, found) => {
    const text =
      '{"data":{"items":[{"sku":"A"},[{"sku":"no"}],{"sku":"B"}],"n":1},' +
      '"other":{"items":[{"sku":"C"}]},"more":[[],[{"sku":"D"}]]}'
    expect(await items(text, path)).toEqual(found)
  })
  test.each([
    ['{"n":60,"items":[{"sku":"A"},{"sku":"B"}]}', ['A', 'B']],
    ['{"a":{"items":[{"sku":"A","images":[{"url":"x"}]},{"sku":"B"}]},"next":null}', ['A', 'B']],
    ['{"links":[{"to":"x"}],"products":[{"sku":"A"},{"sku":"B"},{"sku":"C"}]}', ['A', 'B', 'C']],
    ['{"names":["x","y"],"rows":[{"sku":"A"}]}', ['A']],
    ['{"A":{"sku":"A","images":[{"url":"x"}]},"B":{"sku":"B","images":[{"url":"y"}]}}', ['A', 'B']],
    ['[{"sku":"A","images":[{"url":"x"},{"url":"y"},{"url":"z"}]}]', ['A']],
    ['{"items":[]}', []],
    ['{"my.items":[{"sku":"A"}]}', ['A']],
    ['{"":[{"sku":"A"}]}', ['A']],
    ['{" items ":[{"sku":"A"}],"$":[1]}', ['A']],
    ['{"note":"list","__proto__":[{"sku":"A"},{"sku":"B"}]}', ['A', 'B']],
    ['{"a":[[{"sku":"A"}]]}', ['A']],
    [
      '{"data":{"products":{"edges":[{"cursor":"1","node":{"sku":"A"}},{"cursor":"2","node":{"sku":"B"}}]}}}',
      ['A', 'B'],
    ],
    [
      '{"filters":[{"name":"x","values":[{"id":1,"name":"y"},{"id":2,"name":"z"}]}],"hits":[{"sku":"A","price":1}]}',
      ['A'],
    ],
    [
      '{"categories":[{"id":1,"name":"C"},{"id":2,"name":"D"},{"id":3,"name":"E"}],"goods":[{"sku":"A","price":2}]}',
      ['A'],
    ],
    ['{"status":"ok","result":{"A1":{"sku":"A","price":1},"B1":{"sku":"B","price":2}}}', ['A', 'B']],
    ['[["sku","price"],["A",1],["B",2]]', ['A', 'B']],
    ['{"total":2,"columns":["sku","price"],"data":[["A",1],["B",2]]}', ['A', 'B']],
  ])('is found if no path is given: %s', async (text, skus) => {
    expect((await items(text)).map(({ sku }) => sku)).toEqual(skus)
  })
  test('is found from the start of a document that arrives in chunks', async () => {
    const many = Array.from({ length: 9000 }, (_, i) => `{"sku":"S${i}"}`)
    const text = `{"page":1,"items":[${many.join(',')}],"more":{"big":[${'{"a":1},'.repeat(20_000)}{}]}}`
    const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, i) =>
      text.slice(i * 1000, i * 1000 + 1000),
    )
    expect((await read(pieces)).rows).toHaveLength(9000)
  })
  test.each(['items', 'data.itms'])('that isn’t where the path leads is reported: %s', async (path) => {
    const text = '{"data":{"items":[{"sku":"A"}]}}'
    await expect(read(text, path)).rejects.toMatchObject({
      code: 'no_items',
      message: `The file has no list “${path}”`,
    })
  })
  test.each(['..', '$..x', 'a..b', 'a.', '...'])('can’t have a path with an empty name: %s', async (path) => {
    await expect(read('[{"sku":"A"}]', path)).rejects.toMatchObject({
      code: 'item_path',
      message: `The list path “${path}” has an empty name between two dots`,
    })
  })
  test.each(['data.items', '$.data.items', '.data.items', ' data.items '])('is found at %j', async (path) => {
    expect(
      await items('{"data":{"n":{"sku":"no"},"items":[{"sku":"A"}]},"items":[{"sku":"B"}]}', path),
    ).toEqual([{ sku: 'A' }])
  })
  test.each([undefined, '', ' ', '$'])('is the document itself if no path is given: %j', async (path) => {
    expect(await items('[{"sku":"A"}]', path)).toEqual([{ sku: 'A' }])
    expect(await items('{"A":{"sku":"A"},"B":{"sku":"B"}}', path)).toEqual([{ sku: 'A' }, { sku: 'B' }])
  })
  test('can contain empty objects and lists, and booleans', async () => {
    expect(await items('[{"sku":"A","n":{},"l":[],"on":true,"off":false},{}]')).toEqual([
      { sku: 'A', on: 'true', off: 'false' },
      {},
    ])
  })
  test('is returned in batches of at most 2,000 items, each with its columns', async () => {
    const many = (key: string) => Array.from({ length: 2000 }, () => `{"${key}":1}`).join(',')
    const { batches } = await read([`[${many('a')},`, `${many('b')},{"c":1}]`])
    expect(batches.map((b) => [b.rows.length, b.columns])).toEqual([
      [2000, ['a']],
      [2001, ['a', 'b', 'c']],
      [0, ['a', 'b', 'c']],
    ])
    const long = Array.from({ length: 7 }, () => JSON.stringify({ a: 'č'.repeat(200_000) }))
    expect((await read(`[${long.join(',')}]`)).batches.map((b) => b.rows.length)).toEqual([3, 3, 1])
  })
  test('has numbers to their last digit, without exponents', async () => {
    const numbers = {
      upc: '12345678901234567890',
      long: '0.12345678901234567890123',
      large: '1e400',
      grand: '1E21',
      small: '1.5e-7',
      price: '2.50',
      zero: '-0.0',
      below: '-3',
    }
    const written = Object.entries(numbers).map(([name, n]) => `"${name}":${n}`)
    const text = `{${written.join(',')},"all":[9007199254740993,1.0]}`
    const found = {
      upc: '12345678901234567890',
      long: '0.12345678901234567890123',
      large: '1e400',
      grand: `1${'0'.repeat(21)}`,
      small: '0.00000015',
      price: '2.5',
      zero: '0',
      below: '-3',
      all: '9007199254740993|1',
    }
    expect(await items(`[${text}]`)).toEqual([found])
    const { columns, rows } = await readLines(text)
    expect(Object.fromEntries(columns.map((name, i) => [name, rows[0]!.cells[i]]))).toEqual(found)
    expect((await readLines('{"a":0.0000001,"b":1.5,"c":12}')).rows[0]!.cells).toEqual([
      '0.0000001',
      '1.5',
      '12',
    ])
  })
  test('returns nested values by their paths', async () => {
    const item = {
      text: 'a "b"',
      yes: true,
      none: null,
      price: { amount: 1.5, was: { amount: 2 } },
      images: ['x', null, 'y', 3],
      empty: [],
      sizes: [{ size: 'S' }, 'loose', { size: 'L' }],
    }
    expect(await items(JSON.stringify([item]))).toEqual([
      {
        text: 'a "b"',
        yes: 'true',
        'price.amount': '1.5',
        'price.was.amount': '2',
        images: 'x|y|3',
        'sizes.0.size': 'S',
        'sizes.1': 'loose',
        'sizes.2.size': 'L',
      },
    ])
  })
  test('is read eleven levels deep into an item', async () => {
    expect(await items(JSON.stringify([nested(11)]))).toEqual([{ 'a.a.a.a.a.a.a.a.a.a.a.end': '1' }])
    expect(await items(JSON.stringify([{ sku: 'A', ...nested(12) }]))).toEqual([{ sku: 'A' }])
  })
  test.each([
    ['empty', '', 'The file is empty'],
    ['empty', ' \n', 'The file is empty'],
    ['not_json', '[{"sku":"A"},{"sku":"B"', 'The JSON is incomplete: it ends after item 1'],
    ['not_json', '[{"sku":"A"} {"sku":"B"}]', 'Unexpected "{", after item 1'],
    ['not_json', '[{"sku":"A"},]', 'Unexpected "]", after item 1'],
    ['not_json', '[{"sku":"A",}]', 'Unexpected "}", after item 0'],
    ['not_json', '[{"sku":}]', 'Unexpected "}", after item 0'],
    ['not_json', '[{"sku" "A"}]', 'Unexpected "A", after item 0'],
    ['not_json', '[{,"sku":1}]', 'Unexpected ",", after item 0'],
    ['not_json', '[{1:2}]', 'Unexpected "1", after item 0'],
    ['not_json', '[,1]', 'Unexpected ",", after item 0'],
    ['not_json', '[1}', 'Unexpected "}", after item 0'],
    ['not_json', '[{"a"]', 'Unexpected "]", after item 0'],
    ['not_json', '[]{}', 'Unexpected "{", after item 0'],
    ['not_json', '[1 [2]]', /Unexpected "\[", after item 0/],
    ['not_json', '[1:2]', 'Unexpected ":", after item 0'],
    ['not_json', ']', 'Unexpected "]", after item 0'],
    ['not_json', `[{"a" "${'x'.repeat(90)}"}]`, `Unexpected "${'x'.repeat(49)}, after item 0`],
    [
      'not_json',
      '[{"sku":"A"},\n {"sku":B}]',
      /^The file isn’t valid JSON: Unexpected "B", after item 1, at column 9 \(line 2\)$/,
    ],
  ])('is refused as %s: %j', async (code, text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    if (text.trim()) expect((await read([' \n', '[]'])).rows).toEqual([])
  })
  test('can have at most 2,000 different fields', async () => {
    const item = (n: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, 1])))
    expect((await read(`[${item(2000)}]`)).columns).toHaveLength(2000)
    const refusal = { code: 'too_many_columns', line: 2 }
    await expect(read(`[{"f0":1},${item(2001)}]`)).rejects.toMatchObject(refusal)
    await expect(readLines(`{"f0":1}\n${item(2001)}`)).rejects.toMatchObject(refusal)
  })
})

describe('items of a JSON document', () => {
  test('in an object get their names, unless they say them', async () => {
    expect(await items('{"A":{"price":1,"qty":2},"B":{"price":3,"qty":4}}')).toEqual([
      { key: 'A', price: '1', qty: '2' },
      { key: 'B', price: '3', qty: '4' },
    ])
  })
  test('in categories have what the category says', async () => {
    const text =
      '[{"id":7,"category":"Home","items":[{"id":"A","price":1},{"id":"B","price":2}]},{"id":8,"category":"Garden","items":[{"id":"C","price":3}]}]'
    expect(await items(text)).toEqual([
      { 'group.id': '7', category: 'Home', id: 'A', price: '1' },
      { 'group.id': '7', category: 'Home', id: 'B', price: '2' },
      { 'group.id': '8', category: 'Garden', id: 'C', price: '3' },
    ])
  })
  test('that have the prices in variants are a row for each variant', async () => {
    const text =
      '{"products":[{"id":1,"title":"Rug","variants":[{"id":11,"title":"S","sku":"R-S","price":"1"},{"id":12,"title":"M","sku":"R-M","price":"2"}],"tags":["a","b"]}]}'
    const product = { 'product.id': '1', title: 'Rug', tags: 'a|b' }
    expect(await items(text)).toEqual([
      { ...product, id: '11', 'variants.title': 'S', sku: 'R-S', price: '1' },
      { ...product, id: '12', 'variants.title': 'M', sku: 'R-M', price: '2' },
    ])
  })
  test('of another list with prices are left out, and it is said', async () => {
    const list = (name: string, n: number) =>
      `"${name}":[${Array.from({ length: n }, (_, i) => `{"sku":"${name}${i}","name":"Lamp","price":${i + 1}}`).join(',')}]`
    const traits: TextTraits = { ended: true, swallowed: undefined }
    async function* text() {
      yield `{${list('indoor', 3)},${list('outdoor', 2)},"brands":[{"id":1,"name":"Acme"}]}`
    }
    let rowCount = 0
    for await (const batch of readJson(text(), undefined, traits)) rowCount += batch.rows.length
    const notices = [...(traits.notices?.values() ?? [])]
    expect(notices.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Left out: the list “(?:indoor|outdoor)” isn’t the feed’s list$/),
    ])
    expect(rowCount + (notices[0]?.count ?? 0)).toBe(5)
  })
  test('that have a SKU and a price are still a row for each variant that has its own', async () => {
    const text =
      '[{"sku":"A","name":"Rug","price":1,"stock":9,"sizes":[{"sku":"A-S","price":1,"stock":4},{"sku":"A-M"}]},' +
      '{"sku":"C","name":"Vase","price":4,"sizes":[{"sku":"C-1","price":5,"stock":2},{"sku":"C-2","stock":3}]},' +
      '{"sku":"B","name":"Lamp","price":3,"stock":7,"sizes":[]}]'
    const shown = (await items(text)).map(({ sku, name, price, stock }) => [sku, name, price, stock])
    expect(shown).toEqual([
      ['A-S', 'Rug', '1', '4'],
      ['A-M', 'Rug', '1', undefined],
      ['C-1', 'Vase', '5', '2'],
      ['C-2', 'Vase', '4', '3'],
      ['B', 'Lamp', '3', '7'],
    ])
  })
  test.each(['related_variants', 'tiers', 'bundle_skus'])(
    'are one row whatever is in their %s',
    async (list) => {
      const text = `[{"sku":"A","price":1,"${list}":[{"sku":"S","price":1},{"sku":"M","price":2}]},{"sku":"B","price":3}]`
      expect((await items(text)).map(({ sku }) => sku)).toEqual(['A', 'B'])
    },
  )
})

describe('an error in place of a JSON document', () => {
  test.each([
    ['{"error":"Invalid API key"}', 'Invalid API key'],
    ['{"error":{"code":403,"message":"No access"}}', 'No access'],
    ['{"message":"Too many requests","documentation":"x"}', 'Too many requests'],
    ['{"status":500,"errors":[{"detail":"Down"}]}', 'Down'],
  ])('is refused with its text: %s', async (text, error) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'error_answer',
      message: `The file is an error message, not a feed: “${error}”`,
    })
  })
  test('isn’t one that has items', async () => {
    expect(await items('{"message":"ok","items":[{"sku":"A"}]}')).toEqual([{ sku: 'A' }])
  })
})

describe('a JSON document is refused', () => {
  const half = 'x'.repeat(2 * 1024 * 1024)
  test('if its values nest more than 64 deep', async () => {
    const deep = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`
    expect((await read(deep(64))).rows).toEqual([])
    const refusal = { code: 'too_deep', message: 'Values are nested more than 64 levels deep, after item 1' }
    await expect(read(`[{"sku":"A"},${deep(64)}]`)).rejects.toMatchObject(refusal)
    await expect(read(`[{"sku":"A"},{"n":${deep(63)}}]`)).rejects.toMatchObject(refusal)
  })
  test('if an item has more than 4 Mi characters, but not otherwise', async () => {
    const refusal = { code: 'endless_item', message: 'Item 2 has more than 4194304 characters' }
    const large = `{"a":"${half}","b":"${half}${half.slice(0, 32_768)}"}`
    const document = (n: string) => `{"meta":{"deep":[${n}]},"list":[{"sku":"A"},${n}]}`
    await expect(read(document(large), 'list')).rejects.toMatchObject(refusal)
    expect((await read(document(large), 'meta')).rows).toEqual([])
    const spread = Array.from({ length: 5 }, () => `["${half.slice(0, 1e6)}"]`).join(',')
    await expect(read(document(`{"n":[${spread}]}`), 'list')).rejects.toMatchObject(refusal)
    expect((await read(`{"meta":[${spread}],"list":[{"sku":"A"}]}`, 'list')).rows).toHaveLength(1)
    const fits = `{"a":"${half}","b":"${half.slice(0, -32_768)}"}`
    expect((await read(document(fits), 'list')).rows).toHaveLength(2)
  })
  test('if a text never ends, wherever it appears', async () => {
    const refusal = { code: 'endless_item', message: 'Item 1 has more than 4194304 characters' }
    await expect(read(`{"meta":"${half}${half}${half}`, 'list')).rejects.toMatchObject(refusal)
  })
  test('if the names of its fields never end', async () => {
    const name = (n: number) => JSON.stringify({ [`${n}${'x'.repeat(500_000)}`]: 1 })
    expect((await read(`[${name(1)},${name(2)}]`)).columns).toHaveLength(2)
    await expect(read(`[${name(1)},${name(2)},${name(3)}]`)).rejects.toMatchObject({
      code: 'too_many_columns',
      message: 'The field names of an item have more than 1048576 characters (line 3)',
    })
  })
  test('but not if a field has the same name as an object’s built-in property', async () => {
    expect(await items('[{"__proto__":{"sku":"B"},"sku":"A","constructor":"c"}]')).toEqual([
      { sku: 'A', constructor: 'c' },
    ])
  })
})

describe('JSON Lines', () => {
  test('have one record per line, wherever the chunks of the text end', async () => {
    const text = '{"sku":"A","n":{"m":1}}\r\n\n \n{"price":2}\n{"sku":"č"}'
    const { columns, rows } = await readLines(text)
    expect(columns).toEqual(['sku', 'n.m', 'price'])
    expect(rows.map((r) => [r.line, ...r.cells])).toEqual([
      [1, 'A', '1'],
      [4, '', '', '2'],
      [5, 'č'],
    ])
    expect(new Set(rows.map((r) => `${r.hashA} ${r.hashB}`)).size).toBe(3)
    expect((await readLines(text.split(''))).rows).toEqual(rows)
  })
  test.each([
    [
      '[{"sku":"A-S","price":1},{"sku":"A-M","price":2}]',
      ['The variants in “sizes” aren’t rows: each line is one product'],
    ],
    ['[{"name":"S"},{"name":"M"}]', []],
    ['["S","M"]', []],
  ])('have no rows for variants, which is said: %s', async (sizes, notes) => {
    const traits: TextTraits = { ended: true, swallowed: undefined, notes: [] }
    const text = inPieces(`{"sku":"A","price":1,"sizes":${sizes}}\n{"sku":"B","price":1}`)
    expect((await collectRecords(readJsonLines(text, undefined, traits))).rows).toHaveLength(2)
    expect(traits.notes).toEqual(notes)
  })
  test.each([
    ['[1]', 'not an object'],
    ['null', 'not an object'],
    ['7', 'not an object'],
    ['{"sku":', /^Unexpected end of JSON input$/],
    ['{"sku":x}', /^Unexpected token 'x'$/],
    ['{"sku":"B" "price":1}', /^Expected ',' or '}' after property value, at column 12$/],
  ])('that aren’t objects are rejected one by one: %s', async (line, why) => {
    const { rows } = await readLines(`{"sku":"A"}\n${line}\n{"sku":"B"}`)
    expect(rows[1]).toMatchObject({ line: 2, cells: [line], fault: expect.stringMatching(/JSON object: /) })
    expect(rows[1]!.fault!.replace("The line isn't a JSON object: ", '')).toMatch(why)
    expect(rows.filter((r) => !r.fault).map((r) => r.line)).toEqual([1, 3])
  })
  test('that aren’t objects are reported by their first 500 characters', async () => {
    expect((await readLines('x'.repeat(600))).rows[0]!.cells).toEqual(['x'.repeat(500)])
  })
  test('that are already known aren’t read', async () => {
    const text = '{"sku":"A"}\nno json\n{"sku":"C"}'
    const { rows } = await readLines(text)
    const asked: number[] = []
    const again = await readLines(text, (a, b, line) => {
      asked.push(line)
      return a === rows[1]!.hashA && b === rows[1]!.hashB
    })
    expect(asked).toEqual([1, 2, 3])
    const { line, hashA, hashB } = rows[1]!
    expect(again.rows).toEqual([rows[0], { line, cells: [], hashA, hashB, known: true }, rows[2]])
  })
  test('are returned in batches', async () => {
    const { batches } = await readLines(['{"a":1}\n'.repeat(2000), '{"b":1}\n{"b":1}\n'])
    expect(batches.map((b) => [b.rows.length, b.columns])).toEqual([
      ...Array.from({ length: 4 }, () => [500, ['a']]),
      [2, ['a', 'b']],
    ])
  })
  test('are returned in smaller batches if they are long', async () => {
    const line = `${JSON.stringify({ a: 'x'.repeat(400_000) })}\n`
    const sizes = async (text: string, known?: KnownRow) =>
      (await readLines(text, known)).batches.map((b) => b.rows.length)
    expect(await sizes(line.repeat(7))).toEqual([3, 3, 1])
    expect(await sizes(line.repeat(7), () => true)).toEqual([7])
    expect(await sizes('{"a":1}\n'.repeat(501))).toEqual([500, 1])
  })
  test('have numbers to their last digit, without exponents, next to texts and booleans', async () => {
    const cell = async (json: string) => (await readLines(`{"n":${json}}`)).rows[0]!.cells[0]
    expect(await cell('12345678901234567890')).toBe('12345678901234567890')
    expect(await cell('0.12345678901234567')).toBe('0.12345678901234567')
    expect(await cell('1e21')).toBe('1000000000000000000000')
    expect(await cell('2.5E+2')).toBe('250')
    expect(await cell('15e-1')).toBe('1.5')
    expect(await cell('12345678901234567890,"t":"1e3"')).toBe('12345678901234567890')
    expect((await readLines('{"u":12345678901234567890,"t":"1e3","b":true}')).rows[0]!.cells).toEqual([
      '12345678901234567890',
      '1e3',
      'true',
    ])
  })
  test('that are long can open and close brackets as often as they like', async () => {
    const line = `{"t":"${'x'.repeat(66_000)}","n":[${'[{}],'.repeat(99)}[]]}`
    expect((await readLines(line)).rows[0]!.fault).toBeUndefined()
  })
  test('that are long and nest more than 64 deep are rejected one by one', async () => {
    const line = (deep: number, text = '') =>
      `{"sku":"A","t":"${'x'.repeat(66_000)}","u":"\\"${text}","n":${'['.repeat(deep)}{}${']'.repeat(deep)}}`
    const { rows } = await readLines([line(63), line(62), line(62, '['.repeat(99)), line(2e6)].join('\n'))
    const fault = "The line isn't a JSON object: nested more than 64 levels deep"
    expect(rows.map((r) => r.fault)).toEqual([fault, undefined, undefined, fault])
  })
  test('without an end are refused before more of them is read', async () => {
    async function* endless() {
      for (let piece = 0; piece < 6; piece++) yield 'x'.repeat(1024 * 1024)
      throw new Error('it was read on')
    }
    await expect(collectRecords(readJsonLines(endless()))).rejects.toMatchObject({
      code: 'endless_line',
      line: 1,
    })
  })
  test('that are too long are refused, even in one chunk', async () => {
    await expect(readLines(`{"sku":"${'x'.repeat(4 * 1024 * 1024)}"}\n{}`)).rejects.toMatchObject({
      code: 'endless_line',
      line: 1,
    })
    const long = `{"sku":"${'x'.repeat(4 * 1024 * 1024 - 10)}`
    expect((await readLines([`{"sku":"A"}\n${long}`, '"}'])).rows).toHaveLength(2)
    await expect(readLines(`{"sku":"A"}\n\n${long}xxx`)).rejects.toMatchObject({
      code: 'endless_line',
      line: 3,
      message: 'A line is longer than 4194304 characters (line 3)',
    })
  })
})
