// The screens over millions of rows: jobs, suppliers, comparison, product search, and the index sync of
// what changed. Each p95 as a share of the 300 ms that a person doesn't notice.
import pg from 'pg'
import { supplierSorts } from '#contract/suppliers/suppliers.ts'
import { Worker } from '#server/platform/worker.ts'
import { queueIndexSync } from '#server/areas/products/public.ts'
import { openCaller, type Asked, type Caller } from './client.ts'
import type { Figure } from './feed.ts'

const jobs = Number(process.env.BENCH_JOBS ?? 5_000_000)
const products = Number(process.env.BENCH_PRODUCTS ?? 5_000_000)
const compared = Number(process.env.BENCH_COMPARED ?? 1_000_000)
const suppliers = 1000
const bar = 300

/** A product's fields beside its quantity, as the catalogue's tables have them. */
const fields =
  'sku, supplier_product_id, title, description, manufacturer, categories, images, ' +
  'wholesale_price, msrp, map_price, dropship_fee, shipping_cost, weight, length, width, height, upc, ean, ' +
  'isbn, asin, unspsc, currency, parent_sku, options'
const adjectives =
  'compact,classic,sturdy,lightweight,foldable,stainless,wooden,waterproof,' +
  'portable,adjustable,premium,everyday,rustic,modern,deluxe,insulated'
const things =
  'lantern,chair,backpack,mug,planter,shelf,toolset,blanket,bottle,lamp,board,tent,' +
  'box,clock,pump,bed,skillet,speaker,jacket,reel,mirror,rug,cooler,hammock,headlamp'
const brands = 'norvik,hearth,trailmark,lumora,bastion,oakline,fieldcraft,aerly,tidal,kobalt'

