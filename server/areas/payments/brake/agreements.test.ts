import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin, staff } from '#server/test/harness.ts'
import { readAgreements } from './judge-run.ts'

const h = harness()

test.each([
  ['was disabled', 'post', 'disable', {}],
  ['may no longer move money', 'put', 'role', { role: 'support' }],
] as const)(
  'the approval of a stopped run by somebody who %s doesn’t count',
  async (_, method, path, body) => {
    const { db } = h.services
    const admin = await staff(h, 'admin')
    const { email } = await makeLogin(h, 'finance')
    await sql`delete from renewal_stop`.execute(db)
    const { rows } = await sql<{ renewal_stop_id: number; login_id: number }>`
    with stop as (
      insert into renewal_stop
        (day, state, insert_tm, invoices, most_invoices, amount, most_amount, vendors, percent, most_percent,
          most_days)
      values (current_date, 'stopped', now(), 9, 3, 900, 300, 9, 90, 30, 3)
      returning renewal_stop_id)
    insert into renewal_agreement (renewal_stop_id, login_id, name, invoices, amount, tm)
    select renewal_stop_id, login_id, 'Pat', 9, 900, now()
    from stop, login
    where email = ${email}
    returning renewal_stop_id, login_id`.execute(db)
    const [{ renewal_stop_id, login_id } = { renewal_stop_id: 0, login_id: 0 }] = rows
    const agreed = () => readAgreements(db, renewal_stop_id, { invoices: 9, cents: 90_000 })
    expect(await agreed()).toHaveLength(1)
    const ended = await admin[method](`/api/staff/${login_id}/${path}`, {
      ...body,
      reason: 'Left the company',
    })
    expect(ended.body).toMatchObject({ agreements: 1 })
    expect(await agreed()).toEqual([])
  },
)
