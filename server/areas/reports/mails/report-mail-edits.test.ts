import { beforeAll, beforeEach, expect, test } from 'vitest'
import { unopenedEmails, type ReportMail } from '#contract/reports/mails.ts'
import { sql } from '#server/platform/database/db.ts'
import { makeSixVendors } from '#server/test/billing/six-vendors.ts'
import { client, harness, lettersTo, makeLogin, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { pdfPages } from '#server/test/pdf-text.ts'
import { runTimer } from '#server/timers.ts'
import { planReportMails } from './plan-report-mails.ts'

const h = harness({ worker: true })
type Person = Awaited<ReturnType<typeof makeLogin>> & { login_id: number; client: Client }
async function person(role: 'finance' | 'account_manager' | 'admin'): Promise<Person> {
  const login = await makeLogin(h, role)
  const { login_id } = await h.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', login.email)
    .executeTakeFirstOrThrow()
  return { ...login, login_id, client: await client(h, login.email) }
}
let owner: Person
let reader: Person
beforeAll(async () => {
  await makeSixVendors(h)
  await runTimer(h.services, 'update recurring revenue')
  owner = await person('finance')
  reader = await person('account_manager')
}, 120_000)
beforeEach(async () => {
  await sql`update report_mail set stopped_tm = now(), stopped_by_name = 'Test'`.execute(h.services.db)
  await sql`delete from report_dirty`.execute(h.services.db)
})

const at = (time: string) => {
  h.services.clock.now = () => Date.parse(time)
}
const schedule = (more: object = {}) => ({
  name: 'Deals',
  search: 'start=2026-10-01&end=2026-10-31',
  every: 'day',
  day: null,
  hour: 7,
  recipients: [owner.login_id, reader.login_id],
  formats: [],
  ...more,
})
/** As if set up long ago. */
async function scheduled(more: object = {}): Promise<number> {
  const { status, body } = await owner.client.post('/api/reports/mails', {
    report: 'closed-deals',
    ...schedule(more),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await sql`
    update report_mail set insert_tm = '2026-01-01' where report_mail_id = ${body.report_mail_id}`.execute(
    h.services.db,
  )
  return body.report_mail_id
}
const change = (id: number, more: object, by = owner.client) =>
  by.put(`/api/reports/mails/${id}`, schedule(more))
const mailOf = async (id: number) => {
  const { body } = await owner.client.get('/api/reports/mails')
  return (body as ReportMail[]).find(({ report_mail_id }) => report_mail_id === id)
}
const dueDays = async (id: number) =>
  (
    await sql<{ due_on: string }>`
      select due_on::text from report_mail_sending where report_mail_id = ${id} order by 1`.execute(
      h.services.db,
    )
  ).rows.map(({ due_on }) => due_on)
async function send(id: number, time: string) {
  at(time)
  await planReportMails(h.services)
  await waitUntil(
    async () =>
      (
        await sql<{ n: number }>`
          select count(*)::int as n from report_mail_sending where report_mail_id = ${id} and state = 'waiting'`.execute(
          h.services.db,
        )
      ).rows[0]?.n,
    (n) => n === 0,
  )
}
const newest = async ({ email }: Person) => (await lettersTo(h, email))[0]
const day = (n: number) => `2026-12-${String(n).padStart(2, '0')}T07:00:00Z`

test('a schedule is edited by its owner: name, rhythm, hour, people and filters', async () => {
  at('2026-12-02T08:00:00Z')
  const id = await scheduled()
  const before = await mailOf(id)
  const edit = {
    name: 'Deals of November',
    search: 'start=2026-11-01&end=2026-11-30',
    every: 'week',
    day: 4,
    hour: 15,
    recipients: [reader.login_id],
    version: before?.version,
  }
  expect((await change(id, edit)).status).toBe(204)
  expect(await mailOf(id)).toMatchObject({
    name: 'Deals of November',
    search: 'start=2026-11-01&end=2026-11-30',
    every: 'week',
    day: 4,
    hour: 15,
    recipients: [{ login_id: reader.login_id }],
  })
  expect((await change(id, { name: '' })).body.error.fields).toHaveProperty('name')
  expect((await change(id, { every: 'week', day: 8 })).body.error.fields).toHaveProperty('day')
  await scheduled({ name: 'Taken' })
  expect((await change(id, { name: 'taken' })).body.error.fields).toHaveProperty('name')
  const helper = await staff(h, 'support')
  expect((await change(id, {}, helper)).status).toBe(404)
  expect((await change(id, {}, reader.client)).status).toBe(403)
  const admin = await person('admin')
  expect((await change(id, { name: 'By an admin', version: before?.version }, admin.client)).status).toBe(409)
})

test('an email is sent at its hour, and an hour that has passed isn’t made up for', async () => {
  at('2026-12-02T08:00:00Z')
  const id = await scheduled({ hour: 15 })
  await send(id, '2026-12-02T14:59:00Z')
  expect(await dueDays(id)).toEqual(['2026-12-01'])
  await send(id, '2026-12-02T15:00:00Z')
  expect(await dueDays(id)).toEqual(['2026-12-01', '2026-12-02'])
  at('2026-12-03T12:00:00Z')
  await change(id, { hour: 9 })
  await send(id, '2026-12-03T12:01:00Z')
  expect(await dueDays(id)).toEqual(['2026-12-01', '2026-12-02'])
  await send(id, '2026-12-04T09:00:00Z')
  expect(await dueDays(id)).toEqual(['2026-12-01', '2026-12-02', '2026-12-04'])
})

test('the email has the first rows of the report, and times in the zone of its receiver', async () => {
  await sql`
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    values (${reader.login_id}, 'America/New_York', '18:00', '08:00', '{1,2,3,4,5}', '{08:00}')`.execute(
    h.services.db,
  )
  const id = await scheduled()
  await send(id, day(2))
  const theirs = await newest(reader)
  expect(theirs?.text).toContain('3 rows:')
  expect(theirs?.text).toContain('Day: 10/15/26, Vendor: Shop C, Kind: New, MRR added: $135.00')
  expect(theirs?.text).toContain('MRR added, Now: $205.00, Before: $350.00')
  expect(theirs?.text).toContain('Made 12/2/26, 2:00 AM EST.')
  expect((await newest(owner))?.text).toContain('Made 12/2/26, 7:00 AM UTC.')
})

test('of many rows, the email has twelve, the PDF a thousand and the CSV all', async () => {
  const id = await scheduled({
    report: 'cancels',
    name: 'Cancels',
    search: 'start=2026-12-01&end=2026-12-31',
    formats: ['pdf', 'csv'],
  })
  await sql`
    insert into subscription_event (vendor_id, dropshipper_id, tm, what, by_name)
    select v.vendor_id, d.dropshipper_id, '2026-12-01'::timestamptz + make_interval(secs => n), 'cancel_asked', 'Pat'
    from (select min(vendor_id) as vendor_id from vendor where not is_staff) v,
      (select min(dropshipper_id) as dropshipper_id from dropshipper) d, generate_series(1, 1013) n`.execute(
    h.services.db,
  )
  await send(id, day(3))
  const text = (await newest(owner))?.text ?? ''
  expect(text).toContain('The first 12 of 1,013 rows:')
  expect(text.match(/^- When: /gm)).toHaveLength(12)
  const { rows: files } = await sql<{ content: Buffer }>`
    select content from mail_file order by mail_file_id desc limit 2`.execute(h.services.db)
  const [csv, pdf] = files.map(({ content }) => content)
  expect(csv?.toString().trim().split('\n')).toHaveLength(1014)
  expect(pdfPages(pdf ?? Buffer.alloc(0)).join('\n')).toContain('The first 1,000 of 1,013 rows.')
  await sql`delete from subscription_event where tm >= '2026-12-01' and by_name = 'Pat'`.execute(
    h.services.db,
  )
})

test('after eight unopened emails, the next ones offer to stop, until one is opened by its link', async () => {
  const id = await scheduled({ every: 'day' })
  const unopened = async () =>
    (
      await sql<{ unopened: number }>`
        select unopened from report_mail_recipient
        where report_mail_id = ${id} and login_id = ${reader.login_id}`.execute(h.services.db)
    ).rows[0]?.unopened
  await send(id, day(10))
  expect((await newest(reader))?.text).toContain(`&emailed=${id}`)
  expect(await unopened()).toBe(1)
  await sql`update report_mail_recipient set unopened = ${unopenedEmails - 1} where report_mail_id = ${id}`.execute(
    h.services.db,
  )
  await send(id, day(11))
  expect((await newest(reader))?.text).not.toContain('Still useful?')
  await send(id, day(12))
  expect((await newest(reader))?.text).toContain('Still useful? Stop this email:')
  await reader.client.post(`/api/reports/mails/${id}/open`)
  await send(id, day(13))
  expect((await newest(reader))?.text).not.toContain('Still useful?')
  // only the one who opened it starts again
  expect((await newest(owner))?.text).toContain('Still useful?')
})

test('the link stops the copy of one person, once, and says so', async () => {
  const id = await scheduled()
  await sql`update report_mail_recipient set unopened = 8 where report_mail_id = ${id}`.execute(h.services.db)
  await send(id, day(14))
  const linkIn = async (receiver: Person) =>
    `/api-public${/\/report-email\/\S+/.exec((await newest(receiver))?.text ?? '')?.[0]}`
  const link = await linkIn(reader)
  const anybody = await client(h)
  expect((await anybody.get(link)).body).toEqual({ valid: true, name: 'Deals', state: 'running' })
  expect((await mailOf(id))?.recipients).toHaveLength(2)
  expect((await anybody.post(link)).body).toEqual({ valid: true, name: 'Deals', state: 'stopped' })
  expect((await mailOf(id))?.recipients.map(({ login_id }) => login_id)).toEqual([owner.login_id])
  for (const again of [await anybody.get(link), await anybody.post(link)])
    expect(again.body).toEqual({ valid: true, name: 'Deals', state: 'used' })
  // who is added again has another link
  await change(id, {})
  expect((await anybody.post(link)).body.state).toBe('used')
  expect((await mailOf(id))?.recipients).toHaveLength(2)
  expect((await anybody.post(`${link.slice(0, -3)}AAA`)).body).toEqual({
    valid: false,
    name: '',
    state: 'used',
  })
  const { rows } = await sql<{ message: string }>`
    select message from activity where type = 'report.mail' and message like '%by email link%'`.execute(
    h.services.db,
  )
  expect(rows).toHaveLength(1)
})

test('a schedule that its last recipient stops ends, and its owner is told', async () => {
  const id = await scheduled({ recipients: [reader.login_id] })
  await sql`update report_mail_recipient set unopened = 8 where report_mail_id = ${id}`.execute(h.services.db)
  await send(id, day(15))
  const [path] = /\/report-email\/\S+/.exec((await newest(reader))?.text ?? '') ?? []
  await (await client(h)).post(`/api-public${path}`)
  expect(await mailOf(id)).toBeUndefined()
  expect((await newest(owner))?.subject).toMatch(/^“Deals” is no longer emailed to /)
})
