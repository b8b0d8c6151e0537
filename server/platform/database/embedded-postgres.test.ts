import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { waitUntil } from '../../test/harness.ts'
import { openDatabase, sql } from './db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-embedded-'))
const started: EmbeddedPostgres[] = []
afterAll(async () => {
  for (const one of started) await one.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('if two programs start at once on a new data folder, the second is refused', async () => {
  const both = await Promise.allSettled([
    startEmbeddedPostgres(dir, { fast: true }),
    startEmbeddedPostgres(dir, { fast: true }),
  ])
  for (const outcome of both) if (outcome.status === 'fulfilled') started.push(outcome.value)
  expect(both.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find((outcome) => outcome.status === 'rejected')
  expect(String(refused?.reason)).toContain(
    `Feedstock is already running on ${tmpdir()}, as process ${process.pid}`,
  )
  // and who was refused took nothing down
  await expect(startEmbeddedPostgres(dir, { fast: true })).rejects.toThrow('already running')
  const database = openDatabase(started[0]!.url)
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('a killed server restarts on its port with its data, and connection pools continue', async () => {
  const [server] = started
  const database = openDatabase(server!.url)
  await sql`create table kept (n integer)`.execute(database.db)
  await sql`insert into kept values (7)`.execute(database.db)
  await sql`checkpoint`.execute(database.db)
  for (let round = 0; round < 2; round++) {
    const killed = server!.pid
    process.kill(killed, 'SIGKILL')
    const read = () =>
      sql<{ n: number }>`select n from kept`.execute(database.db).then(
        (result) => result.rows,
        () => [],
      )
    await waitUntil(
      async () => (server!.pid === killed ? [] : read()),
      (rows) => rows[0]?.n === 7,
    )
  }
  await database.close()
})

test('a stopped server stays stopped, and its folder is free', async () => {
  const stopped = started.pop()!
  const { pid } = stopped
  await stopped.stop()
  expect(() => process.kill(pid, 0)).toThrow()
  const again = await startEmbeddedPostgres(dir, { fast: true })
  started.push(again)
  const database = openDatabase(again.url)
  expect((await sql`select n from kept`.execute(database.db)).rows).toEqual([{ n: 7 }])
  await database.close()
})
