import { describe, expect, test } from 'vitest'
import { isWithinHour, spansOf } from './spans.ts'
import { imagesPerMinute, inputsOf, resultOf } from './job-words.ts'
import { shortTime } from '../../ui/time.ts'
import { recordNoun, typeLabel } from '#contract/jobs/types.ts'

const job = (job_spec_name: string, payload: object, result: object | null = null) => ({
  job_spec_name,
  param_name: 'dropshipper_id',
  subject: 'Cobalt Tools',
  payload: payload as Record<string, unknown>,
  result: result as Record<string, unknown> | null,
})

test('job types and records have everyday names', () => {
  expect([typeLabel({ job_spec_name: 'BASIC_IMAGE' }), recordNoun('product_id'), recordNoun(null)]).toEqual([
    'Image check',
    'Product',
    'Record',
  ])
})

test('a store update for requests only says so, and one for everything says nothing', () => {
  expect(inputsOf(job('VENDOR_STORE_UPDATER_JOB', { asked: true }))).toEqual([
    ['Updates', 'Only requested ones'],
  ])
  expect(inputsOf(job('VENDOR_STORE_UPDATER_JOB', { asked: false }))).toEqual([])
})

test('a job’s inputs are shown in words, without what the header already shows', () => {
  expect(inputsOf(job('BASIC_IMAGE', { dropshipper_id: 4, host: null }))).toEqual([])
  expect(inputsOf(job('BASIC_IMAGE', { dropshipper_id: 4, host: 'img.example' }))).toEqual([
    ['Host', 'img.example'],
  ])
  expect(
    inputsOf(job('JOB_REPLAY_JOB', { job_type: 'BASIC_IMAGE', cause: 'The server answered #', by: 'Ann' })),
  ).toEqual([
    ['Job type', 'Image check'],
    ['Cause', 'The server answered …'],
  ])
  expect(inputsOf(job('X', { vendor_market_map_id: 4800 })).map(([, value]) => value)).toEqual(['4800'])
  // a cause is told as it was said, with its signs
  expect(inputsOf(job('JOB_REPLAY_JOB', { cause: 'Unexpected <html>, no list' }))).toEqual([
    ['Cause', 'Unexpected <html>, no list'],
  ])
  const since = '2020-03-04T12:00:00Z'
  expect(
    inputsOf(
      job('X', { feed_id: 1, feed_run_id: 2, by: 'Ann', sku: 'A-1', since, dry: true, hosts: ['a', 'b'] }),
    ),
  ).toEqual([
    ['SKU', 'A-1'],
    ['Failed since', shortTime(since)],
    ['Dry', 'Yes'],
    ['Hosts', 'a, b'],
  ])
})

describe('a job’s result', () => {
  test.each([
    ['BASIC_IMAGE', { checked: 1204, good: 1201, failed: 3 }, '1,204 images fetched, 3 failed'],
    [
      'PARTIAL_SOLR_SYNC_JOB',
      { updated: 54, unchanged: 27 },
      '54 products synced, 54 updated, 27 without a searchable change',
    ],
    [
      'BASIC_IMAGE',
      { checked: 1, unchanged: 5, added: 2, removed: 3 },
      '1 image fetched, 5 unchanged, 2 new in the catalog, 3 removed',
    ],
    ['BASIC_IMAGE', { failed: 2 }, '0 images fetched, 2 failed'],
    [
      'PARTIAL_SOLR_SYNC_JOB',
      { added: 2, updated: 4, removed: 1 },
      '7 products synced, 2 added, 4 updated, 1 removed',
    ],
    ['PARTIAL_SOLR_SYNC_JOB', { added: 1 }, '1 product synced, 1 added'],
    [
      'VARIANT_MAPPING_JOB',
      { looked_at: 9, mapped: 4, queued: 3, forgotten: 2 },
      '9 products checked, 4 mapped, 3 queued for review, 2 removed',
    ],
    ['VARIANT_MAPPING_JOB', { mapped: 1 }, '0 products checked, 1 mapped'],
    ['VENDOR_STORE_UPDATER_JOB', { sent: 1, files: 2 }, '1 product sent in 2 files'],
    ['VENDOR_STORE_UPDATER_JOB', { sent: 1 }, '1 product sent in 0 files'],
    [
      'JOB_REPLAY_JOB',
      { queued: 2, skipped: 1, gone: 3 },
      '2 records queued, 1 already queued or running, 3 deleted',
    ],
    ['JOB_REPLAY_JOB', { skipped: 1 }, '0 records queued, 1 already queued or running'],
    ['FEED_ROLLBACK_JOB', { removed: 1 }, '0 products restored, 1 removed'],
    ['DIAGNOSTIC_UPDATE_JOB', { wrong: 2, notes: 1 }, '2 issues, 1 to check'],
    ['DIAGNOSTIC_UPDATE_JOB', { wrong: 0, notes: 1 }, 'No issues, 1 to check'],
    ['SOMETHING_NEW', { state: 'rolled_back', feed_run_id: 4 }, 'Run rolled back'],
    ['SOMETHING_NEW', { state: 'rolled_back', rows: 2 }, 'Run rolled back, rows 2'],
    ['VARIANT_MAPPING_JOB', { looked_at: 1, mapped: 0, queued: 0 }, '1 product checked'],
    [
      'VENDOR_STORE_UPDATER_JOB',
      { sent: 1005, files: 1, bytes: 43_396 },
      '1,005 products sent in 1 file (42.4 kB)',
    ],
    ['VENDOR_STORE_UPDATER_JOB', { sent: 0 }, 'No products to send'],
    ['FEED_ROLLBACK_JOB', { restored: 18, removed: 5, feed_run_id: 1 }, '18 products restored, 5 removed'],
    ['DROPSHIPPER_MONITORING_JOB', { state: 'rolled_back' }, 'Run rolled back'],
    ['DROPSHIPPER_MONITORING_JOB', { state: 'applied', created: 1200 }, 'Run applied, created 1,200'],
    ['DROPSHIPPER_MONITORING_JOB', { state: 'held', feed_run_id: 7 }, 'Run held'],
    ['SOMETHING_ELSE', { feed_run_id: 7 }, 'No result recorded. See the log'],
    ['SOMETHING_NEW', { odd_count: 2, nested: { a: 1 } }, 'odd count 2, nested a 1'],
  ])('for %s with %o is a sentence', (type, result, sentence) =>
    expect(resultOf(job(type, {}, result))).toEqual({ sentence, findings: [] }),
  )
  test('includes its findings step by step', () => {
    const findings = [{ step: 'Feed', mark: 'wrong', text: 'Its feed is late' }]
    expect(resultOf(job('DIAGNOSTIC_UPDATE_JOB', {}, { findings, wrong: 1, notes: 0 }))).toEqual({
      sentence: '1 issue',
      findings,
    })
  })
  test('is missing if the job has none', () => {
    expect(resultOf(job('BASIC_IMAGE', {}))).toBeNull()
    expect(resultOf(job('BASIC_IMAGE', {}, {}))).toBeNull()
  })
})

