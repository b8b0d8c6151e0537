// Files of ASINs read by a separate worker: 200,000 lines with an identifier alone, and lines that are compared.
import pg from 'pg'
import { asinUploadLimits } from '#contract/products/asins/uploads.ts'
import { openCaller, type Caller } from './client.ts'
import { startWorker, type Figure } from './feed.ts'
import { writeLine } from './measured.ts'

const products = Number(process.env.BENCH_ASIN_PRODUCTS ?? 300_000)
const identified = Math.min(asinUploadLimits.rows, products)
const titled = 20_000
const bars = { seconds: 60, memory: 350, linesASecond: 500, nextMs: 100 } as const
const suppliers = 5

export async function benchAsins(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await makeCatalog(client)
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const upload = async (text: string) => {
    const worker = startWorker(url, dir, 'updating')
    const seconds = await importFile(client, caller, text)
    return { seconds, peak: await worker.stop() }
  }
  const first = await upload(await identifierFile(client))
  figures.push(
    {
      subject: `An ASIN file of ${identified.toLocaleString('en-US')} lines with a SKU or barcode`,
      result: `${first.seconds.toFixed(1)} s`,
      limit: `${bars.seconds} s`,
      ratio: (first.seconds / bars.seconds).toFixed(2),
      aim: '< 1',
    },
    {
      subject: 'Its worker’s peak memory',
      result: `${first.peak} MB`,
      limit: `${bars.memory} MB`,
      ratio: (first.peak / bars.memory).toFixed(2),
      aim: '< 1',
    },
  )
  writeLine(`ASIN file of identifiers: ${first.seconds.toFixed(1)} s, ${first.peak} MB`)
  const second = await upload(await titledFile(client))
  const speed = titled / second.seconds
  figures.push({
    subject: `An ASIN file of ${titled.toLocaleString('en-US')} lines with titles, each compared by words`,
    result: `${Math.round(speed)} lines/s, ${second.peak} MB`,
    limit: `${bars.linesASecond} lines/s`,
    ratio: (bars.linesASecond / speed).toFixed(2),
    aim: '< 1',
  })
  writeLine(`ASIN file of titles: ${Math.round(speed)} lines/s`)
  figures.push(await measureNext(caller))
  await caller.close()
  await client.end()
  return figures
}

async function measureNext(caller: Caller): Promise<Figure> {
  const path = '/api/products/get-next-asin-match?market_id=9'
  await caller.ask({ method: 'GET', path })
  const { p95, p50 } = await caller.p95(100, (turn) => ({
    method: 'GET',
    path: turn % 2 === 0 ? path : `${path}&order=worst`,
  }))
  return {
    subject: 'The next product to match',
    result: `p95 ${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`,
    limit: `${bars.nextMs} ms`,
    ratio: (p95 / bars.nextMs).toFixed(2),
    aim: '< 1',
  }
}

/** The seconds that the job takes. */
async function importFile(client: pg.Client, { base, headers }: Caller, text: string): Promise<number> {
  const form = new FormData()
  form.append('asinFile', new Blob([text]), 'asins.csv')
  const { 'content-type': _json, ...rest } = headers
  const response = await fetch(`${base}/api/products/upload-asins`, {
    method: 'POST',
    headers: rest,
    body: form,
  })
  if (response.status !== 200) throw new Error(`The file was refused: ${await response.text()}`)
  const jobId = Number(await response.text())
  for (;;) {
    const { rows } = await client.query<{ seconds: number; job_status: number; reason: string | null }>(
      `select extract(epoch from job_end_time - job_start_time)::float8 as seconds, job_status, reason
        from job where job_id = $1 and job_end_time is not null`,
      [jobId],
    )
    const [job] = rows
    if (job?.job_status === 2) return job.seconds
    if (job) throw new Error(`The job failed: ${job.reason}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const asinSql = (seed: string) => `'B0' || upper(substr(md5(${seed}), 1, 8))`

async function identifierFile(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select case when product_id % 2 = 0 then sku || ',,' else ',' || upc || ',' end
        || ${asinSql('product_id::text')} as line
      from product order by product_id limit $1`,
    [identified],
  )
  return ['SKU,UPC,ASIN', ...rows.map((row) => row.line)].join('\n')
}

async function titledFile(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select sku || ',' || ${asinSql("'t' || product_id")} || ',' || title || ' new' || ',' || manufacturer as line
      from product order by product_id desc limit $1`,
    [titled],
  )
  return ['SKU,ASIN,Title,Brand', ...rows.map((row) => row.line)].join('\n')
}

/** Every third product has an ASIN of its feed, so that words find something. */
async function makeCatalog(client: pg.Client): Promise<void> {
  await client.query(
    `insert into market (market_id, market_name) values (9, 'Amazon') on conflict do nothing`,
  )
  await client.query(
    `with d as (
        insert into dropshipper (supplier_name, dropshipper_prefix)
        select 'Supplier ' || i, 'S' || i from generate_series(1, $1::int) i
        returning dropshipper_id)
      insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from d`,
    [suppliers],
  )
  await client.query(
    `insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
        manufacturer, wholesale_price, upc, asin)
      select f.feed_id, f.dropshipper_id, i, 1, 1, 'S' || f.feed_id || '-' || i,
        (array['Steel','Oak','Folding','Compact','Soft','Bright','Heavy','Travel'])[1 + i * 7 % 8] || ' '
          || (array['Lamp','Chair','Mug','Tent','Drill','Clock','Scale','Towel','Lantern','Shelf'])[1 + i * 11 % 10]
          || ' ' || upper(substr(md5((i % 40000)::text), 1, 6)),
        (array['Nordal','Brightline','Hearth','Trailmark','Lavo'])[1 + i % 5], (i % 900) / 10.0,
        lpad((10000000000 + i)::text || ((10 - (
          (select sum(substr((10000000000 + i)::text, k, 1)::int * case when k % 2 = 1 then 3 else 1 end)
            from generate_series(1, 11) k) % 10)) % 10)::text, 12, '0'),
        case when i % 3 = 0 then ${asinSql("'own' || i")} end
      from generate_series(1, $1::int) i
      join feed f on f.feed_id = 1 + i % $2::int`,
    [products, suppliers],
  )
  await client.query(
    `insert into product_index (product_id, feed_id, dropshipper_id, sku_key, upc_key, asin_key, words)
      select product_id, feed_id, dropshipper_id, upper(replace(sku, '-', '')), upc, asin,
        strip(to_tsvector('simple', title || ' ' || manufacturer || ' xsupplier' || dropshipper_id))
      from product`,
  )
  await client.query(
    `insert into search_word select word, ndoc from ts_stat('select words from product_index')
      where word not like 'xsupplier%'`,
  )
  await client.query('vacuum analyze')
}
