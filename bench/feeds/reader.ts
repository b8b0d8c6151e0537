// A wide file, as a person previews it and as a run reads it: 300 columns, quotes and line breaks in cells.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { feedFormat, feedRules, type FeedMapping } from '#contract/feeds/settings.ts'
import { previewInThread } from '#server/areas/feeds/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'
import { makeBenchFeed, secondsOfRun, startWorker, type Figure } from '../feed.ts'

const rows = 50_000
const columns = 300
const previewSeconds = 3
const runSeconds = 5
const megabytes = 350

const mapping: FeedMapping = (
  [
    ['sku', 'sku'],
    ['title', 'title'],
    ['wholesale_price', 'price'],
    ['quantity', 'stock'],
  ] as const
).map(([field, from]) => ({ field, from, transforms: [] }))

function* lines(): Generator<string> {
  const others = Array.from({ length: columns - 4 }, (_, i) => `attribute ${i}`)
  yield `${['sku', 'title', 'price', 'stock', ...others].join(',')}\n`
  for (let row = 0; row < rows; row++) {
    const cells = others.map((_, i) => {
      if (i % 40 === 7) return `"a ""quoted"" text\nin two lines, ${row}"`
      return i % 5 === 0 ? '' : `v${(row * (i + 1)) % 99_991}`
    })
    yield `S-${row},"Title, of ${row}",${(row % 500) + 0.5},${row % 40},${cells.join(',')}\n`
  }
}

export async function benchReader(url: string, dir: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(dir, 'bench-'))
  const path = join(folder, 'files', 'suppliers', 'wide.csv')
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const services = await openServices(config, url, createLog('silent'), { supervise: false })
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    await services.files.put('suppliers/wide.csv', Readable.from(lines()))
    const settings = { format: feedFormat.parse({ kind: 'csv' }), mapping: [], rules: feedRules.parse({}) }
    const began = performance.now()
    const file = { path, name: 'wide.csv', settings, detect: true, rows: 30 }
    await previewInThread(file, new AbortController().signal, () => {})
    const previewed = (performance.now() - began) / 1000
    const feedId = await makeBenchFeed(services, mapping)
    worker = startWorker(url, folder, 'monitoring')
    const ran = await secondsOfRun(services, feedId, 'wide.csv')
    const peak = await worker.stop()
    const size = `${columns} columns and ${rows.toLocaleString('en-US')} rows (${(statSync(path).size / 1e6).toFixed(0)} MB)`
    return [
      figure(`preview of ${size}`, [previewed, previewSeconds, 's']),
      figure(`run of ${size}`, [ran, runSeconds, 's']),
      figure("the worker's peak memory", [peak, megabytes, 'MB']),
    ]
  } finally {
    await worker?.stop()
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const figure = (subject: string, [value, limit, unit]: [number, number, string]): Figure => ({
  subject,
  result: `${unit === 's' ? value.toFixed(2) : value} ${unit}`,
  limit: `${limit} ${unit}`,
  ratio: (value / limit).toFixed(2),
  aim: '<= 1',
})
