import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedMapping, feedRules } from '#contract/feeds/settings.ts'
import { madeCases } from './cases/make.ts'
import { FeedFailure, unpackLimits } from './failure.ts'
import { readFeed } from './read.ts'

interface Expected {
  accepted?: (string | null)[][]
  rejected?: [line: number, reason: string][]
  warnings?: Record<string, number>
  /** Lines that aren't rows. */
  left_out?: [line: number, reason: string][]
  encoding?: string
  /** What was assumed about the file. */
  notes?: string[]
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
    leftOut: [] as [number, string][],
    encoding: reading.encoding,
    notes: reading.traits.notes ?? [],
    columns: [] as readonly string[],
  }
  for await (const batch of reading.batches) {
    out.columns = batch.columns
    for (const row of batch.accepted) {
      out.accepted.push(row.values)
      for (const w of row.warnings ?? []) out.warnings[w.reason] = (out.warnings[w.reason] ?? 0) + 1
    }
    for (const { line, reason } of batch.leftOut) out.leftOut.push([line, reason])
    for (const row of batch.rejected) out.rejected.push([row.line, row.issue.reason])
  }
  return out
}

describe('reading a feed’s file', () => {
  test.each(
    readdirSync(cases, { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name),
  )('%s', async (name) => {
    const folder = join(cases, name)
    let path = join(folder, readdirSync(folder).find((f) => f.startsWith('feed.')) ?? 'none')
    if (!existsSync(path)) writeFileSync((path = join(work, name)), await madeCases[name]!())
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
    expect(got.leftOut).toEqual(expected.left_out ?? [])
    if (expected.notes) expect(got.notes).toEqual(expected.notes)
    if (expected.encoding) expect(got.encoding).toBe(expected.encoding)
  })
})
