import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping } from '#contract/feeds/settings.ts'
import { sql } from '#server/platform/database/db.ts'
import {
  harness,
  makeCustomFeed,
  makeFeed,
  runFeed,
  staff,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { takenOut } from '#server/test/taken-out.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  // of products there may be more than an integer counts
  await sql`select setval(pg_get_serial_sequence('product', 'product_id'), 3000000000)`.execute(h.services.db)
})

const columns = ['sku', 'title', 'manufacturer', 'wholesale_price', 'parent_sku', 'options'] as const
const mapping: FeedMapping = columns.map((field) => ({ field, from: field, transforms: [] }))
const rows = [
  ['L-1', '"Lantern, Black"', 'Trailmark', '10', '', ''],
  ['L-2', '"Lantern, White"', 'Trailmark', '11', '', ''],
  ['L-3', '"Lantern, Red"', 'Other', '11', '', ''],
  ['T-1', 'Tent small', 'Trailmark', '90', 'TENT', 'Size: Small'],
  ['T-2', 'Tent large', 'Trailmark', '95', 'TENT', 'Size: Large'],
  ['T-3', 'Tent large again', 'Trailmark', '95', 'TENT', 'Size: large'],
  ['S-1', 'Single stove', 'Trailmark', '30', '', ''],
]

const file = (of: string[][]) => [columns.join(','), ...of.map((row) => row.join(','))].join('\n')

/** A supplier whose products were sorted: two queued lanterns, two mapped tents. */
async function supplier() {
  const feed = await makeFeed(h, { mapping, rules: { threshold_percent: 100 } })
  await h.services.db
    .updateTable('dropshipper')
    .set({ automated_variant_mapping: true })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  await feed.publish(file(rows))
  await runFeed(c, feed.feed_id)
  await waitUntil(
    () => list(feed.dropshipper_id),
    (l) => l.counts.queue === 2,
  )
  const ids = Object.fromEntries(
    (
      await h.services.db
        .selectFrom('product')
        .select(['product_id', 'sku'])
        .where('feed_id', '=', feed.feed_id)
        .execute()
    ).map((p) => [p.sku, p.product_id]),
  )
  const { dropshipper_prefix } = (await c.get(`/api/suppliers/${feed.dropshipper_id}`)).body.dropshipper
  return { id: feed.dropshipper_id, feed, ids, prefix: dropshipper_prefix as string }
}
const list = async (dropshipper_id: number, more: object = {}) =>
  (await c.post('/api/variant-mapping/products', { dropshipper_id, ...more })).body
const skus = (l: { products: { sku: string }[] }) => l.products.map((p) => p.sku)
const draft = (s: { id: number; prefix: string }, more: object) => ({
  dropshipper_id: s.id,
  dropshipper_prefix: s.prefix,
  parent: { product_variant_parent_id: null, parent_sku: 'LAMP', title: 'Lamp', description: '' },
  option_names: ['Color'],
  variants: [] as object[],
  removed_products: [],
  ...more,
})

describe('new products', () => {
  test('are mapped if the feed names their parent, queued if they have siblings, and left alone otherwise', async () => {
    const s = await supplier()
    expect(skus(await list(s.id))).toEqual(['L-1', 'L-2'])
    expect(skus(await list(s.id, { filter: 'mapped' }))).toEqual(['T-1', 'T-2'])
    expect(skus(await list(s.id, { filter: 'unmapped' }))).toEqual(['L-3', 'S-1', 'T-3'])
    expect((await list(s.id, { filter: 'all' })).counts).toEqual({ queue: 2, mapped: 2, unmapped: 3, all: 7 })
    expect((await c.get(`/api/variant-mapping/parents?dropshipper_id=${s.id}`)).body).toMatchObject({
      total: 1,
      parents: [{ parent_sku: 'TENT', variants: 2, option_names: ['Size'] }],
    })
    expect((await c.get(`/api/suppliers/${s.id}`)).body.dropshipper.variant_mapping_update_tm).not.toBeNull()
    const { body: report } = await c.get('/api/suppliers/manual-variant-mapping')
    expect(report.find((r: { dropshipper_id: number }) => r.dropshipper_id === s.id)).toMatchObject({
      queued: 2,
      mapped: 2,
      parents: 1,
    })
  })
  test('get a suggestion with a confidence and can be accepted in bulk, naming any that can’t', async () => {
    const s = await supplier()
    const [first] = (await list(s.id)).products
    expect(first.suggestion).toMatchObject({
      parent_sku: 'L-1-PARENT',
      title: 'Lantern',
      option_names: ['Color'],
      option_values: ['Black'],
      confidence: 0.9,
    })
    const { body } = await c.post('/api/variant-mapping/suggestions/accept', {
      dropshipper_id: s.id,
      product_ids: [s.ids['L-1'], s.ids['L-2'], s.ids['S-1']],
    })
    expect(body).toEqual({
      mapped: 2,
      parents_created: 1,
      skipped: [{ product_id: s.ids['S-1'], reason: 'No longer queued' }],
    })
    expect(await list(s.id, { filter: 'mapped', search: 'lantern' })).toMatchObject({
      products: [
        { sku: 'L-1', mapped_parent_sku: 'L-1-PARENT', option_values: ['Black'] },
        { sku: 'L-2', option_values: ['White'] },
      ],
    })
  })
})

