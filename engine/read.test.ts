import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  feedFormat,
  feedMapping,
  feedRules,
  productFields,
  type FeedFormat,
} from '#contract/feeds/settings.ts'
import { madeCases } from './cases/make.ts'
import { openRecords, readFeed, type ReadBatch, type ReadWith } from './read.ts'

const work = mkdtempSync(join(tmpdir(), 'feedstock-read-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const written = (content: string | Buffer) => {
  const path = join(work, 'feed')
  writeFileSync(path, content)
  return path
}
const settingsOf = (mapping: Record<string, string>, format: Partial<FeedFormat> = {}) => ({
  format: feedFormat.parse({ kind: 'csv', ...format }),
  mapping: feedMapping.parse(Object.entries(mapping).map(([field, from]) => ({ field, from }))),
  rules: feedRules.parse({}),
})

async function read(
  content: string | Buffer,
  mapping: Record<string, string> = { sku: 'sku' },
  format: Partial<FeedFormat> = {},
  how?: ReadWith,
) {
  const { batches, ...reading } = await readFeed(written(content), settingsOf(mapping, format), how)
  const all: ReadBatch[] = []
  for await (const batch of batches) all.push(batch)
  return {
    ...reading,
    columns: all.at(-1)!.columns,
    accepted: all.flatMap((b) => b.accepted),
    rejected: all.flatMap((b) => b.rejected),
    known: all.reduce((sum, b) => sum + b.known, 0),
  }
}

describe('reading a feed', () => {
  test('fills values that the mapping gives to all rows without a column', async () => {
    const settings = settingsOf({ sku: 'sku' })
    settings.mapping.push({ field: 'quantity', from: '', transforms: [{ kind: 'default', text: '5' }] })
    const { batches } = await readFeed(written('sku\nA\n'), settings)
    for await (const { accepted } of batches) expect(accepted).toMatchObject([{ values: ['A', '5'] }])
  })
  test('returns checked rows, and rejected rows with their cells', async () => {
    const got = await read('sku,price,upc\nA,1,12\n,2,\n', {
      wholesale_price: 'price',
      sku: 'sku',
      upc: 'upc',
    })
    expect(got).toMatchObject({
      encoding: 'utf-8',
      encodingBy: 'guess',
      fields: ['wholesale_price', 'sku', 'upc'],
      columns: ['sku', 'price', 'upc'],
      accepted: [
        { line: 2, values: ['1', 'A', '12'], warnings: [{ column: 'upc', reason: 'Invalid GTIN' }] },
      ],
      rejected: [{ line: 3, cells: ['', '2', ''], issue: { column: 'sku', value: '', reason: 'No SKU' } }],
      known: 0,
    })
    expect(got.accepted[0]!.hashA).not.toBe(0)
    expect(got.accepted[0]!.hashB).not.toBe(0)
  })
  test('leaves placeholders out if the rules say so, each with its line and reason', async () => {
    const settings = settingsOf({ sku: 'sku', title: 'title', wholesale_price: 'price' })
    const text =
      'sku,title,price\nA,Oak shelf,5\nTEST-1,Thing,5\nB,Test product,5\nC,Steel hook,9999\nD,,\nE,,7\n'
    const readWith = async (placeholder_row: 'accept' | 'leave_out') => {
      const rules = { ...settings.rules, placeholder_row }
      const { batches } = await readFeed(written(text), { ...settings, rules })
      const all: ReadBatch[] = []
      for await (const batch of batches) all.push(batch)
      return {
        accepted: all.flatMap((b) => b.accepted.map((row) => row.values[0])),
        leftOut: all.flatMap((b) => b.leftOut.map(({ line, reason }) => `${line} ${reason}`)),
      }
    }
    expect(await readWith('accept')).toEqual({ accepted: ['A', 'TEST-1', 'B', 'C', 'D', 'E'], leftOut: [] })
    expect(await readWith('leave_out')).toEqual({
      accepted: ['A', 'E'],
      leftOut: ['3 Placeholder', '4 Placeholder', '5 Placeholder', '6 Placeholder'],
    })
    const decor = Array.from({ length: 12 }, (_, i) => `S-${i},Décor shelf ${i},5`)
    settings.rules.placeholder_row = 'leave_out'
    const { batches } = await readFeed(
      written(['sku,title,price', ...decor, 'X,Décor N/A,5'].join('\n')),
      settings,
    )
    for await (const { accepted, leftOut } of batches)
      expect([accepted.length, leftOut.map(({ line }) => line)]).toEqual([12, [14]])
  })
  test('says how the encoding was determined', async () => {
    expect(await read('sku\nÄ\n', undefined, { encoding: 'utf-8' })).toMatchObject({ encodingBy: 'setting' })
    const workbook = await read(await madeCases.xlsx!(), { sku: 'sku' }, { kind: 'xlsx' })
    expect(workbook).toMatchObject({
      encoding: 'utf-8',
      encodingBy: 'format',
      accepted: [{ values: ['A-1'] }],
    })
  })
  test('counts the rows that the caller already knows', async () => {
    const second = { knownRow: (_a: number, _b: number, line: number) => line === 3 }
    const got = await read('sku\nA\nB\nC\n', undefined, {}, second)
    expect(got.accepted.map((r) => r.line)).toEqual([2, 4])
    expect(got).toMatchObject({ rejected: [], known: 1 })
    const lines = await read('{"sku":"A"}\n{"sku":"B"}\n{"sku":"C"}\n', undefined, { kind: 'jsonl' }, second)
    expect(lines).toMatchObject({ accepted: [{ line: 1 }, { line: 2 }], known: 1 })
  })
  test('skips no row that depends on another', async () => {
    const got = await read('h,sku\nA,1\nA,2\n', undefined, { group: 'h' }, { knownRow: () => true })
    expect(got).toMatchObject({ accepted: [{ values: ['1'] }, { values: ['2'] }], known: 0 })
  })
  test('reports where its time went, without its caller’s', async () => {
    let t = 0
    const watch = { now: () => ++t, decode: 0, parse: 0, check: 0 }
    const began = watch.now()
    const text = `sku\n${'A\n'.repeat(9000)}${'\n'.repeat(3_000_000)}B\n`
    const { batches } = await readFeed(written(text), settingsOf({ sku: 'sku' }), { watch })
    let own = 0
    for await (const batch of batches) {
      own += batch.accepted.length
      t += batch.accepted.length
    }
    const passed = watch.now() - began - own
    expect(watch.decode).toBeGreaterThan(0)
    expect(watch.parse).toBeGreaterThan(0)
    expect(watch.check).toBeGreaterThan(0)
    // a tick lies between two phases
    const spent = watch.decode + watch.parse + watch.check
    expect(spent).toBeLessThan(passed)
    expect(spent).toBeGreaterThan(passed / 2)
  })
  test('can return plain records, as written in the file', async () => {
    const { batches, encoding } = await openRecords(
      written('h,title\nA,Hat\nA,\n'),
      feedFormat.parse({ kind: 'csv', group: 'h' }),
    )
    expect(encoding).toBe('utf-8')
    for await (const batch of batches)
      expect(batch.rows.map((r) => r.cells)).toEqual([
        ['A', 'Hat'],
        ['A', 'Hat'],
      ])
  })
})

describe('a file is refused', () => {
  test('if it has no rows', async () => {
    const refusal = { code: 'empty', message: 'The file has no rows' }
    await expect(read('sku\n')).rejects.toMatchObject(refusal)
    await expect(read('[]', undefined, { kind: 'json' })).rejects.toMatchObject(refusal)
  })
  test('for its own faults before a missing mapping is reported', async () => {
    const unmapped = { title: 'sku' } as const
    await expect(read('', unmapped)).rejects.toMatchObject({ code: 'empty' })
    await expect(read('sku\n', unmapped)).rejects.toMatchObject({ code: 'empty' })
    await expect(read('<!doctype html><title>Sign in</title>', unmapped)).rejects.not.toMatchObject({
      code: 'no_sku_mapping',
    })
  })
  test('if no column is mapped to SKU', async () => {
    await expect(read('sku\nA\n', { title: 'sku' })).rejects.toMatchObject({
      code: 'no_sku_mapping',
      message: 'No column is mapped to the SKU',
    })
  })
  test.each(['sku', 'wholesale_price', 'quantity'] as const)(
    'if it has no column of the %s, with a list of its columns',
    async (field) => {
      const refusal = {
        code: 'column_gone',
        message: `The column “gone” (${productFields[field].label}) isn't in the file; it has “id”, “b”`,
      }
      const mapping = { sku: 'id', [field]: 'gone' }
      await expect(read('id,b\nA,1\n', mapping)).rejects.toMatchObject(refusal)
      await expect(read('[{"id":1,"b":2}]', mapping, { kind: 'json' })).rejects.toMatchObject(refusal)
    },
  )
  test('with at most 12 of its columns named', async () => {
    const named = (n: number) => Array.from({ length: n }, (_, i) => `c${i}`)
    const told = (n: number) => read(`${named(n).join(',')}\n${','.repeat(n - 1)}\n`, { sku: 'gone' })
    const twelve = named(12)
      .map((c) => `“${c}”`)
      .join(', ')
    await expect(told(12)).rejects.toMatchObject({ message: expect.stringMatching(new RegExp(`${twelve}$`)) })
    await expect(told(13)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`${twelve} …$`)),
    })
    await expect(read(`${'x'.repeat(101)}\nA\n`, { sku: 'gone' })).rejects.toMatchObject({
      message: expect.stringMatching(/it has “x{100}”$/),
    })
  })
  test('but not if another column is missing', async () => {
    expect(await read('sku\nA\n', { sku: 'sku', title: 'gone' })).toMatchObject({
      accepted: [{ values: ['A', null] }],
    })
  })
  test('but not if only later items have a column', async () => {
    const items = [...Array.from({ length: 3000 }, () => ({ sku: 'A' })), { sku: 'B', qty: 5 }]
    const got = await read(JSON.stringify(items), { sku: 'sku', quantity: 'qty' }, { kind: 'json' })
    expect(got.accepted.at(-1)!.values).toEqual(['B', '5'])
  })
})

