import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { makeSixVendors } from '#server/test/billing/six-vendors.ts'
import { client, harness, lettersTo, makeLogin, waitUntil, type Client } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'
import { planReportMails } from './plan-report-mails.ts'

const h = harness({ worker: true })
interface Person {
  login_id: number
  email: string
  client: Client
}
async function person(role: 'finance' | 'support'): Promise<Person> {
  const { email } = await makeLogin(h, role)
  const { login_id } = await h.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { login_id, email, client: await client(h, email) }
}
let finance: Person
let support: Person
beforeAll(async () => {
  await makeSixVendors(h)
  await runTimer(h.services, 'update recurring revenue')
  finance = await person('finance')
  support = await person('support')
}, 120_000)

const add = (by: Person, mail: { report: string; search: string }, to = by) =>
  by.client.post('/api/reports/mails', {
    name: `${mail.report} ${mail.search}`,
    every: 'day',
    day: null,
    recipients: [to.login_id],
    formats: ['pdf'],
    ...mail,
  })
async function textOf(mail: { report: string; search: string }): Promise<string> {
  const { status, body } = await add(finance, mail)
  expect(status, JSON.stringify(body)).toBe(200)
  const { db, clock } = h.services
  await sql`update report_mail set insert_tm = '2026-01-01' where report_mail_id = ${body.report_mail_id}`.execute(
    db,
  )
  clock.now = () => Date.parse('2026-11-26T07:00:00Z')
  await sql`delete from report_dirty`.execute(db)
  await planReportMails(h.services)
  const letter = await waitUntil(
    async () =>
      (await lettersTo(h, finance.email)).find(({ text }) =>
        text.includes(`emailed=${body.report_mail_id}\n`),
      ),
    (found) => found !== undefined,
  )
  return letter?.text ?? ''
}

test.each([
  [
    'Recurring',
    { report: 'monthly-revenue', search: 'view=recurring' },
    [
      '$405 a month from 4 paying vendors, unchanged since Nov 2026 started.',
      'MRR at the end of Oct 2026, Now: $405.00, Before: $350.00, Change: +15.7%',
      'Month: 10/1/26, Opening MRR: $350.00, New: $185.00, Churn, canceled: −$50.00, Closing MRR: $405.00',
    ],
  ],
  [
    'Earned',
    { report: 'monthly-revenue', search: 'view=earned' },
    ['earned in Nov 2026 so far.', 'Earned, Now: ', 'Month: 10/1/26, Billed: '],
  ],
  [
    'Churned users',
    { report: 'customers', search: 'of=churned&year=2026&month=10' },
    ['2 vendors churned in Oct 2026 with $150 MRR', 'Churned, Now: 2, Before: 0', 'Vendor: Shop D, Why: '],
  ],
  [
    'Status change',
    { report: 'customers', search: 'of=status&year=2026&month=10' },
    ['in Oct 2026', 'Suspended, Now: 1, Before: 0', 'Vendor: Shop D, From: Active, To: Billing Suspended'],
  ],
  [
    'Affiliates',
    { report: 'customers', search: 'of=affiliates' },
    [
      '$135 kept in Oct 2026 from 1 referred vendor',
      'Kept, Now: $135.00, Before: $0.00',
      'Affiliate: Shop A',
    ],
  ],
  [
    'The Truth',
    { report: 'the-truth', search: 'view=monthly' },
    [
      '0 new paying vendors this month so far. No goal is set.',
      'New paying vendors, Now: 2, Before: 4',
      'Number: New paying vendors, Sep 2026: 4, Oct 2026: 2, Nov 2026, so far: 0',
    ],
  ],
] as const)('%s is emailed with its answer, numbers and rows', async (_name, mail, texts) => {
  const text = await textOf(mail)
  for (const part of texts) expect(text).toContain(part)
})

test('a tab with money is emailed to those who may see money', async () => {
  const churned = { report: 'customers', search: 'of=churned' }
  expect((await add(support, churned)).status).toBe(403)
  const refused = await add(finance, churned, support)
  expect(refused.body.error.fields.recipients).toMatch(/may not see Customers$/)
  expect((await add(support, { report: 'customers', search: 'of=status' })).status).toBe(200)
  const readers = async (search: string) =>
    (await finance.client.get(`/api/reports/readers?report=customers&search=${encodeURIComponent(search)}`))
      .body
  const idOf = ({ login_id }: Person) => expect.objectContaining({ login_id })
  expect(await readers('of=churned')).not.toContainEqual(idOf(support))
  expect(await readers('of=status')).toContainEqual(idOf(support))
})