describe('counts', () => {
  const byFilter = async (id: number) => {
    const listed: Record<string, number> = {}
    for (const filter of ['queue', 'mapped', 'unmapped', 'all'])
      listed[filter] = (await list(id, { filter })).products.length
    return listed
  }
  const reported = async (id: number) => {
    const { body } = await c.get('/api/suppliers/manual-variant-mapping')
    return body.find((row: { dropshipper_id: number }) => row.dropshipper_id === id)
  }

  test('match what each filter and the report list after products have left the feed', async () => {
    const s = await supplier()
    expect(await byFilter(s.id)).toEqual({ queue: 2, mapped: 2, unmapped: 3, all: 7 })
    const left = ['L-2', 'T-2', 'T-3', 'S-1']
    await s.feed.publish(file(rows.filter(([sku]) => !left.includes(sku!))))
    expect(await runFeed(c, s.feed.feed_id)).toMatchObject({ state: 'applied' })
    await makeCustomFeed(h, s.id)
    const { counts, total } = await list(s.id)
    expect(counts).toEqual({ queue: 1, mapped: 1, unmapped: 1, all: 3 })
    expect(total).toBe(1)
    expect(await byFilter(s.id)).toEqual(counts)
    expect(await reported(s.id)).toMatchObject({ queued: 1, mapped: 1, unmapped: 1 })
  })
  test('of a parent include a variant that left the feed, until it is unmapped', async () => {
    const s = await supplier()
    await s.feed.publish(file(rows.filter(([sku]) => sku !== 'T-2')))
    expect(await runFeed(c, s.feed.feed_id)).toMatchObject({ state: 'applied' })
    const parents = async () =>
      (await c.get(`/api/variant-mapping/parents?dropshipper_id=${s.id}`)).body.parents
    const [tent] = await parents()
    expect(tent).toMatchObject({ parent_sku: 'TENT', variants: 2, gone_variants: 1 })
    const { body } = await c.get(
      `/api/variant-mapping/variants?product_variant_parent_id=${tent.product_variant_parent_id}`,
    )
    const marked = body.variants.map((v: { sku: string; gone: boolean }) => [v.sku, v.gone])
    expect(marked).toEqual([
      ['T-2', true],
      ['T-1', false],
    ])
    const taken = await c.post('/api/variant-mapping/variants/unmap', {
      dropshipper_id: s.id,
      product_ids: [s.ids['T-2']],
    })
    expect(taken.body).toEqual({ unmapped: 1, parents_deleted: 0 })
    expect(await parents()).toMatchObject([{ variants: 1, gone_variants: 0 }])
  })
})

describe('automated mapping', () => {
  test('sorts existing products as soon as it is turned on', async () => {
    const feed = await makeFeed(h, { mapping })
    const id = feed.dropshipper_id
    await feed.publish(file(rows))
    await runFeed(c, feed.feed_id)
    expect(await list(id)).toMatchObject({
      counts: { queue: 0, mapped: 0, unmapped: 7 },
      unsorted: 7,
      mapping_job_id: null,
    })
    const { body } = await c.get(`/api/suppliers/${id}`)
    const save = (automated_variant_mapping: boolean, policy_info = '') =>
      c.post(`/api/suppliers/${id}`, {
        dropshipper: { ...body.dropshipper, automated_variant_mapping, policy_info },
        max_file_age_allowed_in_days: 3,
      })
    expect((await save(true)).status).toBe(200)
    const sorted = await waitUntil(
      () => list(id),
      (answer) => answer.unsorted === 0 && answer.mapping_job_id === null,
    )
    expect(sorted.counts).toEqual({ queue: 2, mapped: 2, unmapped: 3, all: 7 })
    const jobs = async () =>
      (
        await c.post('/api/jobs/get-job-history', {
          job_type: 'VARIANT_MAPPING_JOB',
          param_name: 'dropshipper_id',
          param_value: id,
        })
      ).body
    expect(await jobs()).toHaveLength(1)
    // saved again, or with another change, or turned off: there is nothing new to sort
    await save(true)
    expect((await save(true, 'No returns')).status).toBe(200)
    await save(false)
    expect(await jobs()).toHaveLength(1)
  })
})

