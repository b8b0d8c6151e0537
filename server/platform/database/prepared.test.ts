import { afterAll, describe, expect, inject, test } from 'vitest'
import { openDatabase, sql } from './db.ts'
import { nameOf } from './prepared.ts'

const url = inject('databaseUrl')
const prepared = openDatabase(url, { max: 1 })
const plain = openDatabase(url, { max: 1, prepare: false })
afterAll(() => Promise.all([prepared.close(), plain.close()]))
const kept = async ({ db }: typeof prepared) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
    (r) => r.statement,
  )

describe('a repeated statement', () => {
  test('is prepared from the third time on, and answers by its values each time', async () => {
    const ask = async (n: number) =>
      (await sql<{ n: number }>`select ${n}::int + 1 as n, 'often' as how`.execute(prepared.db)).rows[0]!.n
    expect([await ask(1), await ask(2)]).toEqual([2, 3])
    expect(await kept(prepared)).not.toContainEqual(expect.stringContaining('often'))
    expect([await ask(3), await ask(4)]).toEqual([4, 5])
    expect(await kept(prepared)).toContainEqual(expect.stringContaining('often'))
  })

  test('is never prepared if the setting turns it off', async () => {
    for (let n = 0; n < 5; n++) await sql`select ${n}::int as n, 'never' as how`.execute(plain.db)
    expect(await kept(plain)).toEqual([])
  })

  test('still works after its table gains a column', async () => {
    await sql`create table if not exists prepared_probe (a integer)`.execute(prepared.db)
    const ask = () => sql`select * from prepared_probe where a = ${1}`.execute(prepared.db)
    for (let n = 0; n < 5; n++) await ask()
    await sql`alter table prepared_probe add column b integer`.execute(prepared.db)
    await expect(ask()).resolves.toMatchObject({ rows: [] })
    await sql`drop table prepared_probe`.execute(prepared.db)
  })
})

test('statements that never repeat get no name, and their memory is limited', () => {
  const names = Array.from({ length: 5000 }, (_, i) => nameOf(`select ${i} from once`))
  expect(names.filter(Boolean)).toEqual([])
  // forgotten by now: it is counted anew
  expect([1, 2].map(() => nameOf('select 0 from once'))).toEqual([undefined, undefined])
  expect(nameOf('select 0 from once')).toMatch(/^f_[0-9a-f]{40}$/)
})

test('a count is prepared like any statement, a select star never', () => {
  const thrice = (text: string) => [1, 2, 3].map(() => nameOf(text))[2]
  expect(thrice('select count(*) from counted')).toMatch(/^f_/)
  expect(thrice('select COUNT(*) from counted')).toMatch(/^f_/)
  expect(thrice('select c.* from counted c')).toBeUndefined()
})

test('recent statements are remembered, the oldest are forgotten first', () => {
  const others = (from: number) => {
    for (let i = from; i < from + 600; i++) nameOf(`select ${i} from others`)
  }
  expect(nameOf('select 1 from now_and_then')).toBeUndefined()
  others(0)
  expect(nameOf('select 1 from now_and_then')).toBeUndefined()
  others(600)
  expect(nameOf('select 1 from now_and_then')).toMatch(/^f_/)
})
