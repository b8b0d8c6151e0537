// A list of a million rows exported by a separate worker: seconds, and its peak memory.
import pg from 'pg'
import { openCaller } from './client.ts'
import { startWorker, type Figure } from './feed.ts'

const rows = Number(process.env.BENCH_EXPORTED ?? 1_000_000)
const mostMemory = 350

export async function benchExports(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into job (job_type, category, job_status, param_name, param_value, subject, vcpu, requested_by,
        queued_tm, job_start_time, job_end_time, server, reason)
      select 'BASIC_IMAGE', 'image', 2 + (n % 20 = 0)::int, 'dropshipper_id', (n % 1000)::text,
        'Supplier ' || n % 1000, 1, 'bench', now() - n * interval '2 seconds',
        now() - n * interval '2 seconds' + interval '3 seconds',
        now() - n * interval '2 seconds' + interval '40 seconds', 'worker-1',
        case when n % 20 = 0 then 'The server answered 503' end
      from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query('analyze job')
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  for (const format of ['csv', 'xlsx'] as const) {
    const worker = startWorker(url, dir, 'updating')
    const columns = ['id', 'what', 'state', 'queued', 'ended', 'took', 'reason', 'record']
    const body = { list: 'jobs', format, columns, input: {} }
    const { list_export_id } = (await caller.ask({ method: 'POST', path: '/api/exports', body })) as {
      list_export_id: number
    }
    for (;;) {
      const { rows: exportRows } = await client.query<{ seconds: number; bytes: number }>(
        `select extract(epoch from job_end_time - job_start_time)::float8 as seconds, bytes::float8
          from list_export join job using (job_id)
          where list_export_id = $1 and job_end_time is not null`,
        [list_export_id],
      )
      if (exportRows[0]) {
        const peak = await worker.stop()
        const { seconds, bytes } = exportRows[0]
        figures.push({
          subject: `${rows.toLocaleString('en-US')} jobs exported as ${format.toUpperCase()}`,
          result: `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, the worker's peak ${peak} MB`,
          limit: `${mostMemory} MB`,
          ratio: (peak / mostMemory).toFixed(2),
          aim: '< 1',
        })
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await caller.close()
  await client.end()
  return figures
}
