// A load from a process of its own, so that it doesn't share the server's loop: `shoot` starts this file
// with what to ask as its argument.
import autocannon from 'autocannon'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Load {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  seconds: number
}
export interface Throughput {
  /** requests a second */
  rate: number
  /** ms */
  p99: number
  failed: number
}

/** 50 connections that repeat the same request. */
export async function shoot(load: Load): Promise<Throughput> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, JSON.stringify(load)])
  return JSON.parse(stdout) as Throughput
}

async function run({ url, method, headers, body, seconds }: Load): Promise<Throughput> {
  const { requests, latency, non2xx } = await autocannon({
    url,
    method,
    headers,
    connections: 50,
    duration: seconds,
    ...(body && { body }),
  })
  return { rate: requests.average, p99: latency.p99, failed: non2xx }
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Load)))
