import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedMapping, feedRules } from '#contract/feeds/settings.ts'
import { made } from './cases/make.ts'
import { gtinIsRight } from './check.ts'
import { FeedFailure, unpackLimits } from './failure.ts'
import { detectFormat, hasFingerprint, mustBeZip } from './formats.ts'
import { suggest, suggestMapping } from './presets.ts'
import { readFeed } from './read.ts'

interface Expected {
  accepted?: (string | null)[][]
  rejected?: [line: number, reason: string][]
  warnings?: Record<string, number>
  encoding?: string
  failure?: string
  line?: number
}
const cases = join(import.meta.dirname, 'cases')
const work = mkdtempSync(join(tmpdir(), 'feedstock-cases-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

/** The real limits but for the size from which a bomb is one: a small file shows it. */
const small = { ...unpackLimits, ratioFrom: 256 * 1024 }

async function read(path: string, settings: { format: unknown; mapping: unknown; rules: unknown }) {
  const parsed = {
    format: feedFormat.parse(settings.format),
    mapping: feedMapping.parse(settings.mapping),
    rules: feedRules.parse(settings.rules),
  }
  const reading = await readFeed(path, parsed, { unpackLimits: small })
  const out = {
    accepted: [] as (string | null)[][],
    rejected: [] as [number, string][],
    warnings: {} as Record<string, number>,
    encoding: reading.encoding,
    columns: [] as readonly string[],
  }
  for await (const batch of reading.batches) {
    out.columns = batch.columns
    for (const row of batch.accepted) {
      out.accepted.push(row.values)
      for (const w of row.warnings ?? []) out.warnings[w.reason] = (out.warnings[w.reason] ?? 0) + 1
    }
    for (const row of batch.rejected) out.rejected.push([row.line, row.issue.reason])
  }
  return out
}

describe('a feed’s file', () => {
  test.each(
    readdirSync(cases, { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name),
  )('%s', async (name) => {
    const folder = join(cases, name)
    let path = join(folder, readdirSync(folder).find((f) => f.startsWith('feed.')) ?? 'none')
    if (!existsSync(path)) writeFileSync((path = join(work, name)), await made[name]!())
    const expected = json(join(folder, 'expected.json')) as Expected
    const settings = json(join(folder, 'mapping.json')) as {
      format: unknown
      mapping: unknown
      rules: unknown
    }
    if (expected.failure) {
      const failure = await read(path, settings).then(
        () => undefined,
        (e: unknown) => e,
      )
      expect(failure).toBeInstanceOf(FeedFailure)
      expect(failure).toMatchObject({ code: expected.failure, ...(expected.line && { line: expected.line }) })
      return
    }
    const got = await read(path, settings)
    expect(got.accepted).toEqual(expected.accepted)
    expect(
      got.rejected.map(([line, reason], i) => [line, reason.slice(0, expected.rejected?.[i]?.[1].length)]),
    ).toEqual(expected.rejected)
    expect(got.warnings).toEqual(expected.warnings)
    if (expected.encoding) expect(got.encoding).toBe(expected.encoding)
  })
})

test('what unpacks to 200 times its size is a bomb from 64 MB on, and 8 GB are too much of anything', () => {
  expect(unpackLimits).toEqual({ bytes: 8 * 1024 ** 3, ratio: 200, ratioFrom: 64 * 1024 ** 2 })
})

describe('a file that breaks off or goes wrong', () => {
  const csv = {
    format: { kind: 'csv', encoding: 'utf-8' },
    mapping: [{ field: 'sku', from: 'sku' }],
    rules: {},
  }
  const failure = async (bytes: Buffer, format: object = csv.format) => {
    const path = join(work, 'wrong')
    writeFileSync(path, bytes)
    return read(path, { ...csv, format }).then(
      () => 'read',
      (e: unknown) => (e as Error).message,
    )
  }
  const many = Buffer.from(`sku\n${'Žluťoučký kůň\n'.repeat(60_000)}`)

  test.each([0, 1, 2, 3])('names the byte that isn’t UTF-8, wherever a chunk ends (%i)', async (more) => {
    const at = 786_430 + more
    const good = Buffer.concat([
      Buffer.from('sku\n'),
      Buffer.alloc(at - 4 - 13, 'e'),
      Buffer.from('\nlast letters'),
    ])
    expect(good).toHaveLength(at)
    const message = `The file isn't UTF-8 from its byte ${at + 1} on`
    expect(await failure(Buffer.concat([good, Buffer.from([0xff]), many]))).toContain(message)
    expect(await failure(Buffer.concat([good, Buffer.from([0xe2, 0x28]), many]))).toContain(message)
    expect(await failure(Buffer.concat([good, Buffer.from([0xe2, 0x82])]))).toContain(message)
  })
  test('names the byte of UTF-16 too, its mark counted', async () => {
    const good = Buffer.from(`\ufeffsku\n${'č\n'.repeat(200_000)}`, 'utf16le')
    const wrong = await failure(Buffer.concat([good, Buffer.from([0x00, 0xdc]), good]))
    expect(wrong).toContain(`isn't UTF-16LE from its byte ${good.length + 1} on`)
  })
  test('says where a packed file ends too early or is damaged', async () => {
    const packed = gzipSync(many, { level: 0 })
    expect(await failure(packed.subarray(0, 300_000))).toContain(
      'broken: it ends after byte 300000, in the middle',
    )
    packed[600_000]! ^= 0xff
    expect(await failure(packed, { kind: 'csv', encoding: 'windows-1252' })).toMatch(
      /broken between its bytes \d+ and \d+:/,
    )
  })
})

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
  ] as const)('is told by a file’s beginning and its name: %s %j', async (name, body, kind) => {
    expect(await detect(name, body)).toBe(kind)
  })
  test('is told of a workbook, and of what a zip archive holds', async () => {
    expect(await detect('stock', await made.xlsx!())).toBe('xlsx')
    expect(await detect('stock.xlsx', await made['zip-with-one-file']!())).toBe('xlsx')
    expect(await detect('stock.csv.zip', await made['zip-with-one-file']!())).toBe('csv')
  })
  test('must be packed where its name says zip or Excel, unless it says gzip', () => {
    const names = ['a.zip', 'a.csv.ZIP', 'a.xlsx', 'a.xlsx.gz', 'a.csv', 'a.csv.gz', 'a']
    expect(names.filter(mustBeZip)).toEqual(['a.zip', 'a.csv.ZIP', 'a.xlsx'])
  })
  test('lets rows be known by their text where a row is a line of its own', () => {
    const known = (format: object) => hasFingerprint(feedFormat.parse(format))
    expect([{ kind: 'csv' }, { kind: 'jsonl' }].map(known)).toEqual([true, true])
    expect([{ kind: 'csv', group: 'Handle' }, { kind: 'json' }, { kind: 'xml' }].map(known)).toEqual([
      false,
      false,
      false,
    ])
  })
  test('that a shop is known by brings its grouping and its lenient rule along', () => {
    const now = {
      format: feedFormat.parse({ kind: 'csv', encoding: 'utf-8' }),
      rules: feedRules.parse({ warn_percent: 9 }),
    }
    const columns = ['Handle', 'Title', 'Vendor', 'Variant SKU', 'Variant Price']
    expect(suggest(columns, now)).toMatchObject({
      format: { kind: 'csv', delimiter: ',', group: 'Handle', encoding: 'utf-8' },
      rules: { ragged_row: 'accept', warn_percent: 9 },
    })
    expect(suggest(['a', 'sku'], now)).toMatchObject({
      preset: undefined,
      ...now,
      mapping: [{ field: 'sku' }],
    })
  })
})

