import { expect, test } from 'vitest'
import { harness } from '../../test/harness.ts'
import { alone, sql } from './db.ts'

const h = harness()

test('a connection lost during a query ends neither the process nor the next query', async () => {
  const { pool, db } = h.services.database
  const died: Error[] = []
  const die = (error: Error) => void died.push(error)
  process.on('uncaughtException', die)
  try {
    for (let round = 0; round < 3; round++) {
      const client = await pool.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
      await ended
      await expect(client.query('select 1')).rejects.toThrow()
      client.release()
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    }
    expect(died).toEqual([])
  } finally {
    process.off('uncaughtException', die)
  }
})

test('a transaction whose connection is lost fails, and the next one succeeds', async () => {
  const { db } = h.services
  const cut = db.transaction().execute(async (tx) => {
    await sql`insert into catalog_category (catalog_category_name) values ('cut')`.execute(tx)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  const names = db
    .selectFrom('catalog_category')
    .select('catalog_category_name')
    .where('catalog_category_name', '=', 'cut')
  expect(await names.execute()).toEqual([])
})

test('a named lock makes a waiting caller run after its holder, and a non-waiting one not at all', async () => {
  const { services: other } = await h.another()
  const order: string[] = []
  let held = () => {}
  let free = () => {}
  const holds = new Promise<void>((resolve) => (held = resolve))
  const freed = new Promise<void>((resolve) => (free = resolve))
  const first = alone(h.services.db, 'a name', 'wait', async () => {
    held()
    await freed
    order.push('first')
  })
  await holds
  const second = alone(other.db, 'a name', 'wait', async () => order.push('second'))
  await alone(other.db, 'a name', 'leave', async () => order.push('left'))
  await alone(other.db, 'another name', 'leave', async () => order.push('another'))
  free()
  await Promise.all([first, second])
  expect(order).toEqual(['another', 'first', 'second'])
})