describe('products', () => {
  test('can be unqueued, queued again and unmapped, and a parent without variants left is deleted', async () => {
    const s = await supplier()
    const of = (product_ids: number[]) => ({ dropshipper_id: s.id, product_ids })
    expect(
      (await c.post('/api/variant-mapping/variants/unqueue', of([s.ids['L-1']!, s.ids['T-1']!]))).body,
    ).toEqual({ unqueued: 1 })
    expect(
      (await c.post('/api/variant-mapping/variants/queue', of([s.ids['L-1']!, s.ids['S-1']!, s.ids['T-1']!])))
        .body,
    ).toEqual({ queued: 2 })
    expect(skus(await list(s.id)).toSorted()).toEqual(['L-1', 'L-2', 'S-1'])
    expect((await c.post('/api/variant-mapping/variants/unmap', of([s.ids['T-1']!]))).body).toEqual({
      unmapped: 1,
      parents_deleted: 0,
    })
    expect((await c.post('/api/variant-mapping/variants/unmap', of([s.ids['T-2']!]))).body).toEqual({
      unmapped: 1,
      parents_deleted: 1,
    })
    expect((await c.post('/api/variant-mapping/variants/unmap', of([]))).body.error.fields).toEqual({
      product_ids: 'Select a product first',
    })
    const said = await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('dropshipper_id', '=', s.id)
      .where('type', 'like', 'variant.%')
      .orderBy('activity_id')
      .execute()
    expect(said.map((row) => row.message)).toEqual([
      '1 product removed from the queue',
      '2 products queued',
      '1 product unmapped',
      expect.stringMatching(/^1 product unmapped/),
    ])
  })
  test('can be mapped to a parent with options, but never twice the same or to another supplier’s', async () => {
    const s = await supplier()
    const other = await supplier()
    const [tent] = (await c.get(`/api/variant-mapping/parents/avail?dropshipper_id=${s.id}&search=ten`)).body
    const into = (product_id: number, ...option_values: string[]) =>
      c.post('/api/variant-mapping/variants', {
        dropshipper_id: s.id,
        product_variant_parent_id: tent.product_variant_parent_id,
        variants: [{ product_id, option_values }],
      })
    expect((await into(s.ids['T-3']!, 'LARGE')).body.error.fields).toEqual({
      variants: 'T-2 and T-3 have the same options',
    })
    expect((await into(s.ids['T-3']!, 'Huge', 'Red')).body.error.fields).toHaveProperty(['variants.0'])
    expect((await into(other.ids['T-3']!, 'Huge')).body.error.fields).toHaveProperty(['variants.0'])
    expect((await into(s.ids['T-3']!, 'Huge')).body).toEqual({ mapped: 1 })
    const { body } = await c.get(
      `/api/variant-mapping/variants?product_variant_parent_id=${tent.product_variant_parent_id}`,
    )
    expect(body.variants.map((v: { option_values: string[] }) => v.option_values[0])).toEqual([
      'Huge',
      'Large',
      'Small',
    ])
  })
})

