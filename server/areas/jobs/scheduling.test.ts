import { beforeAll, describe, expect, test } from 'vitest'
import {
  harness,
  makeCustomFeed,
  makeFeed,
  manyRows,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { jobStatus } from '#contract/jobs/types.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('jobs', () => {
  test('of a vendor’s custom feed are scheduled too, and their failures are listed with the vendors’', async () => {
    const { db } = h.services
    const feed = await makeFeed(h)
    const { vendor_id } = await db
      .insertInto('vendor')
      .values({ company: 'Custom Shop' })
      .returning('vendor_id')
      .executeTakeFirstOrThrow()
    const { vendor_custom_feed_id } = await db
      .insertInto('vendor_custom_feed')
      .values({ vendor_id, dropshipper_id: feed.dropshipper_id })
      .returning('vendor_custom_feed_id')
      .executeTakeFirstOrThrow()
    await db.updateTable('feed').set({ vendor_custom_feed_id }).where('feed_id', '=', feed.feed_id).execute()
    const run = async () => {
      const { body } = await c.post('/api/jobs/schedule-job', {
        job_type: 'RESTRICTED_MONITORING_JOB',
        param_name: 'vendor_custom_feed_id',
        param_value: vendor_custom_feed_id,
      })
      return waitUntil(
        () => c.get(`/api/jobs/${body.job_id}`),
        (a) => a.body.job_status === jobStatus.succeeded || a.body.job_status === jobStatus.failed,
      )
    }
    await feed.publish(manyRows(4))
    expect((await run()).body).toMatchObject({
      job_state: 'Completed Successfully',
      result: { state: 'applied', created: 4 },
    })
    await feed.publish('')
    expect((await run()).body).toMatchObject({
      job_state: 'Completed With Errors',
      reason: expect.any(String),
    })
    const { body } = await c.get('/api/vendor/update_failures')
    expect(body).toMatchObject([
      { vendor_id, company: 'Custom Shop', updates: 2, failed: 1, failure_rate: 50, level: 'moderate' },
    ])
  })

  test('of a supplier without its own feed aren’t run on a vendor’s custom feed', async () => {
    const { dropshipper_id, feed_id } = await makeFeed(h)
    await makeCustomFeed(h, dropshipper_id)
    await h.services.db.deleteFrom('feed').where('feed_id', '=', feed_id).execute()
    const answer = await c.post('/api/jobs/schedule-job', {
      job_type: 'DROPSHIPPER_MONITORING_JOB',
      param_name: 'dropshipper_id',
      param_value: dropshipper_id,
    })
    expect(answer.status).toBe(404)
  })

  test.each(['BASIC_IMAGE', 'PARTIAL_SOLR_SYNC_JOB', 'VARIANT_MAPPING_JOB'])(
    'of type %s have that type',
    async (job_type) => {
      const { dropshipper_id } = await makeFeed(h)
      const { body } = await c.post('/api/jobs/schedule-job', {
        job_type,
        param_name: 'dropshipper_id',
        param_value: dropshipper_id,
      })
      expect((await c.get(`/api/jobs/${body.job_id}`)).body).toMatchObject({ job_spec_name: job_type })
    },
  )

  test('of one product show its SKU and who requested them', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(1))
    await runFeed(c, feed.feed_id)
    const product = await h.services.db
      .selectFrom('product')
      .select(['product_id', 'sku'])
      .where('feed_id', '=', feed.feed_id)
      .executeTakeFirstOrThrow()
    const { body } = await c.post('/api/jobs/schedule-job', {
      job_type: 'DIAGNOSTIC_UPDATE_JOB',
      param_name: 'product_id',
      param_value: product.product_id,
    })
    expect((await c.get(`/api/jobs/${body.job_id}`)).body).toMatchObject({
      job_spec_name: 'DIAGNOSTIC_UPDATE_JOB',
      subject: product.sku,
      param_value: String(product.product_id),
      requested_by: 'Pat support',
    })
  })

  test('of every schedulable type say what they need, and refuse anything else', async () => {
    const { body } = await c.get('/api/jobs/get-scheduling-templates')
    expect(body.map((t: { job_type: string }) => t.job_type)).toEqual([
      'DROPSHIPPER_MONITORING_JOB',
      'RESTRICTED_MONITORING_JOB',
      'BASIC_IMAGE',
      'PARTIAL_SOLR_SYNC_JOB',
      'VENDOR_STORE_UPDATER_JOB',
      'DIAGNOSTIC_UPDATE_JOB',
      'VARIANT_MAPPING_JOB',
    ])
    const missing: Record<string, string> = {
      DROPSHIPPER_MONITORING_JOB: 'Feed',
      RESTRICTED_MONITORING_JOB: 'Feed',
      VENDOR_STORE_UPDATER_JOB: 'Store',
      DIAGNOSTIC_UPDATE_JOB: 'Product',
    }
    for (const { job_type, param_name } of body) {
      const t = { job_type, param_name }
      const answer = await c.post('/api/jobs/schedule-job', { ...t, param_value: '987654' })
      expect([answer.status, answer.body.error.message], t.job_type).toEqual([
        404,
        `${missing[t.job_type] ?? 'Supplier'} not found`,
      ])
      expect(
        (await c.post('/api/jobs/schedule-job', { ...t, param_value: '1; drop' })).body.error.fields,
      ).toHaveProperty('param_value')
      expect(
        (await c.post('/api/jobs/schedule-job', { ...t, param_name: 'other', param_value: '1' })).body.error
          .fields,
      ).toHaveProperty('param_name')
    }
  })
})
