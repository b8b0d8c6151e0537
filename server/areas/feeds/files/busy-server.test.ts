import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FetchRequest } from './fetched-files.ts'
import { busyWaits, secondsOf } from './busy-server.ts'
import { fetchFeed } from './fetch-feed.ts'

type Answer = [status: number, headers?: Record<string, string>]
const now = Date.parse('2026-11-01T10:00:00Z')

test.each([
  ['0', 0],
  ['120', 120],
  ['Sun, 01 Nov 2026 10:00:30 GMT', 30],
  ['Sun, 01 Nov 2026 09:00:00 GMT', undefined],
  ['soon', undefined],
  ['', undefined],
  ['-5', undefined],
  ['0.5', undefined],
  ['soon 5', undefined],
  [undefined, undefined],
])('a server that answers “Retry-After: %s” is waited for %s s', (header, seconds) => {
  expect(secondsOf(header, now)).toBe(seconds)
})

describe('a busy server', () => {
  let server: Server
  let url = ''
  let answers: Answer[] = []
  let asked = 0
  beforeAll(async () => {
    server = createServer((_, res) => {
      const [status, headers = {}] = answers[Math.min(asked++, answers.length - 1)] ?? [200]
      res.writeHead(status, headers).end(status === 200 ? 'sku\nA\n' : 'busy')
    })
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/feed.csv`
  })
  afterAll(() => new Promise((r) => server.close(r)))

  const waits: [status: number, seconds: number][] = []
  const fetchFrom = (list: Answer[], more: Partial<FetchRequest> = {}) => {
    answers = list
    asked = 0
    waits.length = 0
    return fetchFeed({} as Parameters<typeof fetchFeed>[0], {
      source: { kind: 'http', url, user: '' },
      secret: undefined,
      upload: undefined,
      etag: undefined,
      lastModified: undefined,
      allowHosts: ['127.0.0.1'],
      hostKeys: {} as FetchRequest['hostKeys'],
      signal: new AbortController().signal,
      onWait: (status, seconds) => waits.push([status, seconds]),
      ...more,
    })
  }
  const soon = { 'retry-after': '0' }

  test('is asked again when it says, and its file is taken', async () => {
    const file = await fetchFrom([[429, { 'retry-after': '1' }], [503, soon], [200]])
    expect(file).toMatchObject({ name: 'feed.csv', bytes: 6 })
    if (file !== 'not modified') await file.remove()
    expect([asked, waits]).toEqual([
      3,
      [
        [429, 1],
        [503, 0],
      ],
    ])
  })
  test('that doesn’t say when is asked again after a while', async () => {
    const file = await fetchFrom([[503], [200]])
    if (file !== 'not modified') await file.remove()
    expect(waits).toEqual([[503, busyWaits.firstSeconds]])
  })
  test('that stays busy is given up', async () => {
    await expect(fetchFrom([[503, soon]])).rejects.toMatchObject({
      code: 'http_status',
      message:
        'The server returned status 503: the server is busy or under maintenance. It was still busy after 4 more tries',
    })
    expect(asked).toBe(1 + busyWaits.times)
  })
  test('that wants a longer wait than a run has isn’t waited for', async () => {
    await expect(fetchFrom([[429, { 'retry-after': '3600' }]])).rejects.toMatchObject({
      message:
        'The server returned status 429: too many requests. It asks to wait 3600 s; the limit is 120 s',
    })
    expect(asked).toBe(1)
  })
  test('is no longer waited for when the run is stopped', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    const fetching = fetchFrom([[429, { 'retry-after': '60' }]], {
      signal: stop.signal,
      onWait: () => stop.abort(reason),
    })
    await expect(fetching).rejects.toBe(reason)
    expect(asked).toBe(1)
  })
  test('that fails otherwise is asked once', async () => {
    await expect(fetchFrom([[500], [200]])).rejects.toMatchObject({ code: 'http_status' })
    expect(asked).toBe(1)
  })
})