describe('a parent', () => {
  test('can be created and changed, and is deleted when saved without variants', async () => {
    const s = await supplier()
    const variants = [
      { product_id: s.ids['L-1'], option_values: ['Black'] },
      { product_id: s.ids['L-2'], option_values: ['White'] },
    ]
    const { body: made } = await c.post(
      '/api/variant-mapping/parents',
      draft(s, { variants, update_tm_required: true }),
    )
    expect(made).toMatchObject({ status_code: 200, deleted: false })
    const parent = {
      product_variant_parent_id: made.product_variant_parent_id,
      parent_sku: 'LAMP2',
      title: 'Lamps',
      description: 'd',
    }
    const swapped = [
      { product_id: s.ids['L-1'], option_values: ['White'] },
      { product_id: s.ids['L-2'], option_values: ['Black'] },
    ]
    expect(
      (await c.post('/api/variant-mapping/parents', draft(s, { parent, variants: swapped }))).body
        .status_code,
    ).toBe(200)
    expect(
      (
        await c.post(
          '/api/variant-mapping/parents',
          draft(s, { parent, variants: swapped.slice(0, 1), removed_products: [s.ids['L-2']] }),
        )
      ).body.status_code,
    ).toBe(200)
    const { body } = await c.get(
      `/api/variant-mapping/variants?product_variant_parent_id=${made.product_variant_parent_id}`,
    )
    expect(body).toMatchObject({
      parent: { parent_sku: 'LAMP2', variants: 1 },
      variants: [{ sku: 'L-1', option_values: ['White'] }],
    })
    expect((await c.post('/api/variant-mapping/parents', draft(s, { parent, variants: [] }))).body).toEqual({
      status_code: 200,
      product_variant_parent_id: null,
      deleted: true,
    })
    expect(
      (
        await c.get(
          `/api/variant-mapping/variants?product_variant_parent_id=${made.product_variant_parent_id}`,
        )
      ).status,
    ).toBe(404)
    expect(skus(await list(s.id, { filter: 'mapped' }))).toEqual(['T-1', 'T-2'])
  })
  test('with an existing SKU is answered with 201, on check and on save, whatever the case', async () => {
    const s = await supplier()
    const variants = [{ product_id: s.ids['L-1'], option_values: ['Black'] }]
    const check = async (parent_sku: string) =>
      (await c.post('/api/variant-mapping/parents/check', { dropshipper_id: s.id, parent_sku })).body
        .status_code
    expect([await check('tent'), await check('LAMP')]).toEqual([201, 200])
    const parent = { product_variant_parent_id: null, parent_sku: 'Tent', title: 'Tent', description: '' }
    expect(
      (await c.post('/api/variant-mapping/parents', draft(s, { parent, variants }))).body.status_code,
    ).toBe(201)
    expect(skus(await list(s.id))).toEqual(['L-1', 'L-2'])
  })
  test('with another supplier’s prefix or a foreign product is refused entirely', async () => {
    const s = await supplier()
    const variants = [{ product_id: s.ids['L-1'], option_values: ['Black'] }]
    expect(
      (await c.post('/api/variant-mapping/parents', draft({ ...s, prefix: 'NO' }, { variants }))).body.error
        .fields,
    ).toHaveProperty('dropshipper_prefix')
    expect(
      (
        await c.post(
          '/api/variant-mapping/parents',
          draft(s, { variants: [...variants, { product_id: 999_999, option_values: ['Red'] }] }),
        )
      ).body.error.fields,
    ).toHaveProperty(['variants.1'])
    expect((await c.get(`/api/variant-mapping/parents?dropshipper_id=${s.id}`)).body.total).toBe(1)
  })
})

describe('exporting variant mappings', () => {
  const { linesOf } = takenOut(() => c)
  test('includes filtered products with suggestions, and existing parents', async () => {
    const s = await supplier()
    const products = (input: object) =>
      linesOf({
        list: 'mappable_products',
        input: { dropshipper_id: s.id, ...input },
        columns: ['sku', 'price', 'status', 'parent', 'options', 'suggested'],
      })
    const headers = 'SKU,Cost,Status,Parent,Options,Suggested parent'
    const queued = await products({ filter: 'queue' })
    expect(queued[0]).toBe(headers)
    expect(queued.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['L-1', '10.00', 'Queued'],
      ['L-2', '11.00', 'Queued'],
    ])
    const suggested = (await list(s.id)).products[0].suggestion.parent_sku as string
    expect(queued[1]).toBe(`L-1,10.00,Queued,,,${suggested}`)
    expect(await products({ filter: 'mapped', search: 't-1' })).toEqual([
      headers,
      'T-1,90.00,Mapped,TENT,Size: Small,',
    ])
    const parents = { list: 'parents', columns: ['sku', 'options', 'variants', 'by'] } as const
    expect(await linesOf({ ...parents, input: { dropshipper_id: s.id } })).toEqual([
      'Parent SKU,Options,Variants,Created',
      'TENT,Size,2,by feed',
    ])
    expect(await linesOf({ ...parents, input: { dropshipper_id: s.id, search: 'nothing' } })).toHaveLength(1)
    const report = { list: 'mapping_report', columns: ['auto', 'queued', 'mapped', 'parents'] } as const
    expect(await linesOf({ ...report, input: { ids: [s.id] } })).toEqual([
      'Automated,Queued,Mapped,Parents',
      'On,2,2,1',
    ])
  })
})