export async function benchLists(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const say = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
  const measure = async (what: string, times: number, asked: (turn: number) => Asked) => {
    for (let turn = 0; turn < 5; turn++) await caller.ask(asked(turn + 1000))
    const { p95, p50 } = await caller.p95(times, asked)
    figures.push({
      what,
      ours: `p95 ${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`,
      limit: `${bar} ms`,
      ratio: (p95 / bar).toFixed(2),
      aim: '< 1',
    })
    say(`${what}: p95 ${p95.toFixed(0)} ms`)
  }
  say('suppliers')
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

  say('jobs')
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

  say('products')
  await makeProducts(client)
  await benchSearch(measure)
  await explain(
    client,
    'words of products',
    `select product_id from product_index
      where words @@ '''foldable'' & ''lantern'' & ''norvik'':*'::tsquery limit 500`,
  )
  figures.push(await benchSync(client, caller))

  say('runs')
  const pairs = await makeRuns(client)
  const middle = Number(
    (
      await client.query<{ id: string }>(
        `select product_id as id from product where sku = 'C-${compared / 2}'`,
      )
    ).rows[0]!.id,
  )
  for (const [what, first, second] of pairs) {
    await measure(
      `GET compare of two runs of ${compared.toLocaleString('en-US')} rows, ${what}`,
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

type Measure = (what: string, times: number, asked: (turn: number) => Asked) => Promise<void>

async function benchJobs(measure: Measure): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const n = jobs.toLocaleString('en-US')
  const history = (body: object): Asked => ({ method: 'POST', path: '/api/jobs/get-job-history', body })
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
  const find = (q: string, supplier?: number): Asked => ({
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

/** What a sync of 10,000 changed products takes and touches. */
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
  const same = before === (await files())
  return {
    what:
      `PARTIAL_SOLR_SYNC_JOB of ${Number(pending[0]!.n).toLocaleString('en-US')} changed ` +
      `among ${products.toLocaleString('en-US')} products`,
    ours:
      `${seconds.toFixed(2)} s, ${results[0]!.updated.toLocaleString('en-US')} entries written, ` +
      (same ? 'the same index files' : 'OTHER INDEX FILES'),
    limit: '—',
    ratio: '—',
    aim: 'never rebuilt',
  }
}

/** Fills a table without its indexes and builds them afterwards, as a restore does. */
async function fill(client: pg.Client, table: string, insert: string): Promise<void> {
  const { rows } = await client.query<{ name: string; def: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
      where i.indrelid = $1::regclass and not i.indisprimary
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const r of rows) await client.query(`drop index ${r.name}`)
  await client.query(insert)
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const r of rows) await client.query(r.def)
  await client.query(`vacuum analyze ${table}`)
}

async function makeSuppliers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into dropshipper (supplier_name, dropshipper_prefix, votes, allow_browse)
      select 'Supplier ' || lpad(((i * 7919) % ${suppliers})::text, 4, '0'), 'SUP' || i, i % 250, 1
      from generate_series(1, ${suppliers}) i`,
  )
  await client.query(
    `insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from dropshipper
      order by dropshipper_id`,
  )
  await client.query(`insert into vendor (company) select 'Vendor ' || i from generate_series(1, 2000) i`)
  await client.query(
    `insert into subscription (vendor_id, dropshipper_id)
      select v.vendor_id, 1 + ((v.vendor_id * 31 + k * 97) % ${suppliers}) from vendor v
      cross join generate_series(0, 49) k where not v.is_staff on conflict do nothing`,
  )
  await client.query(
    `insert into feed_run (feed_id, dropshipper_id, state, insert_tm, start_tm, end_tm, rows_read)
      select feed_id, dropshipper_id,
      case when (feed_id + n) % 20 = 0 then 'rejected' else 'unchanged' end,
        now() - make_interval(hours => (50 - n)::int), now() - make_interval(hours => (50 - n)::int),
        now() - make_interval(hours => (50 - n)::int), 5000 from generate_series(1, 50) n cross join feed
      order by n`,
  )
  await client.query('vacuum analyze')
}

const makeJobs = (client: pg.Client): Promise<void> =>
  fill(
    client,
    'job',
    `insert into job (job_type, category, job_status, param_name, param_value, subject, payload, attempt,
        server, queued_tm, job_start_time, job_end_time, progress, result, reason)
     select t.type, t.category,
     case when i % 97 = 0 then 3 else 2 end, t.param, (1 + i % ${suppliers})::text,
       'Supplier ' || (1 + i % ${suppliers}), jsonb_build_object('dropshipper_id', 1 + i % ${suppliers}), 1,
       'worker-' || i % 8,
       at, at + interval '2 seconds', at + make_interval(secs => (5 + i % 60)::int), 1,
         '{"checked": 25, "good": 24, "failed": 1}',
       case when i % 97 = 0 then 'The server answered ' || (500 + i % 4)
         || case i % 5 when 0 then ' twice' else '' end end
     from (select i, now() - make_interval(secs => (${jobs} - i) * (90.0 * 86400 / ${jobs})) as at
     from generate_series(1, ${jobs}) i) x
     join (values (0, 'DROPSHIPPER_MONITORING_JOB', 'monitoring', 'dropshipper_id'),
       (1, 'PARTIAL_SOLR_SYNC_JOB', 'updating', 'dropshipper_id'),
       (2, 'BASIC_IMAGE', 'image', 'dropshipper_id'),
       (3, 'VENDOR_STORE_UPDATER_JOB', 'updating', 'vendor_store_id'),
       (4, 'ORDER_JOB', 'ordering', 'vendor_id')) as t(n, type, category, param)
       on t.n = case when i % 4001 = 0 then 4 else i % 4 end order by i`,
  )

async function makeProducts(client: pg.Client): Promise<void> {
  const each = Math.floor(products / suppliers)
  const array = (list: string) => `(string_to_array('${list}', ','))`
  await fill(
    client,
    'product',
    `insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, quantity,
        sku, title, manufacturer, wholesale_price, upc, asin)
     select f.feed_id, f.dropshipper_id, i, 1, 1, i % 300, 'SUP' || f.dropshipper_id || '-' || (100000 + i),
       ${array(adjectives)}[1 + (i * 7 + f.feed_id * 3) % 16] || ' '
         || ${array(things)}[1 + (i * 11 + f.feed_id) % 25] || ' '
         || substr(md5(((i * 31 + f.feed_id) % 60000)::text), 1, 6),
         ${array(brands)}[1 + (i + f.feed_id * 7) % 10],
       (i % 900) / 10.0, (300000000000 + f.feed_id * ${each}::bigint + i)::text,
       case when i % 3 = 0 then 'B0' || upper(substr(md5((f.feed_id * ${each}::bigint + i)::text), 1, 8)) end
     from feed f cross join generate_series(0, ${each - 1}) i where f.feed_id <= ${suppliers}
     order by f.feed_id, i`,
  )
  await fill(
    client,
    'product_index',
    `insert into product_index (product_id, feed_id, dropshipper_id, sku_key, upc_key, asin_key, words)
     select product_id, feed_id, dropshipper_id, upper(regexp_replace(sku, '[\\s._/-]+', '', 'g')),
       nullif(upper(regexp_replace(coalesce(upc, ean), '[\\s._/-]+', '', 'g')), ''), nullif(upper(asin), ''),
       strip(to_tsvector('simple',
         coalesce(title, '') || ' ' || coalesce(manufacturer, '') || ' xsupplier' || dropshipper_id))
       from product`,
  )
  await client.query(
    `insert into search_word select word, ndoc from ts_stat('select words from product_index')
      where word not like 'xsupplier%'`,
  )
  await client.query(
    `update feed f set indexed_upto = (select max(product_id) from product p where p.feed_id = f.feed_id)`,
  )
  await client.query('vacuum analyze')
}

/** A feed of a million rows and three runs of it: the first load, 2 % changed, all changed. */
async function makeRuns(client: pg.Client): Promise<[string, number, number][]> {
  const { rows: made } = await client.query<{ feed_id: number; dropshipper_id: number }>(
    `with d as (insert into dropshipper (supplier_name, dropshipper_prefix) values ('Compared', 'CMP')
      returning dropshipper_id) insert into feed (dropshipper_id, format)
      select dropshipper_id, '{"kind": "csv"}' from d returning feed_id, dropshipper_id`,
  )
  const { feed_id, dropshipper_id } = made[0]!
  const { rows: runs } = await client.query<{ feed_run_id: string }>(
    `insert into feed_run (feed_id, dropshipper_id, state, rows_read, created, updated, insert_tm)
      select ${feed_id}, ${dropshipper_id}, 'applied', ${compared},
      case when n = 1 then ${compared} else 0 end,
        case n when 2 then ${compared / 50} when 3 then ${compared} else 0 end,
        now() - make_interval(hours => (3 - n)::int) from generate_series(1, 3) n order by n
      returning feed_run_id`,
  )
  const [first, second, third] = runs.map((r) => Number(r.feed_run_id)) as [number, number, number]
  await client.query(
    `insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, quantity,
        sku, title, wholesale_price)
      select ${feed_id}, ${dropshipper_id}, i, ${first}, ${third}, i % 300 + 1, 'C-' || i, 'Thing ' || i, 5
      from generate_series(1, ${compared}) i`,
  )
  await client.query(
    `insert into product_before select p.*, ${second}, 'updated'
      from (select product_id, feed_id, dropshipper_id, content_hash, product_status_id, created_run_id,
        ${first}::bigint, gone_tm, quantity - 1, ${fields} from product where feed_id = ${feed_id}
      and content_hash % 50 = 0) p`,
  )
  await client.query(
    `insert into product_before select p.*, ${third}, 'updated'
      from (select product_id, feed_id, dropshipper_id, content_hash, product_status_id, created_run_id,
        ${second}::bigint, gone_tm, quantity + 1, ${fields} from product where feed_id = ${feed_id}) p`,
  )
  await client.query(
    `update feed_run set product_upto = (select max(product_id) from product where feed_id = ${feed_id})
      where feed_id = ${feed_id}`,
  )
  await client.query('vacuum analyze')
  return [
    ['2 % changed', first, second],
    ['all changed', second, third],
    ['two runs apart, all changed', first, third],
  ]
}

async function explain(client: pg.Client, what: string, query: string): Promise<void> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${query}`)
  process.stderr.write(`\n-- ${what}\n${rows.map((r) => r['QUERY PLAN']).join('\n')}\n\n`)
}
