import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeAbandoned } from './fetched-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'feedstock-abandoned-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('files left by a killed process are removed after a day, and other files stay', async () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const hoursOld = { 'feedstock-feed-old': 25, 'feedstock-feed-read': 23, 'somebody-elses': 90 }
  for (const [name, hours] of Object.entries(hoursOld)) {
    writeFileSync(join(folder, name), 'sku')
    const then = (now - hours * 3_600_000) / 1000
    utimesSync(join(folder, name), then, then)
  }
  expect(await removeAbandoned(now, folder)).toBe(1)
  expect(readdirSync(folder).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'feedstock-feed-read',
    'somebody-elses',
  ])
})
