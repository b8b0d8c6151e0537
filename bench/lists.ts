// The screens over millions of rows: jobs, suppliers, comparison, product search, and the index sync of
// what changed. Each p95 as a share of the 300 ms that a person doesn't notice.
import { singleRow } from '#server/platform/database/sql.ts'
import pg from 'pg'
import { supplierSorts } from '#contract/suppliers/suppliers.ts'
import { Worker } from '#server/platform/jobs/worker.ts'
import { queueIndexSync } from '#server/areas/products/public.ts'
import { openCaller, type BenchRequest, type Caller } from './client.ts'
import type { Figure } from './feed.ts'
import { measureInto, writeLine, type Measure } from './measured.ts'
import {
  adjectives,
  brands,
  comparedCount,
  jobs,
  makeJobs,
  makeProducts,
  makeRuns,
  makeSuppliers,
  products,
  suppliers,
  things,
} from './list-rows.ts'

export async function benchLists(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const measure = measureInto(figures, caller)
  writeLine('suppliers')
  await makeSuppliers(client)
  await measure(`POST /api/suppliers/ (${suppliers} suppliers, 50 runs each)`, 100, (t) => ({
    method: 'POST',
    path: '/api/suppliers/',
    body: {
      sort_on: supplierSorts[t % supplierSorts.length],
      current_page: 1 + (t % 20),
      descending: t % 2 === 0,
    },
  }))
  await measure('GET /api/suppliers/monitoring/list (the same)', 20, () => ({
    method: 'GET',
    path: '/api/suppliers/monitoring/list',
  }))

  writeLine('jobs')
  await makeJobs(client)
  await benchJobs(measure)
  await explain(
    client,
    'trends of 7 days',
    `select date_bin('4 hours', job_start_time, timestamptz 'epoch'),
        count(*) filter (where category = 'image'), count(*) filter (where job_status = 3) from job
      where job_start_time >= now() - interval '7 days' group by 1`,
  )
  await explain(
    client,
    'jobs of one category that ended with errors',
    `select job_id from job where category = 'ordering' and job_status = 3 order by job_id desc limit 50`,
  )

  writeLine('products')
  await makeProducts(client)
  await benchSearch(measure)
  await explain(
    client,
    'words of products',
    `select product_id from product_index
      where words @@ '''foldable'' & ''lantern'' & ''norvik'':*'::tsquery limit 500`,
  )
  figures.push(await benchSync(client, caller))

  writeLine('runs')
  const pairs = await makeRuns(client)
  const middle = Number(
    (
      await client.query<{ id: string }>(
        `select product_id as id from product where sku = 'C-${comparedCount / 2}'`,
      )
    ).rows[0]!.id,
  )
  for (const [subject, first, second] of pairs) {
    await measure(
      `GET compare of two runs of ${comparedCount.toLocaleString('en-US')} rows, ${subject}`,
      30,
      (t) => ({
        method: 'GET',
        path:
          `/api/feed-runs/${first}/compare/${second}` + ['', `?after=${middle}`, '?change=Updated'][t % 3],
      }),
    )
    await measure('… their counts', 5, () => ({
      method: 'GET',
      path: `/api/feed-runs/${first}/compare/${second}/counts`,
    }))
  }
  await caller.close()
  await client.end()
  return figures
}

async function benchJobs(measure: Measure): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const n = jobs.toLocaleString('en-US')
  const history = (body: object): BenchRequest => ({
    method: 'POST',
    path: '/api/jobs/get-job-history',
    body,
  })
  await measure(`POST get-job-history (${n} jobs): all, by page`, 100, (t) =>
    history({ ...(t % 2 && { beyond: jobs - ((t * 49_999) % jobs) }) }),
  )
  await measure('… with errors, by category', 100, (t) =>
    history({ job_status: [3], category: ['image', 'updating', 'monitoring', 'ordering'][t % 4] }),
  )
  await measure('… of one type and record', 100, (t) =>
    history({ job_type: 'BASIC_IMAGE', param_value: String(1 + (t % suppliers)) }),
  )
  await measure('… of one type, with errors', 100, () =>
    history({ job_type: 'VENDOR_STORE_UPDATER_JOB', job_status: [3] }),
  )
  await measure('… whose record or reason holds a text', 100, (t) =>
    history({ search: [`Supplier ${1 + (t % suppliers)}`, 'answered 503', 'twice', 'plier 77'][t % 4] }),
  )
  await measure('POST count-job-history of the same, and of all', 100, (t) => ({
    method: 'POST',
    path: '/api/jobs/count-job-history',
    body: t % 2 ? {} : { search: [`Supplier ${1 + (t % suppliers)}`, 'twice', 'plier 77'][t % 3] },
  }))
  await measure('… of one hour, weeks ago', 100, (t) =>
    history({ start: now - 86_400 * 30 + t * 3600, end: now - 86_400 * 30 + (t + 1) * 3600 }),
  )
  for (const [hours, interval] of [
    [24, 10],
    [168, 240],
  ] as const)
    await measure(`GET trends of ${hours} h, refreshed`, 40, (t) => ({
      method: 'GET',
      path:
        `/api/jobs/trends?start=${now - hours * 3600 - t}&end=${now - t}` +
        `&interval=${interval}&refresh=true`,
    }))
  await measure('GET summary', 40, () => ({ method: 'GET', path: '/api/jobs/summary' }))
  await measure('GET failures by cause, 7 days', 40, () => ({
    method: 'GET',
    path: '/api/jobs/failures?hours=168',
  }))
  await measure('GET one job', 100, (t) => ({
    method: 'GET',
    path: `/api/jobs/${1 + ((t * 104_729) % jobs)}`,
  }))
}

