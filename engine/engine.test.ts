import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedMapping, feedRules } from '#contract/feeds/settings.ts'
import { made } from './cases/make.ts'
import { gtinIsRight } from './check.ts'
import { decide } from './decide.ts'
import { FeedFailure } from './failure.ts'
import { suggestMapping } from './presets.ts'
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

async function read(path: string, settings: { format: unknown; mapping: unknown; rules: unknown }) {
  const reading = await readFeed(path, {
    format: feedFormat.parse(settings.format),
    mapping: feedMapping.parse(settings.mapping),
    rules: feedRules.parse(settings.rules),
  })
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
    const settings = json(join(folder, 'mapping.json')) as { format: unknown; mapping: unknown; rules: unknown }
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
    expect(got.rejected.map(([line, reason], i) => [line, reason.slice(0, expected.rejected?.[i]?.[1].length)])).toEqual(expected.rejected)
    expect(got.warnings).toEqual(expected.warnings)
    if (expected.encoding) expect(got.encoding).toBe(expected.encoding)
  })
})

test('any cells come back as they were written, however they are quoted and cut into chunks', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'Z', '"', ',', '\n', ';', 'é', ' x'), maxLength: 6 }).map((s) => `k${s.trim()}`)
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
  expect(['036000291452', '4006381333931', '96385074', '10614141000415'].map(gtinIsRight)).toEqual([true, true, true, true])
  expect(gtinIsRight('4006381333932')).toBe(false)
})

test('columns get their likeliest field once', () => {
  expect(suggestMapping(['Item No', 'SKU', 'Product Name', 'Dealer Price', 'Qty Available', 'UPC Code']).map((m) => [m.field, m.from])).toEqual([
    ['sku', 'SKU'],
    ['title', 'Product Name'],
    ['wholesale_price', 'Dealer Price'],
    ['quantity', 'Qty Available'],
    ['upc', 'UPC Code'],
  ])
})

describe('the decision', () => {
  const counts = (products: number, in_stock = products, titles = products) => ({ products, in_stock, filled: { sku: products, title: titles } })
  const rules = feedRules.parse({})
  const verdict = (...args: Parameters<typeof decide>) => decide(...args).verdict
  test('holds what moved by more than the threshold, either way, and not what moved by just that', () => {
    expect(verdict(counts(100), counts(85), 0, rules, null)).toBe('apply')
    expect(verdict(counts(100), counts(84), 0, rules, null)).toBe('hold')
    expect(verdict(counts(100), counts(116), 0, rules, null)).toBe('hold')
  })
  test('looks at stock, prices and fill rates too', () => {
    expect(verdict(counts(100), counts(100, 50), 0, rules, null)).toBe('hold')
    expect(verdict(counts(100), counts(100), 16, rules, null)).toBe('hold')
    expect(verdict(counts(100), counts(100, 100, 60), 0, rules, null)).toBe('hold')
  })
  test('warns from 5 %, applies a first load, and lets a one-time threshold decide', () => {
    expect(decide(counts(100), counts(93), 0, rules, null).measures[0]).toMatchObject({ moved: -7, verdict: 'warn' })
    expect(decide(counts(0), counts(500), 0, rules, null)).toMatchObject({ verdict: 'apply', first_load: true })
    expect(verdict(counts(100), counts(40), 0, rules, 70)).toBe('apply')
  })
})
