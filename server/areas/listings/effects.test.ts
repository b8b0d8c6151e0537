import { expect, test } from 'vitest'
import { isSold, movesBeyond, shownAfter, type SentProduct } from '#contract/stores/effects.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { beyondSql, shownPrice, shownQuantity, soldAfterSql, soldSql } from './effects.ts'

const h = harness()

interface Row {
  in_store: boolean
  quantity: number | null
  last_quantity: number | null
  price: string | null
  last_price: string | null
  active: boolean | null
}
const each = <T, U>(values: readonly T[], rows: (value: T) => U[]) => values.flatMap(rows)
/** All that a store may show of a product, unknown values included. */
const rows: Row[] = each([true, false], (in_store) =>
  each([null, -1, 0, 1, 5], (quantity) =>
    each([null, 0, 3], (last_quantity) =>
      each([null, true, false], (active) => [
        { in_store, quantity, last_quantity, active, price: null, last_price: '7.00' },
        { in_store, quantity, last_quantity, active, price: '8.00', last_price: '7.00' },
      ]),
    ),
  ),
)
const shown = (row: Row) => ({
  ...row,
  quantity: row.quantity ?? row.last_quantity,
  price: row.price ?? row.last_price,
})

/** The rows as a table `sp`, in their order by `n`. */
const table = sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb) as sp(
      n int, in_store boolean, quantity int, last_quantity int, price numeric, last_price numeric, active boolean)`

test('the database and the contract agree on what is for sale', async () => {
  const { rows: counted } = await sql`
    select ${soldSql('sp')} as sold, ${shownQuantity('sp')} as quantity, ${shownPrice('sp')} as price
    from ${table}
    order by n`.execute(h.services.db)
  expect(counted).toEqual(
    rows.map((row) => ({ sold: isSold(shown(row)), quantity: shown(row).quantity, price: shown(row).price })),
  )
})

test('the database and the contract agree on what is for sale after an update', async () => {
  const changes: object[] = [
    { price: '9.00' },
    { quantity: 0, active: true },
    { quantity: 0, active: false },
    { quantity: 4, active: true },
    { quantity: 4, active: false },
    { quantity: 0, active: false, removed: true },
    { price: '9.00', removed: true },
  ]
  const nothing: SentProduct = { quantity: null, price: null, active: true, removed: false }
  for (const change of [null, ...changes]) {
    const json = sql`${change && JSON.stringify(change)}::jsonb`
    const { rows: counted } = await sql<{ sold: boolean }>`
      select ${soldAfterSql(json, soldSql('sp'))} as sold
      from ${table}
      order by n`.execute(h.services.db)
    const after = (row: Row) => shownAfter(shown(row), change && { ...nothing, ...change })
    // only of what the store shows already: what is new there isn’t counted
    const stands = counted.filter((_, n) => rows[n]?.in_store)
    const expected = rows.filter((row) => row.in_store).map((row) => ({ sold: isSold(after(row)) }))
    expect([change, stands]).toEqual([change, expected])
  }
})

test('the database and the contract agree on prices beyond a bound', async () => {
  const amounts = [null, '0', '0.01', '7', '9.99', '10', '10.01', '12.10', '13', '13.01', '15.7301']
  const pairs = each([0.1, 30, 100, 250.55], (bound) =>
    each(amounts, (was) => amounts.map((now) => ({ was, now, bound }))),
  ).map((pair, n) => ({ ...pair, n }))
  const { rows: counted } = await sql<{ beyond: boolean }>`
    select ${beyondSql(sql`was`, sql`now`, sql`bound`)} as beyond
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(n int, was numeric, now numeric, bound numeric)
    order by n`.execute(h.services.db)
  expect(counted.map(({ beyond }, n) => ({ ...pairs[n], beyond }))).toEqual(
    pairs.map((pair) => ({ ...pair, beyond: movesBeyond(pair.was, pair.now, pair.bound) })),
  )
})
