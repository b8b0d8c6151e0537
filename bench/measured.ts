import type { BenchRequest, Caller } from './client.ts'
import type { Figure } from './feed.ts'

/** The delay that a person doesn't notice, in ms. */
const bar = 300

export const writeLine = (text: string) =>
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

export type Measure = (
  what: string,
  times: number,
  asked: (turn: number) => BenchRequest,
  limit?: number,
) => Promise<void>

/** Sends requests one after another, each different, and records their p95 beside the limit. */
export const measureInto =
  (figures: Figure[], caller: Caller): Measure =>
  async (subject, times, request, limit = bar) => {
    for (let turn = 0; turn < 5; turn++) await caller.ask(request(turn + 1000))
    const { p95, p50 } = await caller.p95(times, request)
    figures.push({
      subject,
      result: `p95 ${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`,
      limit: `${limit} ms`,
      ratio: (p95 / limit).toFixed(2),
      aim: '< 1',
    })
    writeLine(`${subject}: p95 ${p95.toFixed(0)} ms`)
  }
