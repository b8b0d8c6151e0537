import type { Result } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** A chart has six colors. */
const mostServers = 6
type Samples = Result<'listServerSamples'>

/** What workers used in the last 24 hours, by ten minutes. */
export async function listServerSamples({ db }: Ctx): Promise<Samples> {
  const recent = sql`
    select date_bin('10 minutes', minute, 'epoch') as tm, server, cpu, memory_bytes, running_jobs, queued
    from server_sample
    where minute > now() - interval '24 hours'`
  const [{ rows: samples }, { rows: queue }] = await Promise.all([
    sql<Samples['samples'][number] & { servers: number }>`
      with recent as (${recent}),
      busiest as (
        select server, count(*) over () as servers
        from recent
        group by server
        order by avg(cpu) desc, server
        limit ${mostServers}
      )
      select tm, server, round(avg(cpu)::numeric, 2)::float8 as cpu, max(memory_bytes) as memory_bytes,
        max(running_jobs) as running_jobs, min(servers)::int as servers
      from recent
      join busiest using (server)
      group by tm, server
      order by tm, server`.execute(db),
    sql<Samples['queue'][number]>`
      with recent as (${recent})
      select tm, max(queued) as queued
      from recent
      group by tm
      order by tm`.execute(db),
  ])
  return {
    servers: samples[0]?.servers ?? 0,
    samples: samples.map(({ servers: _servers, ...sample }) => sample),
    queue,
  }
}