describe('grouped rows', () => {
  const group = (content: string, columns: string[], format: Partial<FeedFormat> = {}) =>
    read(
      content,
      Object.fromEntries([
        ['sku', 'sku'],
        ...columns.map((c, i) => [['title', 'description', 'manufacturer'][i], c]),
      ]),
      { group: 'Handle', ...format },
    ).then((got) => got.accepted.map((r) => r.values))

  test('take blank product cells from the first row of the group, but not variant cells', async () => {
    const rows = [
      'Handle,sku,Title,Image Src',
      'hat,H-1,Hat,1.jpg',
      'hat,H-2,,',
      'hat,H-3,Another hat,',
      'hat,H-4,,',
      'cap,C-1,,',
      'hat,H-5,,',
      ',N-1,Loose,',
      ',N-2,,',
    ]
    expect(await group(rows.join('\n'), ['Title', 'Image Src'])).toEqual([
      ['H-1', 'Hat', '1.jpg'],
      ['H-2', 'Hat', null],
      ['H-3', 'Another hat', null],
      ['H-4', 'Hat', null],
      ['C-1', null, null],
      ['H-5', null, null],
      ['N-1', 'Loose', null],
      ['N-2', null, null],
    ])
  })
  test.each(
    'Title|Body (HTML)|Vendor|brand|Type|Tags|Long Description|Product Category|Option1 Name'.split('|'),
  )('take the %s', async (column) => {
    expect(await group(`Handle,sku,${column}\nA,1,x\nA,2,\n`, [column])).toEqual([
      ['1', 'x'],
      ['2', 'x'],
    ])
  })
  test.each(['Variant Price', 'Option1 Value', 'Named', 'Image Src'])('don’t take the %s', async (column) => {
    expect(await group(`Handle,sku,${column}\nA,1,x\nA,2,\n`, [column])).toEqual([
      ['1', 'x'],
      ['2', null],
    ])
  })
  test('are grouped across batches', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => `A,${i},`).join('\n')
    const values = await group(`Handle,sku,Title\nA,first,Hat\n${many}\n`, ['Title'])
    expect(new Set(values.map(([, title]) => title))).toEqual(new Set(['Hat']))
    expect(values).toHaveLength(2501)
  })
  test('that contain only images add them to the product, and don’t count as rows', async () => {
    const rows = [
      'Handle,sku,Title,Image Src,Image Position',
      'hat,H-1,Hat,1.jpg,1',
      'hat,H-2,,2.jpg,2',
      'hat,,,3.jpg,3',
      'hat,,,4.jpg,4',
      'cap,,,,',
      'cap,,,5.jpg,1',
      'cap,,Cap,6.jpg,2',
      'bag,B-1,Bag,7.jpg,1',
      'bag,,,8.jpg,',
    ]
    const got = await read(
      rows.join('\n'),
      { sku: 'sku', images: 'Image Src', title: 'Image Position' },
      { group: 'Handle' },
    )
    expect(got.accepted.map((r) => [r.line, ...r.values])).toEqual([
      [2, 'H-1', '1.jpg\n3.jpg\n4.jpg', '1'],
      [3, 'H-2', '2.jpg', '2'],
      [9, 'B-1', '7.jpg\n8.jpg', '1'],
    ])
    // a row with more than an image lacks its SKU
    expect(got.rejected.map((r) => [r.line, r.issue.reason])).toEqual([
      [6, 'No SKU'],
      [8, 'No SKU'],
    ])
  })
  test('of a very long group are passed on, including their images', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => `A,${i},,`).join('\n')
    const got = await read(
      `Handle,sku,Title,Image\nA,first,Hat,1.jpg\nA,,,2.jpg\n${many}\nA,,,3.jpg\nB,last,,\n`,
      { sku: 'sku', images: 'Image' },
      { group: 'Handle' },
    )
    expect(got.accepted.map((r) => r.values[0])).toEqual([
      'first',
      ...Array.from({ length: 2500 }, (_, i) => String(i)),
      'last',
    ])
    expect(got.accepted.flatMap((r) => r.values[1] ?? [])).toEqual(['1.jpg\n2.jpg'])
    expect(got.rejected).toEqual([])
  })
  test('add images, but not their other values and no more images than a product can have', async () => {
    const got = await read(
      'Handle,sku,Image,Photo alt,Picture order\nA,1,1.jpg,A hat,7\nA,,2.jpg,Its back,8\n',
      { sku: 'sku', images: 'Image', title: 'Photo alt', description: 'Picture order' },
      { group: 'Handle' },
    )
    expect(got.accepted.map((r) => r.values)).toEqual([['1', '1.jpg\n2.jpg', 'A hat', '7']])
    const many = Array.from({ length: 300 }, () => `A,,${'x'.repeat(999)}`).join('\n')
    const format = feedFormat.parse({ kind: 'csv', group: 'Handle' })
    const { batches } = await openRecords(written(`Handle,sku,Image\nA,1,\n${many}\n`), format)
    const lengths: number[] = []
    for await (const { rows } of batches) lengths.push(...rows.map((row) => row.cells[2]!.length))
    expect(lengths).toEqual([100_999])
  })
  test('need their columns even in a file that has only a header', async () => {
    await expect(read('Handle,code\n', { sku: 'sku' }, { group: 'Handle' })).rejects.toMatchObject({
      code: 'column_gone',
    })
  })
  test('stay unchanged if their cells don’t match the header, or the column is missing', async () => {
    const ragged = await read('Handle,sku,Title\nA,1,Hat\nA,\nA,2,,x\n', { sku: 'sku' }, { group: 'Handle' })
    expect(ragged.rejected.map((r) => r.cells)).toEqual([
      ['A', ''],
      ['A', '2', '', 'x'],
    ])
    expect(await group('h,sku,Title\nA,1,Hat\nA,2,\n', ['Title'])).toEqual([
      ['1', 'Hat'],
      ['2', null],
    ])
  })
})

test.each(['\n <HTML lang="en">', '<head>', '<body class="x">', '<!doctype HTML>'])(
  'a web page is recognized by how it starts: %j',
  async (begin) => {
    await expect(read(`${begin}<title> 503, busy </title>\n`)).rejects.toMatchObject({
      code: 'page',
      message: 'The file is a web page, “503, busy”, not a feed',
    })
  },
)
test('a column may be named like the start of a web page', async () => {
  expect((await read('<header>,sku\nx,A\n')).accepted).toHaveLength(1)
})
