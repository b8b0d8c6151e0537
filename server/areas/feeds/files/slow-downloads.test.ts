import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fetchLimits, keepFile } from './fetched-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'feedstock-slow-'))
beforeEach(() => {
  vi.stubEnv('TMPDIR', folder)
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A download whose server sends so many bytes in each step, until it ends or the time is over. */
async function download(
  bytes: number,
  seconds: number,
  { upto, announced }: { upto: number; announced?: number },
) {
  const body = new PassThrough()
  let isOver = false
  const file = keepFile(body, new AbortController().signal, { announcedBytes: announced })
  const outcome = file
    .then((kept) => kept.remove().then(() => 'kept' as const))
    .catch((error: Error) => error)
    .finally(() => (isOver = true))
  for (let time = 0; time < upto && !isOver; time += seconds) {
    body.write(Buffer.alloc(bytes))
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  body.end()
  return outcome
}

test('a server that drips is ended by its speed, and leaves nothing behind', async () => {
  expect(await download(1, 5, { upto: 3600 })).toMatchObject({
    code: 'slow',
    message: 'The server sent only 0.0 kB in 60 seconds; at least 9.8 kB is required',
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a file may take longer the larger it is', async () => {
  const before = { ...fetchLimits }
  onTestFinished(() => void Object.assign(fetchLimits, before))
  // ten minutes, and ten more for 60 kB
  Object.assign(fetchLimits, { bytesPerSecond: 100, leastBytes: 1000 })
  expect(await download(400, 10, { upto: 7200, announced: 60_000 })).toMatchObject({
    code: 'slow',
    message: 'The download is too slow: 49.2 kB of 58.6 kB in 21 minutes',
  })
  expect(await download(500, 10, { upto: 1200, announced: 60_000 })).toBe('kept')
})
