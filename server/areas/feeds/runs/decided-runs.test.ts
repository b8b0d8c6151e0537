import { Readable } from 'node:stream'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  activityOf,
  catalogue,
  csv,
  waitForRun,
  harness,
  makeFeed,
  manyRows,
  rollBack,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a feed run', () => {
  test.each(['applied', 'unchanged'] as const)(
    'that is held is superseded when a newer run is %s, because applying it would undo the newer one',
    async (state) => {
      const feed = await makeFeed(h)
      const publish = async (rows: string) => {
        await feed.publish(rows)
        return runFeed(c, feed.feed_id)
      }
      await publish(manyRows(100))
      const held = await publish(manyRows(40))
      expect(held).toMatchObject({ state: 'held' })
      const newer = await publish(manyRows(state === 'applied' ? 104 : 100))
      expect(newer).toMatchObject({ state })
      const { body } = await c.get(`/api/feed-runs/${held.feed_run_id}`)
      expect(body).toMatchObject({ state: 'superseded', reason: `Replaced by run ${newer.feed_run_id}` })
      const late = await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'It looked right' })
      expect(late.status).toBe(409)
    },
  )
  test('that was approved is held again for changes nobody reviewed, such as those after a rollback', async () => {
    const feed = await makeFeed(h)
    const publish = async (rows: string) => {
      await feed.publish(rows)
      return runFeed(c, feed.feed_id)
    }
    await publish(manyRows(100))
    const larger = await publish(manyRows(120))
    const held = await publish(manyRows(60, (i) => ['Thing', i % 2 ? '9.00' : '8.00']))
    expect(held).toMatchObject({ state: 'held' })
    await rollBack(c, larger.feed_run_id, 'Not yet')
    await h.services.db
      .updateTable('feed_run')
      .set({ decision: JSON.stringify({ ...held.decision, measures: [] }) })
      .where('feed_run_id', '=', held.feed_run_id)
      .execute()
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'It looked right' })
    const again = await waitForRun(c, held.feed_run_id)
    expect(again).toMatchObject({ state: 'held' })
    expect(again.decision!.measures.some((m) => m.verdict === 'hold')).toBe(true)
  })
  test('is held when half the products are missing, changes nothing, and is applied once a reason is given', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const before = await catalogue(h, feed.feed_id)
    await feed.publish(manyRows(40))
    const held = await runFeed(c, feed.feed_id)
    expect(held).toMatchObject({ state: 'held', deleted: 60, can: { apply: null, discard: null } })
    expect(held.decision?.measures.find((m) => m.name === 'lost')).toMatchObject({
      count: 60,
      of: 100,
      value: 60,
      hold: 15,
      verdict: 'hold',
    })
    expect(held.reason).toBe('60 of 100 products are missing.')
    expect(held.impact?.examples).toHaveLength(20)
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    expect((await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: '' })).status).toBe(400)
    expect(
      (
        await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, {
          reason: 'The supplier closed a warehouse',
        })
      ).status,
    ).toBe(200)
    expect(await waitForRun(c, held.feed_run_id)).toMatchObject({
      state: 'applied',
      acts: [{ what: 'approved', by: 'Pat support', reason: 'The supplier closed a warehouse' }],
      deleted: 60,
    })
    expect((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null)).toHaveLength(40)
    expect((await activityOf(c, feed.dropshipper_id)).find((l) => l.type === 'feed.apply')).toMatchObject({
      reason: 'The supplier closed a warehouse',
      action_by: 'Pat support',
    })
  })

  test('that is held can’t be applied with a different file from the one reviewed', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(40))
    const held = await runFeed(c, feed.feed_id)
    const before = await catalogue(h, feed.feed_id)
    const { file_key } = await h.services.db
      .selectFrom('feed_run')
      .select('file_key')
      .where('feed_run_id', '=', held.feed_run_id)
      .executeTakeFirstOrThrow()
    await h.services.files.put(file_key!, Readable.from([manyRows(41)]))
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'Looks right' })
    expect(await waitForRun(c, held.feed_run_id)).toMatchObject({
      state: 'rejected',
      reason: 'The file in the storage location changed while it was read',
    })
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
  })

  test('that is held can be discarded once, and not applied afterward', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(10))
    const held = await runFeed(c, feed.feed_id)
    expect(
      (await c.post(`/api/feed-runs/${held.feed_run_id}/discard`, { reason: 'A broken export' })).status,
    ).toBe(204)
    const second = await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'Changed my mind' })
    expect(second).toMatchObject({
      status: 409,
      body: { error: { changed: [{ by: 'Pat support', to: 'discarded' }] } },
    })
    expect(second.body.error.message).toMatch(
      /^Pat support discarded this run at \d{4}-\d\d-\d\d \d\d:\d\d UTC: A broken export$/,
    )
    const left = await catalogue(h, feed.feed_id)
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter((p) => p.gone_tm !== null)).toEqual([])
  })

  test('is applied with a one-time threshold, which is then used up', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const { body: settings } = await c.get(`/api/feeds/${feed.feed_id}`)
    await c.put(`/api/feeds/${feed.feed_id}`, { ...settings, one_time_threshold_percent: 90 })
    await feed.publish(manyRows(40))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'applied',
      decision: { threshold: 90, one_time: true },
    })
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body.one_time_threshold_percent).toBeNull()
    await feed.publish(manyRows(10))
    expect((await runFeed(c, feed.feed_id)).state).toBe('held')
  })

  test('is rolled back to exactly the earlier catalog, and only the newest run can be', async () => {
    const feed = await makeFeed(h, { rules: { threshold_percent: 100 } })
    await feed.publish(manyRows(60))
    const first = await runFeed(c, feed.feed_id)
    const before = await catalogue(h, feed.feed_id)
    await feed.publish(manyRows(50, (i) => [`${i + 3}.25`, String(i)]) + 'EXTRA,More,1,1\n')
    const second = await runFeed(c, feed.feed_id)
    expect(
      (await c.post(`/api/feed-runs/${first.feed_run_id}/roll-back`, { reason: 'Not the newest' })).status,
    ).toBe(409)
    await rollBack(c, second.feed_run_id, 'Wrong prices')
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    expect((await activityOf(c, feed.dropshipper_id)).slice(0, 2).map((l) => [l.type, l.reason])).toEqual([
      ['feed.rolled_back', 'Wrong prices'],
      ['feed.roll_back', 'Wrong prices'],
    ])
    // the file that was taken back is read anew, not taken for known, and waits for a person
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'held',
      created: 1,
      reason: expect.stringContaining(`the one from run ${second.feed_run_id}, rolled back`),
    })
  })

  test('from any file to any other has counts that add up, and rolling it back restores the catalog', async () => {
    const sku = fc.constantFrom('A', 'B', 'C', 'D', 'E', '')
    const row = fc.tuple(
      sku,
      fc.constantFrom('One', 'Two'),
      fc.constantFrom('1', '2.50', 'x', ''),
      fc.constantFrom('0', '5', '', 'many'),
    )
    const file = fc.array(row, { minLength: 1, maxLength: 8 })
    const pairs = fc.sample(fc.tuple(file, file), { numRuns: 8, seed: 20_261_121 })
    // side by side: each pair has a feed of its own
    const ended = await Promise.all(
      pairs.map(async ([one, two]) => {
        const feed = await makeFeed(h, { rules: { threshold_percent: 100 } })
        await feed.publish(csv(one))
        const first = await runFeed(c, feed.feed_id)
        const before = await catalogue(h, feed.feed_id)
        await feed.publish(csv(two))
        const second = await runFeed(c, feed.feed_id)
        for (const run of [first, second]) {
          expect(run.rows_read).toBe(run.rows_accepted + run.rows_rejected)
          expect(run.rows_accepted).toBe(run.created + run.updated + run.unchanged)
        }
        const accepted = new Set<string>(two.filter(([s, , price]) => s && price !== 'x').map(([s]) => s))
        // a row that can't be read takes nothing from the catalogue
        for (const { sku } of before)
          if (two.some(([s, , price]) => s === sku && price === 'x')) accepted.add(sku)
        if (second.state === 'held') {
          expect(await catalogue(h, feed.feed_id)).toEqual(before)
          return second.state
        }
        expect(
          new Set((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null).map((p) => p.sku)),
        ).toEqual(accepted)
        if (second.state !== 'applied') return second.state
        await rollBack(c, second.feed_run_id, 'A property')
        expect(await catalogue(h, feed.feed_id)).toEqual(before)
        return 'rolled back'
      }),
    )
    expect(ended).toContain('held')
    expect(ended.filter((state) => state === 'rolled back').length).toBeGreaterThan(2)
  })
})
