import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedMapping, feedRules } from '#contract/feeds/settings.ts'
import { madeCases, zip } from '../cases/make.ts'
import { detectFormat, hasFingerprint, mustBeZip } from './formats.ts'
import { openRecords, readFeed } from '../read.ts'

const work = mkdtempSync(join(tmpdir(), 'feedstock-formats-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe('a format', () => {
  const detect = async (name: string, body: string | Buffer) => {
    const path = join(work, 'detect')
    writeFileSync(path, body)
    return detectFormat(path, name)
  }
  test.each([
    ['a.csv', 'sku,price\n', 'csv'],
    ['a.tsv.gz', gzipSync('sku\tprice\n'), 'csv'],
    ['prices.txt', '<?xml version="1.0"?><r/>', 'xml'],
    ['prices', '\ufeff<rss><channel/></rss>', 'xml'],
    ['prices', Buffer.from('\ufeff<rss><channel/></rss>', 'utf16le'), 'xml'],
    ['catalog.yml', '<yml_catalog></yml_catalog>', 'xml'],
    ['prices.csv', '[id],price\n1,2\n', 'csv'],
    ['export', '{\n  "products": []\n}', 'json'],
    ['export', '[{"sku":"A"}]', 'json'],
    ['export', '{"sku":"A"}\n{"sku":"B"}\n', 'jsonl'],
    ['export.jsonl', '{"sku":"A"}\n', 'jsonl'],
    ['832.txt', 'ISA*00*          *00*', 'x12'],
    ['export', '{not json}\n{not json}\n', undefined],
    ['export', '{"list":\n{"sku":"A"}}', 'json'],
    ['export', '{"sku":"A"}', 'json'],
    ['export.jsonl', '{"sku":"A"}', 'jsonl'],
    ['export', 'sku,price\n', undefined],
    ['export', ' \n<r/>', 'xml'],
    ['export', 'sku <r/>', undefined],
    ['export', ' {"a":[]}', 'json'],
    ['export', 'sku {"a":[{}]}', undefined],
    ['export', ' {"sku":"A"}\n {"sku":"B"}\n', 'jsonl'],
    ['export.jsonl', ' {"sku":"A"}', 'jsonl'],
    ['export', '[1,2]\n', undefined],
    ['export', '{"sku":"A"}\n[]\n', 'json'],
    ['export', ' \nISA*00*', 'x12'],
    ['export', 'VISA*00*', undefined],
  ] as const)('is recognized by how the file starts and by its name: %s %j', async (name, body, kind) => {
    expect(await detect(name, body)).toBe(kind)
  })
  test('is recognized for workbooks and for files inside a zip archive', async () => {
    expect(await detect('stock', await madeCases.xlsx!())).toBe('xlsx')
    expect(await detect('stock.xlsx', await madeCases['zip-with-one-file']!())).toBe('xlsx')
    expect(await detect('stock.csv.zip', await madeCases['zip-with-one-file']!())).toBe('csv')
    expect(await detect('stock', await zip({ 'stock.csv': '{"products":[]}' }))).toBe('json')
    expect(await detect('stock', await zip({ a: '<r/>', b: '<r/>' }))).toBeUndefined()
  })
  test('must be a zip file if its name says zip or Excel, unless it says gzip', () => {
    const names = [
      'a.zip',
      'a.csv.ZIP',
      'a.xlsx',
      'a.xlsx.gz',
      'a.csv',
      'a.csv.gz',
      'a',
      'a.zip.csv',
      'a.gz.xlsx',
    ]
    expect(names.filter(mustBeZip)).toEqual(['a.zip', 'a.csv.ZIP', 'a.xlsx', 'a.gz.xlsx'])
  })
  test.each([
    ['csv', { delimiter: ';' }, 'sku,a;b\nA;1\n', [['A', '1']]],
    ['xml', { item: 'b' }, '<r><item><sku>A</sku></item><b><sku>B</sku></b></r>', [['B']]],
    ['json', { item: 'b' }, '{"a":[{"sku":"A"}],"b":[{"sku":"B"}]}', [['B']]],
    ['jsonl', {}, '{"sku":"A"}\n{"sku":"B"}\n', [['A'], ['B']]],
    ['x12', {}, `ISA${'*'.repeat(15)}*>~LIN**SK*A~`, [['A']]],
  ] as const)('is read with its settings: %s', async (kind, more, body, cells) => {
    const path = join(work, 'read')
    writeFileSync(path, body)
    const { batches } = await openRecords(path, feedFormat.parse({ kind, ...more }))
    for await (const batch of batches) expect(batch.rows.map((r) => r.cells)).toEqual(cells)
  })
  test('based on lines rejects rows narrower than the header only if lines have no names of their own', async () => {
    const path = join(work, 'ragged')
    const rejected = async (kind: string, body: string) => {
      writeFileSync(path, body)
      const mapping = feedMapping.parse([{ field: 'sku', from: 'sku' }])
      const settings = { format: feedFormat.parse({ kind }), mapping, rules: feedRules.parse({}) }
      let count = 0
      for await (const batch of (await readFeed(path, settings)).batches) count += batch.rejected.length
      return count
    }
    expect(await rejected('csv', 'sku,title\nA,Hat\nB\n')).toBe(1)
    expect(await rejected('jsonl', '{"sku":"A"}\n{"sku":"B","title":"Hat"}\n{"sku":"C"}\n')).toBe(0)
  })
  test('identifies rows by their text if each row is a separate line', () => {
    const known = (format: object) => hasFingerprint(feedFormat.parse(format))
    expect([{ kind: 'csv' }, { kind: 'jsonl' }].map(known)).toEqual([true, true])
    expect([{ kind: 'csv', group: 'Handle' }, { kind: 'json' }, { kind: 'xml' }].map(known)).toEqual([
      false,
      false,
      false,
    ])
  })
})