test('any cells come back as they were written, however they are quoted and cut into chunks', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'Z', '"', ',', '\n', ';', 'é', ' x'), maxLength: 6 })
    .map((s) => `k${s.trim()}`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
      const path = join(work, 'property.csv')
      const quoted = (s: string) => (/[",\n]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s)
      writeFileSync(path, ['sku,title', ...rows.map((r) => r.map(quoted).join(','))].join('\n'))
      const { accepted } = await read(path, {
        format: { kind: 'csv', delimiter: ',' },
        mapping: [
          { field: 'sku', from: 'sku' },
          { field: 'title', from: 'title' },
        ],
        rules: {},
      })
      expect(accepted).toEqual(rows)
    }),
  )
})

test('a GTIN’s check digit is GS1’s', () => {
  expect(['036000291452', '4006381333931', '96385074', '10614141000415'].map(gtinIsRight)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(gtinIsRight('4006381333932')).toBe(false)
})

test('columns get their likeliest field once', () => {
  expect(
    suggestMapping(['Item No', 'SKU', 'Product Name', 'Dealer Price', 'Qty Available', 'UPC Code']).map(
      (m) => [m.field, m.from],
    ),
  ).toEqual([
    ['sku', 'SKU'],
    ['title', 'Product Name'],
    ['wholesale_price', 'Dealer Price'],
    ['quantity', 'Qty Available'],
    ['upc', 'UPC Code'],
  ])
})
