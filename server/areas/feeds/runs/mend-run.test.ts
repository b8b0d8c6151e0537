import { beforeAll, describe, expect, test } from 'vitest'
import {
  catalogue,
  harness,
  runFeed,
  staff,
  upload,
  uploadMended,
  type Client,
} from '#server/test/harness.ts'
import { file, loadFeed, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

const all = rows(60)
const broken = all.map((r, i) => (i < 2 ? { ...r, price: 'ask' } : r))
const priced = (text: string) => text.replaceAll('ask', '8.88')
const withBroken = async () => {
  const feed = await loadFeed(h, c, all)
  return { feed, run: await feed.next(file(broken)) }
}
const refusal = (reply: unknown) => (reply as { body: { error: { message: string } } }).body.error.message

describe('fixed rows', () => {
  test('make a run of their own that completes the original and leaves the feed’s source and status unchanged', async () => {
    const { feed, run } = await withBroken()
    const source = (await c.get(`/api/feeds/${feed.feed_id}`)).body.source
    const current = () => c.get(`/api/suppliers/${feed.dropshipper_id}/monitoring/current`)
    const before = (await current()).body.last_good_run_tm
    const mended = await uploadMended(c, feed, run.feed_run_id, priced)
    expect(mended).toMatchObject({
      state: 'applied',
      file_name: 'mended.csv',
      rows_read: 2,
      updated: 2,
      deleted: 0,
      mends_run_id: run.feed_run_id,
    })
    expect((await c.get(`/api/feed-runs/${run.feed_run_id}`)).body.mended_by).toMatchObject([
      { state: 'applied', rows_read: 2, rows_rejected: 0 },
    ])
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body).toMatchObject({ source, upload: null })
    expect((await current()).body.last_good_run_tm).toBe(before)
    const { source: from } = (await c.get(`/api/feeds/${feed.feed_id}`)).body
    const seen = await c.post(`/api/feeds/${feed.feed_id}/preview`, { source: from, kept: true })
    expect(seen.body.file.name).not.toBe('mended.csv')
    // the supplier's file still has them wrong: what was mended stays
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged', rows_read: 60, kept: 2 })
    const prices = (await catalogue(h, feed.feed_id)).slice(0, 2).map((p) => Number(p.wholesale_price))
    expect(prices).toEqual([8.88, 8.88])
  })

  test('can be uploaded in part: the rest can be downloaded and uploaded later', async () => {
    const { feed, run } = await withBroken()
    const half = await uploadMended(c, feed, run.feed_run_id, (text) => text.replace('ask', '8.88'))
    expect(half).toMatchObject({ state: 'applied', rows_read: 2, rows_rejected: 1, updated: 1, kept: 1 })
    const id = (half as { feed_run_id: number }).feed_run_id
    const rest = await uploadMended(c, feed, id, priced)
    expect(rest).toMatchObject({ state: 'applied', rows_read: 1, rows_rejected: 0, updated: 1 })
  })

  test('that are mostly still wrong are reported, and hold nothing', async () => {
    const feed = await loadFeed(h, c, all, { limits: { rejected: { hold: 30 } } })
    const four = await feed.next(
      file(all.map((r, i) => (i < 4 ? { ...r, price: 'ask' } : i === 9 ? { ...r, qty: '77' } : r))),
    )
    const half = await uploadMended(c, feed, four.feed_run_id, (text) => text.replace('ask', '8.88'))
    expect(half).toMatchObject({ state: 'applied', rows_read: 4, rows_rejected: 3, updated: 1 })
  })

  test('are read even when a spreadsheet changed their order, delimiter or formulas', async () => {
    const feed = await loadFeed(h, c, all)
    const titled = broken.map((r, i) => (i === 0 ? { ...r, title: '=1+1' } : r))
    const run = await feed.next(file(titled))
    const mended = await uploadMended(c, feed, run.feed_run_id, (text) => {
      expect(text).toContain("'=1+1")
      const [header, ...lines] = priced(text).trim().split('\r\n')
      return [header, ...lines.toReversed()].map((line) => line!.replaceAll(',', ';')).join('\n')
    })
    expect(mended).toMatchObject({ state: 'applied', rows_read: 2, updated: 2 })
    expect((await catalogue(h, feed.feed_id))[0]).toMatchObject({ title: '=1+1' })
  })

  test('are refused with a message when they contain another feed’s file, and nothing runs', async () => {
    const { feed, run } = await withBroken()
    const other = await loadFeed(
      h,
      c,
      rows(20).map((r) => ({ ...r, sku: `X${r.sku}` })),
    )
    const theirs = await other.next(
      file(rows(20).map((r, i) => ({ ...r, sku: `X${r.sku}`, price: i < 2 ? 'ask' : r.price }))),
    )
    const { body: foreign } = await c.get(`/api/feed-runs/${theirs.feed_run_id}/rejected.csv`)
    const refused = await uploadMended(c, feed, run.feed_run_id, () => priced(String(foreign)))
    expect(refusal(refused)).toBe(
      `2 of 2 rows are not rejected rows of run ${run.feed_run_id}: line 2 had the SKU “AB-0000” and ` +
        'now has “XAB-0000”. Check that the file is from this run.',
    )
    const whole = await uploadMended(c, feed, run.feed_run_id, () => file(all))
    expect(refusal(whole)).toContain('the column “feedstock_line” is missing')
    const later = await uploadMended(c, feed, run.feed_run_id, (text) => priced(text).replace(',3,', ',33,'))
    expect(refusal(later)).toContain('1 of 2 rows is not a rejected row of')
    expect((await c.get(`/api/feed-runs/${run.feed_run_id}`)).body.mended_by).toEqual([])
  })

  test('that still repeat a SKU are left out, because alone they would replace the row that counts', async () => {
    const feed = await loadFeed(h, c, all)
    const twice = [...broken, { ...all[5]!, price: '99.00' }]
    const run = await feed.next(file(twice))
    expect(run).toMatchObject({ rows_rejected: 3 })
    const mended = await uploadMended(c, feed, run.feed_run_id, priced)
    expect(mended).toMatchObject({ state: 'applied', rows_read: 2, updated: 2 })
    expect(Number((await catalogue(h, feed.feed_id))[5]!.wholesale_price)).toBe(6.25)
    const none = await uploadMended(c, feed, run.feed_run_id, (text) =>
      text
        .split('\r\n')
        .filter((line) => !line.includes('ask'))
        .join('\r\n'),
    )
    expect(refusal(none)).toBe('Every row still has a duplicate SKU. Change the SKUs first.')
  })

  test('are refused for a run that a newer file has followed, because the newer run has its own', async () => {
    const { feed, run } = await withBroken()
    const newer = await feed.next(file(broken.map((r, i) => (i === 9 ? { ...r, qty: '77' } : r))))
    const refused = await uploadMended(c, feed, run.feed_run_id, priced)
    expect(refusal(refused)).toBe(
      `Run ${newer.feed_run_id} read a newer file. Correct its rejected rows instead`,
    )
  })

  test('are rejected when used as the feed’s whole file', async () => {
    const { feed, run } = await withBroken()
    const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}/rejected.csv`)
    expect(await feed.next(priced(String(body)))).toMatchObject({
      state: 'rejected',
      reason: 'This file contains a run’s corrected rows. A complete feed file is required',
    })
    const { body: file } = await upload(c, feed, 'a.csv', priced(String(body)))
    const gone = { id: file.id.replace(/^.{8}/, '00000000'), name: 'a.csv' }
    const refused = await c.post(`/api/feed-runs/${run.feed_run_id}/mend`, { file: gone })
    expect(refused.body.error.fields.file).toContain('has expired')
  })
})
