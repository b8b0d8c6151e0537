import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeLogin } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'
import { erasure } from './erasure.ts'

const h = harness()
const tablesThat = (does: (plan: (typeof erasure)[keyof typeof erasure]) => boolean) =>
  Object.entries(erasure)
    .filter(([, plan]) => does(plan))
    .map(([table]) => table)
const deleted = tablesThat((plan) => plan === 'deleted')
const cleared = tablesThat((plan) => plan === 'cleared')

/** Tables whose rows belong to a vendor: they refer to one, through however many tables, or name its id. */
async function tablesOfVendors(): Promise<string[]> {
  const { rows } = await h.services.database.pool.query<{ name: string }>(`
    with recursive of_vendor(id) as (
        select 'vendor'::regclass::oid
        union
        select a.attrelid
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
        where a.attname = 'vendor_id' and c.relnamespace = 'public'::regnamespace
        union
        select r.conrelid
        from pg_constraint r
        join of_vendor on of_vendor.id = r.confrelid
        where r.contype = 'f')
    select id::regclass::text as name
    from of_vendor
    order by name`)
  return rows.map((row) => row.name)
}

/** The tables that go with rows of these, by their foreign keys. */
async function withDependents(tables: readonly string[]): Promise<string[]> {
  const { rows } = await h.services.database.pool.query<{ name: string }>(
    `with recursive going(id) as (
        select name::regclass::oid
        from unnest($1::text[]) as name
        union
        select r.conrelid
        from pg_constraint r
        join going on going.id = r.confrelid
        where r.contype = 'f' and r.confdeltype = 'c')
    select id::regclass::text as name
    from going`,
    [tables],
  )
  return rows.map((row) => row.name)
}

describe('erasing an account', () => {
  let statements: string[]
  beforeAll(async () => {
    const { pool } = h.services.database
    const { vendor_id } = await makeLogin(h, 'customer')
    await pool.query(
      `update vendor set deleted_tm = now() - interval '40 days' where vendor_id = ${vendor_id}`,
    )
    await pool.query(`
      create table erasing (statement text);
      create function note_statement() returns trigger language plpgsql as $$
      begin
        insert into erasing values (lower(tg_op) || ' ' || tg_table_name);
        return null;
      end $$`)
    for (const table of Object.keys(erasure))
      await pool.query(`
        create trigger note_statement after update or delete on ${table}
        for each statement execute function note_statement()`)
    await runTimer(h.services, 'erase deleted accounts')
    const { rows } = await pool.query<{ statement: string }>('select statement from erasing')
    statements = rows.map((row) => row.statement)
    await pool.query('drop table erasing cascade; drop function note_statement cascade')
  })

  test('has a rule for every table with a vendor’s rows', async () => {
    const tables = await tablesOfVendors()
    const listed = Object.keys(erasure)
    const undecided = tables.filter((table) => !listed.includes(table))
    expect(undecided, 'say in erasure.ts what becomes of these tables').toEqual([])
    expect(
      listed.filter((table) => !tables.includes(table)),
      'hold no rows of a vendor',
    ).toEqual([])
  })
  test('deletes from every table listed as deleted, and from no other', async () => {
    const isDeletedFrom = (table: string) => statements.includes(`delete ${table}`)
    const gone = await withDependents(deleted.filter(isDeletedFrom))
    const kept = deleted.filter((table) => !gone.includes(table))
    expect(kept, 'erase-accounts.ts has no statement that deletes their rows').toEqual([])
    const others = tablesThat((plan) => plan !== 'deleted')
    // a row of another vendor's may go with a login, as that of a staff member who looked at its page
    expect(others.filter((table) => isDeletedFrom(table) && !gone.includes(table))).toEqual([])
  })
  test('clears every table listed as cleared', () => {
    const untouched = cleared.filter((table) => !statements.includes(`update ${table}`))
    expect(untouched, 'erase-accounts.ts has no statement that clears them').toEqual([])
  })
})