async function benchSearch(measure: Measure): Promise<void> {
  const n = products.toLocaleString('en-US')
  const [a, t, b] = [adjectives.split(','), things.split(','), brands.split(',')]
  const pick = (list: string[], turn: number) => list[turn % list.length]!
  const find = (q: string, supplier?: number): BenchRequest => ({
    method: 'GET',
    path: `/api/products/find?q=${encodeURIComponent(q)}${supplier ? `&dropshipper_id=${supplier}` : ''}`,
  })
  const sku = (turn: number) =>
    `SUP${1 + (turn % suppliers)}-${100_000 + ((turn * 7919) % Math.floor(products / suppliers))}`
  await measure(`GET products/find (${n} products): a SKU`, 100, (i) => find(sku(i)))
  await measure('… a SKU with a slip', 100, (i) =>
    find(
      sku(i)
        .replace(/\d$/, (d) => (d === '0' ? 'O' : '0') + 'Q')
        .slice(0, -1),
    ),
  )
  await measure('… a UPC with two digits swapped', 60, (i) =>
    find(String(300_000_000_000 + ((i * 104_729) % products)).replace(/(\d)(\d)$/, '$2$1')),
  )
  await measure('… brand and title', 100, (i) => find(`${pick(b, i)} ${pick(a, i * 3)} ${pick(t, i * 7)}`))
  await measure('… one word of 200,000 products', 100, (i) => find(pick(t, i)))
  await measure('… words with slips', 100, (i) =>
    find(`${pick(a, i).slice(0, 3)}${pick(a, i).slice(4)} ${pick(t, i * 7).replace(/(.)(.)(.*)/, '$1$3$2')}`),
  )
  await measure('… words of one supplier', 100, (i) =>
    find(`${pick(a, i)} ${pick(t, i * 7)}`, 1 + (i % suppliers)),
  )
}

/** What a sync of 10,000 changed products costs and writes. */
async function benchSync(client: pg.Client, { services }: Caller): Promise<Figure> {
  const files = async () =>
    JSON.stringify(
      (
        await client.query(
          `select relname, relfilenode from pg_class where relname like 'product_index%' order by 1`,
        )
      ).rows,
    )
  await client.query(
    `update product set title = title || ' II'
      where product_id in (select product_id from product where dropshipper_id = 7 order by product_id
      limit 5000)`,
  )
  await client.query(
    `update product set title = title || ' II'
      where product_id in (select product_id from product where dropshipper_id = 8 order by product_id
      limit 5000)`,
  )
  await client.query(
    `insert into index_pending (feed_id, product_id) select feed_id, product_id from product
      where dropshipper_id in (7, 8)`,
  )
  const { rows: pending } = await client.query<{ n: string }>('select count(*) as n from index_pending')
  const before = await files()
  const began = performance.now()
  await services.db.transaction().execute(async (tx) => {
    for (const dropshipper_id of [7, 8])
      await queueIndexSync(
        services,
        tx,
        { dropshipper_id, supplier_name: `Supplier ${dropshipper_id}` },
        'bench',
      )
  })
  const worker = new Worker(services, 2, ['PARTIAL_SOLR_SYNC_JOB'])
  await worker.start()
  for (;;) {
    const { rows } = await client.query(
      `select 1 from job where job_type = 'PARTIAL_SOLR_SYNC_JOB' and requested_by = 'bench'
        and job_status in (1, 4)`,
    )
    if (rows.length === 0) break
    await new Promise((r) => setTimeout(r, 20))
  }
  const seconds = (performance.now() - began) / 1000
  await worker.stop()
  const { rows: results } = await client.query<{ updated: number }>(
    `select sum((result->>'updated')::int)::int as updated from job where requested_by = 'bench'`,
  )
  const isSame = before === (await files())
  return {
    subject:
      `PARTIAL_SOLR_SYNC_JOB of ${Number(singleRow(pending).n).toLocaleString('en-US')} changed ` +
      `among ${products.toLocaleString('en-US')} products`,
    result:
      `${seconds.toFixed(2)} s, ${singleRow(results).updated.toLocaleString('en-US')} entries written, ` +
      (isSame ? 'the same index files' : 'OTHER INDEX FILES'),
    limit: '—',
    ratio: '—',
    aim: 'never rebuilt',
  }
}

async function explain(client: pg.Client, subject: string, query: string): Promise<void> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${query}`)
  process.stderr.write(`\n-- ${subject}\n${rows.map((r) => r['QUERY PLAN']).join('\n')}\n\n`)
}
