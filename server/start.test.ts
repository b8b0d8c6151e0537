import { expect, test } from 'vitest'
import { sql } from './platform/database/db.ts'
import { migrate } from './platform/database/migrate.ts'
import { refuseDemonstration, startOverHalfMade } from './start.ts'
import { harness, makeLogin } from './test/harness.ts'

const h = harness()

test('a database that a newer version migrated isn’t used', async () => {
  const { db } = h.services
  await sql`insert into migration (name) values ('9999_of_tomorrow.sql')`.execute(db)
  await expect(migrate(h.url)).rejects.toThrow(
    'The database is from a newer version of Feedstock (9999_of_tomorrow.sql). Start that version or a newer one.',
  )
  await sql`delete from migration where name = '9999_of_tomorrow.sql'`.execute(db)
  expect(await migrate(h.url)).toEqual([])
})

test('production refuses a database with the demonstration or one of its logins', async () => {
  const { db } = h.services
  await refuseDemonstration(h.url)
  await sql`insert into demonstration default values`.execute(db)
  await expect(refuseDemonstration(h.url)).rejects.toThrow('has demo accounts')
  await sql`delete from demonstration`.execute(db)
  for (const email of ['admin@feedstock.test', 'Admin@Feedstock.Test']) {
    await makeLogin(h, 'admin', email)
    await expect(refuseDemonstration(h.url)).rejects.toThrow('Set DATABASE_URL to another database')
    await sql`delete from login`.execute(db)
  }
  await refuseDemonstration(h.url)
})

test('a demonstration whose making was interrupted is made from the start', async () => {
  const { db } = h.services
  await makeLogin(h, 'support')
  await sql`insert into demonstration (ready_tm) values (now())`.execute(db)
  expect(await startOverHalfMade(h.url)).toBe(false)
  expect(await db.selectFrom('login').select('login_id').execute()).toHaveLength(1)
  await sql`update demonstration set ready_tm = null`.execute(db)
  expect(await startOverHalfMade(h.url)).toBe(true)
  for (const table of ['login', 'vendor', 'demonstration'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await db.selectFrom('carrier').selectAll().execute()).not.toEqual([])
  expect(await startOverHalfMade(h.url)).toBe(false)
  expect(await migrate(h.url)).toEqual([])
})
