import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '../database/db.ts'
import type { Services } from '../service-types.ts'

const sampleMs = 60_000

/** Writes what this process uses, once a minute. */
export class ServerSampler {
  #last = { at: performance.now(), cpu: process.cpuUsage() }

  /** @returns whether a minute was over */
  async sample(services: Services, runningJobs: number): Promise<boolean> {
    const now = performance.now()
    const elapsedMs = now - this.#last.at
    if (elapsedMs < sampleMs) return false
    const { user, system } = process.cpuUsage(this.#last.cpu)
    this.#last = { at: now, cpu: process.cpuUsage() }
    await writeSample(services, {
      // microseconds of all threads to cores in use
      cpu: (user + system) / 1000 / elapsedMs,
      memory_bytes: process.memoryUsage.rss(),
      running_jobs: runningJobs,
    })
    return true
  }
}

interface Sample {
  cpu: number
  memory_bytes: number
  running_jobs: number
}

/** Of a process that was started anew within a minute, the first sample counts. */
export async function writeSample(
  { config, db }: Pick<Services, 'config' | 'db'>,
  sample: Sample,
): Promise<void> {
  const { cpu, memory_bytes, running_jobs } = sample
  await sql`
    insert into server_sample (server, minute, cpu, memory_bytes, running_jobs, queued)
    select ${config.serverName}, date_trunc('minute', now()), ${cpu}, ${memory_bytes}, ${running_jobs},
      (select count(*) from job where job_status = ${sql.lit(jobStatus.scheduled)})
    on conflict do nothing`.execute(db)
}
