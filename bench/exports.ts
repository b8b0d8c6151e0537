// A list of a million rows exported by a separate worker: seconds, and its peak memory.
import pg from 'pg'
import { benchPassword, openCaller, type Caller } from './client.ts'
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
  const columns = ['id', 'what', 'state', 'queued', 'ended', 'took', 'reason', 'record']
  for (const format of ['csv', 'xlsx'] as const)
    figures.push(
      await measureExport({ client, caller, url, dir }, { list: 'jobs', format, columns, input: {} }, 'jobs'),
    )
  await caller.close()
  await client.end()
  return figures
}

interface Export {
  list: string
  format: 'csv' | 'xlsx'
  columns: readonly string[]
  input: object
}
/** A file made by a worker of its own: its seconds and the worker's peak memory. */
export async function measureExport(
  { client, caller, url, dir }: { client: pg.Client; caller: Caller; url: string; dir: string },
  body: Export,
  noun: string,
  limits: { seconds?: number; megabytes: number } = { megabytes: mostMemory },
): Promise<Figure> {
  // the sign-in may be long ago
  await caller.ask({
    method: 'POST',
    path: '/api/account/confirm-identity',
    body: { password: benchPassword },
  })
  const worker = startWorker(url, dir, 'updating')
  const { list_export_id } = (await caller.ask({ method: 'POST', path: '/api/exports', body })) as {
    list_export_id: number
  }
  for (;;) {
    const { rows: exportRows } = await client.query<{ seconds: number; bytes: number; rows_written: number }>(
      `select extract(epoch from job_end_time - job_start_time)::float8 as seconds, bytes::float8, rows_written
        from list_export join job using (job_id)
        where list_export_id = $1 and job_end_time is not null`,
      [list_export_id],
    )
    const [ended] = exportRows
    if (ended) {
      const peak = await worker.stop()
      const written = ended.rows_written.toLocaleString('en-US')
      return {
        subject: `${written} ${noun} exported as ${body.format.toUpperCase()}`,
        result: `${ended.seconds.toFixed(1)} s, ${(ended.bytes / 1e6).toFixed(0)} MB, the worker's peak ${peak} MB`,
        limit: `${limits.seconds ? `${limits.seconds} s, ` : ''}${limits.megabytes} MB`,
        ratio: Math.max(peak / limits.megabytes, limits.seconds ? ended.seconds / limits.seconds : 0).toFixed(
          2,
        ),
        aim: '< 1',
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
