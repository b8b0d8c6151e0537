import { once } from 'node:events'
import { request } from 'node:http'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { runTimer } from '#server/timers.ts'
import { activityOf, harness, makeFeed, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { activity, takenOut } from '#server/test/taken-out.ts'
import { exportList } from './export-list.job.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const { begin, fileOf } = takenOut(() => c)

describe('large exports', () => {
  const rows = 30_000
  let supplier: number
  beforeAll(async () => {
    await h.app.listen({ port: 0, host: '127.0.0.1' })
    supplier = (await makeFeed(h)).dropshipper_id
    await sql`
      insert into activity (dropshipper_id, message, type, action_by_name)
      select ${supplier}, 'Row ' || n || repeat(' on', 300), 'note', 'Pat'
      from generate_series(1, ${rows}::int) n`.execute(h.services.db)
  })

  const kept = (id: number) =>
    h.services.db
      .selectFrom('list_export')
      .select('file_key')
      .where('list_export_id', '=', id)
      .executeTakeFirstOrThrow()

  test('are made by a job, and the file is kept for a week', async () => {
    const begun = await begin({ ...activity(supplier, { type: 'note' }), columns: ['what'] })
    const { list_export_id, job_id } = begun.body
    expect(job_id).toEqual(expect.any(Number))
    const done = await waitUntil(
      () => c.get(`/api/exports/${list_export_id}`),
      (answer) => answer.body.ready,
    )
    expect(done.body).toMatchObject({ rows_written: rows, job_id, progress: 1 })
    const { body } = await fileOf(list_export_id)
    expect(body.trimEnd().split('\r\n')).toHaveLength(rows + 1)
    await h.app.afterwards.ended()
    const said = (await activityOf(c, supplier)).map((a) => a.message)
    expect(said.slice(0, 3)).toEqual([
      expect.stringMatching(/^Activity exported as CSV, downloaded, 30,000 rows;/),
      expect.stringMatching(/^Activity exported as CSV, 30,000 rows; type Note/),
      expect.stringMatching(/^Activity exported as CSV, by job /),
    ])

    // another worker had it, too: there is one file, and the log says it once
    const { file_key } = await kept(list_export_id)
    const payload = { list_export_id, login_id: 1, name: 'Pat' }
    const again = { ...h.services, payload, attempt: 2, progress: () => {} }
    await exportList.run(again as unknown as Parameters<typeof exportList.run>[0])
    expect((await kept(list_export_id)).file_key).toBe(file_key)
    expect((await activityOf(c, supplier)).filter((a) => a.type === 'list.export')).toHaveLength(3)

    const path = join(h.services.config.dataDir, 'files', file_key!)
    const written = new Date(Date.now() - 6 * 86_400_000)
    await utimes(path, written, written)
    await runTimer(h.services, 'remove unused files')
    expect((await fileOf(list_export_id)).status).toBe(200)
    await sql`
      update list_export
      set insert_tm = now() - interval '8 days'
      where list_export_id = ${list_export_id}`.execute(h.services.db)
    await runTimer(h.services, 'remove unused files')
    expect((await kept(list_export_id)).file_key).toBe(null)
    await runTimer(h.services, 'delete ended sessions and used limits')
    expect((await fileOf(list_export_id)).status).toBe(404)
  })

  /** An export of more than is given at once. */
  async function beginLarge(): Promise<number> {
    const { list_export_id } = (await begin({ list: 'suppliers', input: {}, columns: ['name'] })).body
    const input = { dropshipper_id: supplier, page: 1, search: '', oldest_first: true }
    await sql`
      update list_export
      set list = 'activity', columns = '["what"]', input = ${JSON.stringify(input)}::jsonb
      where list_export_id = ${list_export_id}`.execute(h.services.db)
    return list_export_id
  }
  function download(id: number) {
    const { port } = h.app.server.address() as { port: number }
    const headers = { ...c.raw.headers, cookie: c.raw.cookie }
    return request({ port, path: `/api/exports/${id}/file`, headers }).end()
  }
  /** Downloads it, and reads no further than its first bytes. */
  async function beginToRead() {
    const req = download(await beginLarge())
    const [response] = await once(req, 'response')
    await once(response, 'readable')
    return req
  }
  const readings = (n: number) =>
    waitUntil(
      () =>
        sql<{ n: number }>`
          select count(*) as n
          from pg_stat_activity
          where datname = current_database() and query like 'fetch %' and state <> 'idle'`.execute(
          h.services.db,
        ),
      ({ rows: [found] }) => found!.n === n,
    )

  test('stop waiting when the person who requested them does', async () => {
    const id = await beginLarge()
    const tx = await h.services.db.startTransaction().execute()
    await sql`lock table activity in access exclusive mode`.execute(tx)
    const wait = (n: number) =>
      waitUntil(
        () =>
          sql<{ n: number }>`
            select count(*) as n
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
              and query like 'declare batches%'`.execute(h.services.db),
        ({ rows: [found] }) => found!.n === n,
      )
    try {
      const req = download(id).on('error', () => {})
      await wait(1)
      req.destroy()
      await wait(0)
    } finally {
      await tx.rollback().execute()
    }
  })

  test('stop reading when the person disconnects, and are limited to two at a time per person', async () => {
    const first = await beginToRead()
    const second = await beginToRead()
    await readings(2)
    const { body } = await begin({ list: 'suppliers', input: {}, columns: ['name'] })
    expect((await fileOf(body.list_export_id)).status).toBe(429)
    first.destroy()
    second.destroy()
    await readings(0)
    await h.app.afterwards.ended()
    const [newest] = await activityOf(c, supplier)
    expect(newest!.message).toMatch(/canceled after [\d,]+ rows/)
    expect((await fileOf(body.list_export_id)).status).toBe(200)
  })
})
