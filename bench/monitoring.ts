// The monitoring list of 1,000 suppliers of 50 runs each: its bytes as they are sent, and how often it is
// answered under 50 connections.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { openCaller } from './client.ts'
import type { Figure } from './feed.ts'
import { makeSuppliers, suppliers } from './list-rows.ts'
import { shoot } from './load.ts'

const path = '/api/suppliers/monitoring/list'
const mostBytes = 300_000
/** Requests a second: five times as many as when each request read the list for itself. */
const fewestAnswers = 55

export async function benchMonitoring(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir)
  await makeSuppliers(client)
  await client.end()
  const headers = { ...caller.headers, 'accept-encoding': 'gzip' }
  const bytes = await sentBytes(caller.base + path, headers)
  const { rate, p99, failed } = await shoot({ url: caller.base + path, method: 'GET', headers, seconds: 10 })
  await caller.close()
  const subject = `GET ${path} (${suppliers} suppliers, 50 runs each)`
  return [
    {
      subject: `${subject}, bytes sent`,
      result: `${Math.round(bytes / 1000)} kB`,
      limit: `${mostBytes / 1000} kB`,
      ratio: (bytes / mostBytes).toFixed(2),
      aim: '<= 1',
    },
    {
      subject: `${subject}, 50 connections`,
      result: `${rate.toFixed(0)} requests/s, p99 ${p99} ms${failed ? ` (${failed} failed)` : ''}`,
      limit: `${fewestAnswers} requests/s`,
      ratio: (rate / fewestAnswers).toFixed(2),
      aim: '>= 1',
    },
  ]
}

/** The bytes of an answer's body as they come, still compressed. */
async function sentBytes(url: string, headers: Record<string, string>): Promise<number> {
  const asked = request(url, { headers })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const part of answer) bytes += (part as Buffer).length
  return bytes
}
