import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayOf } from '#contract/billing/days.ts'
import type { ReportMail } from '#contract/reports/mails.ts'
import { sql } from '#server/platform/database/db.ts'
import { client, harness, lettersTo, makeLogin, waitUntil, type Client } from '#server/test/harness.ts'
import { pdfPages } from '#server/test/pdf-text.ts'
import { makeSixVendors } from '#server/test/billing/six-vendors.ts'
import { runTimer } from '#server/timers.ts'
import { planReportMails } from './plan-report-mails.ts'

const h = harness({ worker: true })
interface Person {
  email: string
  login_id: number
}
async function person(role: 'support' | 'finance' | 'account_manager'): Promise<Person> {
  const { email } = await makeLogin(h, role)
  const { login_id } = await h.services.db
    .selectFrom('login')
    .select('login_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, login_id }
}
let finance: Client
let owner: Person
let reader: Person
beforeAll(async () => {
  await makeSixVendors(h)
  await runTimer(h.services, 'update recurring revenue')
  owner = await person('finance')
  reader = await person('account_manager')
  finance = await client(h, owner.email)
}, 120_000)
beforeEach(async () => {
  await sql`update report_mail set stopped_tm = now(), stopped_by_name = 'Test'`.execute(h.services.db)
  await sql`delete from report_dirty`.execute(h.services.db)
})

const at = (time: string) => {
  h.services.clock.now = () => Date.parse(time)
}
const add = (mail: object) =>
  finance.post('/api/reports/mails', {
    report: 'closed-deals',
    name: 'Deals',
    search: 'start=2026-10-01&end=2026-10-31',
    every: 'day',
    day: null,
    recipients: [owner.login_id],
    formats: [],
    ...mail,
  })
/** As if set up long ago. */
async function scheduled(mail: object = {}): Promise<number> {
  const { status, body } = await add(mail)
  expect(status, JSON.stringify(body)).toBe(200)
  await sql`
    update report_mail set insert_tm = '2026-01-01' where report_mail_id = ${body.report_mail_id}`.execute(
    h.services.db,
  )
  return body.report_mail_id
}
const sendings = async (id: number) =>
  (
    await sql<{ due_on: string; state: string; why: string | null; recipients: number | null }>`
      select due_on::text, state, why, recipients
      from report_mail_sending
      where report_mail_id = ${id}
      order by due_on`.execute(h.services.db)
  ).rows
/** Every job that is queued has run. */
const settled = (id: number) =>
  waitUntil(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n
        from report_mail_sending s
        join job j using (job_id)
        where s.report_mail_id = ${id} and s.state = 'waiting' and j.job_status in (1, 4)`.execute(
        h.services.db,
      )
      return rows[0]?.n
    },
    (n) => n === 0,
  )
async function newTo(person: Person, work: () => Promise<unknown>) {
  const before = (await lettersTo(h, person.email)).length
  await work()
  const letters = await lettersTo(h, person.email)
  return letters.slice(0, letters.length - before)
}

describe('an email by schedule', () => {
  test('comes once a day from 7:00 UTC, whatever the number of processes', async () => {
    at('2026-11-26T06:59:00Z')
    const id = await scheduled({ recipients: [owner.login_id, reader.login_id] })
    await planReportMails(h.services)
    expect((await sendings(id)).map(({ due_on }) => due_on)).toEqual(['2026-11-25'])
    await settled(id)
    at('2026-11-26T07:00:00Z')
    const another = await h.another()
    another.services.clock.now = () => h.services.clock.now()
    const [letter, ...more] = await newTo(reader, async () => {
      await Promise.all([planReportMails(h.services), planReportMails(another.services)])
      await planReportMails(another.services)
      await settled(id)
    })
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Closed Deals: $205 MRR added in 3 deals. 1 deal worth $50 lost since')
    expect(letter?.text).toContain('MRR added, Now: $205.00, Before: $350.00, Change: −41.4%')
    expect(letter?.text).toContain('/reports/closed-deals?start=2026-10-01&end=2026-10-31')
    expect((await sendings(id)).at(-1)).toEqual({
      due_on: '2026-11-26',
      state: 'sent',
      why: null,
      recipients: 2,
    })
  })

  test('comes on its day of the week or of the month, and not for days before it was set up', async () => {
    at('2026-11-26T08:00:00Z')
    const weekly = await scheduled({ name: 'Thursdays', every: 'week', day: 4 })
    const monthly = await scheduled({ name: 'On the 25th', every: 'month', day: 25 })
    const old = await scheduled({ name: 'Mondays', every: 'week', day: 1 })
    const { body: late } = await add({})
    await planReportMails(h.services)
    expect((await sendings(weekly)).map(({ due_on }) => due_on)).toEqual(['2026-11-26'])
    expect((await sendings(monthly)).map(({ due_on }) => due_on)).toEqual(['2026-11-25'])
    expect(await sendings(old)).toEqual([])
    // it was set up after that day’s hour
    await sql`
      update report_mail set insert_tm = '2026-11-26T07:30Z'
      where report_mail_id = ${late.report_mail_id}`.execute(h.services.db)
    await planReportMails(h.services)
    expect(await sendings(late.report_mail_id)).toEqual([])
    for (const id of [weekly, monthly]) await settled(id)
  })

  test('waits while figures are brought up to date, then is sent with a remark', async () => {
    at('2026-11-26T07:00:00Z')
    const id = await scheduled()
    await sql`
      insert into report_dirty (vendor_id, from_day, what, tm)
      select min(vendor_id), '2026-10-01', 'invoice', '2026-11-26T06:50Z' from vendor`.execute(h.services.db)
    const none = await newTo(owner, () => planReportMails(h.services))
    expect(none).toEqual([])
    expect((await sendings(id)).at(-1)).toMatchObject({
      state: 'waiting',
      why: 'Numbers are being brought up to date',
    })
    at('2026-11-26T13:00:00Z')
    const [letter] = await newTo(owner, async () => {
      await planReportMails(h.services)
      await settled(id)
    })
    expect(letter?.text).toContain('Some numbers were still being brought up to date when this was sent.')
  })

  test('isn’t held up by changes of the last two minutes, which are being worked on', async () => {
    at('2026-11-26T07:00:00Z')
    const id = await scheduled()
    const changed = (tm: string) =>
      sql`
        insert into report_dirty (vendor_id, from_day, what, tm)
        select min(vendor_id), '2026-10-01', 'invoice', ${tm}::timestamptz from vendor`.execute(h.services.db)
    await changed('2026-11-26T06:58:00Z')
    const [letter] = await newTo(owner, async () => {
      await planReportMails(h.services)
      await settled(id)
    })
    expect(letter?.text).not.toContain('Some numbers were still being brought up to date')
    expect((await sendings(id)).at(-1)).toMatchObject({ state: 'sent', why: null })
    const next = await scheduled({ name: 'A second later' })
    await changed('2026-11-26T06:57:59Z')
    await planReportMails(h.services)
    expect((await sendings(next)).at(-1)).toMatchObject({
      state: 'waiting',
      why: 'Numbers are being brought up to date',
    })
  })

  test('has the report as PDF and CSV, with its filter and how it is counted', async () => {
    at('2026-11-26T07:00:00Z')
    const id = await scheduled({ formats: ['pdf', 'csv'] })
    const [letter] = await newTo(owner, async () => {
      await planReportMails(h.services)
      await settled(id)
    })
    expect(letter?.text).toContain('Attached: closed-deals_2026-11-26.pdf, closed-deals_2026-11-26.csv.')
    const files = await sql<{ name: string; content: Buffer }>`
      select f.name, f.content
      from mail m
      join mail_file f on f.mail_file_id = any(m.files)
      order by m.mail_id desc, f.mail_file_id
      limit 2`.execute(h.services.db)
    const [pdf, csv] = files.rows
    expect(csv?.content.toString()).toContain('2026-10-15,Shop C,New,135')
    const text = pdfPages(pdf?.content ?? Buffer.alloc(0)).join('\n')
    expect(text).toContain('10/1/26 to 10/31/26. Days are in UTC.')
    expect(text).toContain('Shop C')
    expect(text).toContain('How this is counted')
  })

  test('of a report without a period says what changed since the email before', async () => {
    at('2026-11-25T07:00:00Z')
    const id = await scheduled({ report: 'billing-suspended', search: 'start=2026-01-01' })
    const send = () =>
      newTo(owner, async () => {
        await planReportMails(h.services)
        await settled(id)
      })
    const [first] = await send()
    expect(first?.text).not.toContain('Before:')
    at('2026-11-26T07:00:00Z')
    const [second] = await send()
    expect(second?.text).toContain('Suspended vendors, Now: 0, Before: 0, Change: no change')
  })
})

describe('who may not see a report', () => {
  test('can’t schedule it nor be a recipient', async () => {
    const helper = await person('support')
    const refused = await add({ recipients: [helper.login_id] })
    expect(refused.body.error.fields.recipients).toMatch(/may not see Closed Deals$/)
    const support = await client(h, helper.email)
    expect((await support.get('/api/reports/readers?report=closed-deals')).status).toBe(403)
    const mail = {
      name: 'x',
      search: '',
      every: 'day',
      day: null,
      recipients: [helper.login_id],
      formats: [],
    }
    expect((await support.post('/api/reports/mails', { ...mail, report: 'refunds' })).status).toBe(403)
    expect((await support.post('/api/reports/mails', { ...mail, report: 'cancels' })).status).toBe(200)
  })

  test('any longer gets nothing, and the owner is told', async () => {
    at('2026-11-26T07:00:00Z')
    const former = await person('finance')
    const id = await scheduled({ recipients: [owner.login_id, former.login_id] })
    await h.services.db
      .updateTable('login')
      .set({ role: 'support' })
      .where('login_id', '=', former.login_id)
      .execute()
    let theirs: unknown[] = []
    const mine = await newTo(owner, async () => {
      theirs = await newTo(former, async () => {
        await planReportMails(h.services)
        await settled(id)
      })
    })
    expect(theirs).toEqual([])
    expect(mine.map(({ subject }) => subject)).toEqual([
      'Closed Deals: $205 MRR added in 3 deals. 1 deal worth $50 lost since',
      expect.stringMatching(/^“Deals” is no longer emailed to /),
    ])
    const { body } = await finance.get('/api/reports/mails')
    const mail = (body as ReportMail[]).find(({ report_mail_id }) => report_mail_id === id)
    expect(mail?.recipients).toHaveLength(1)
  })
})

test('a login that was disabled gets nothing any longer', async () => {
  at('2026-11-26T07:00:00Z')
  const former = await person('finance')
  const id = await scheduled({ recipients: [owner.login_id, former.login_id] })
  await h.services.db
    .updateTable('login')
    .set({ disabled_tm: '2026-11-25T00:00:00Z', disabled_by_name: 'Ada' })
    .where('login_id', '=', former.login_id)
    .execute()
  const theirs = await newTo(former, async () => {
    await planReportMails(h.services)
    await settled(id)
  })
  expect(theirs).toEqual([])
  expect((await sendings(id)).at(-1)).toMatchObject({ state: 'sent', recipients: 1 })
})

test('an open difference holds up emails about money, and no others', async () => {
  at('2026-11-26T07:00:00Z')
  await sql`
    insert into gateway_difference (gateway, kind, ref, what, ours, theirs, found_tm, seen_tm)
    values ('sandbox', 'payment', 'pi_m', 'unknown', 'nothing', '$5.00', now(), now())`.execute(h.services.db)
  const money = await scheduled()
  const other = await scheduled({ name: 'Cancels', report: 'cancels', search: '' })
  await planReportMails(h.services)
  await settled(other)
  expect((await sendings(money)).at(-1)).toMatchObject({
    state: 'waiting',
    why: 'Reconciliation has open differences',
  })
  expect((await sendings(other)).at(-1)).toMatchObject({ state: 'sent', why: null })
  await sql`delete from gateway_difference`.execute(h.services.db)
})

test('sent ten times at the same moment, a schedule is added once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => add({ name: 'Twice' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(9).fill(400),
  ])
  const again = await add({ name: 'TWICE' })
  expect(again.body.error.fields).toEqual({ name: 'You already have a scheduled email with this name' })
})

test('with days that no calendar has, it has its usual days', async () => {
  at('2026-11-26T07:00:00Z')
  const id = await scheduled({ report: 'cancels', search: 'start=9999-12-31&end=9999-12-31' })
  await planReportMails(h.services)
  await settled(id)
  expect((await sendings(id)).at(-1)).toMatchObject({ state: 'sent' })
})

test('a person has at most 50 scheduled emails', async () => {
  await sql`
    insert into report_mail (login_id, report, name, search, every, formats)
    select ${owner.login_id}, 'cancels', 'Cancels ' || n, '', 'day', '{}' from generate_series(1, 50) n`.execute(
    h.services.db,
  )
  const refused = await add({})
  expect([refused.status, refused.body.error?.message]).toEqual([
    409,
    'You already have 50 scheduled emails, the maximum. Stop one first.',
  ])
})

test('its owner stops an email; others see it, but can’t', async () => {
  at(`${dayOf(Date.now())}T08:00:00Z`)
  const id = await scheduled()
  const other = await client(h, reader.email)
  const seen = (await other.get('/api/reports/mails')).body as ReportMail[]
  expect(seen.find(({ report_mail_id }) => report_mail_id === id)).toMatchObject({ may_change: false })
  expect((await other.delete(`/api/reports/mails/${id}`)).status).toBe(403)
  expect((await finance.delete(`/api/reports/mails/${id}`)).status).toBe(204)
  expect((await finance.delete(`/api/reports/mails/${id}`)).status).toBe(404)
})