test('attempts share one time scale, from queueing to the end', () => {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const attempt = (n: number, start: number, end: number | null) => ({
    attempt: n,
    server: 'vm',
    start_tm: at(start),
    end_tm: end === null ? null : at(end),
    outcome: null,
    reason: null,
  })
  const usual = { p50: 10, p95: 20, jobs: 9, of: 'record' as const }
  expect(
    spansOf({ queued_tm: at(0), attempts: [attempt(1, 10, 30), attempt(2, 40, null)], usual }, 100_000),
  ).toEqual([
    { waits: 0, begins: 0.1, ends: 0.3, usual: 0.3 },
    { waits: 0.3, begins: 0.4, ends: 1, usual: 0.6 },
  ])
  expect(spansOf({ queued_tm: at(0), attempts: [], usual }, 1)).toEqual([])
  // what is usual would be beyond the end, or isn't known
  const one = { queued_tm: at(0), attempts: [attempt(1, 10, 20)] }
  const whole = [{ waits: 0, begins: 0.5, ends: 1 }]
  expect(spansOf({ ...one, usual }, 100_000)).toEqual(whole)
  expect(spansOf({ ...one, usual: null }, 100_000)).toEqual(whole)
  // clocks of two machines: nothing stands outside the scale
  expect(spansOf({ queued_tm: at(15), attempts: [attempt(1, 10, 25)], usual: null }, 100_000)).toEqual([
    { waits: 0, begins: 0, ends: 1 },
  ])
  expect(spansOf({ queued_tm: at(10), attempts: [attempt(1, 10, 10)], usual: null }, 0)).toEqual([
    { waits: 0, begins: 0, ends: 0 },
  ])
})

test('an image job has its images per minute, so far while it runs', () => {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString()
  const attempt = {
    attempt: 1,
    server: 's',
    start_tm: at(0),
    end_tm: at(90),
    outcome: 'succeeded',
    reason: null,
  }
  const job = {
    job_spec_name: 'BASIC_IMAGE',
    result: { checked: 600 },
    progress_text: null,
    attempts: [attempt],
  }
  expect(imagesPerMinute(job)).toBe(400)
  const running = {
    ...job,
    result: null,
    progress_text: '1,500 of 4,000 images',
    attempts: [{ ...attempt, end_tm: null }],
  }
  expect(imagesPerMinute(running, 120_000)).toBe(750)
  expect(imagesPerMinute({ ...running, progress_text: 'Starting' }, 120_000)).toBeNull()
  expect(imagesPerMinute({ ...job, job_spec_name: 'VARIANT_MAPPING_JOB' })).toBeNull()
})

test('a job within an hour shows its moments to the second', () => {
  const at = (minutes: number) => new Date(minutes * 60_000).toISOString()
  const ended = (minutes: number) => ({ queued_tm: at(0), job_end_time: at(minutes) })
  expect([59, 61].map((minutes) => isWithinHour(ended(minutes)))).toEqual([true, false])
  expect(isWithinHour({ queued_tm: at(0), job_end_time: null }, 30 * 60_000)).toBe(true)
})
