import { beforeAll, describe, expect, test } from 'vitest'
import { mostPapers } from '#contract/payments/papers.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { takenOut } from '#server/test/taken-out.ts'

const h = harness()
const today = '2030-06-30'
let c: Client
const { linesOf } = takenOut(() => c)
let acme = 0
let bolt = 0
beforeAll(async () => {
  h.services.clock.now = () => Date.parse(`${today}T00:30:00Z`)
  c = await staff(h, 'finance')
  const vendor = async (company: string, vendor_status_id: number) =>
    (
      await h.services.db
        .insertInto('vendor')
        .values({ company, vendor_status_id })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
    ).vendor_id
  acme = await vendor('Acme Lamps', 1)
  bolt = await vendor('Bolt & Sons', 2)
  await sql`
    insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm,
      written_off_tm, written_off_reason, next_try, tries, period_starts, period_ends)
    values
      (${acme}, 'INV', 4711, 'renewal', '2030-01-01', '2030-01-01', 49, '{}', '2030-01-02', null, null, null, 0,
        '2030-01-01', '2030-02-01'),
      (${bolt}, 'INV', 4712, 'manual', '2030-01-31', '2030-01-31', 599.5, '{}', null, '2030-04-01', 'Closed', null, 5,
        null, null),
      (${bolt}, 'INV', 4713, 'renewal', '2030-02-01', '2030-02-01', 100, '{}', null, null, null, '2030-07-02', 3,
        '2030-02-01', '2030-03-01'),
      (${acme}, 'INV', 4714, 'renewal', '2030-06-23', '2030-06-23', 20.01, '{}', null, null, null, '2030-07-01', 2,
        '2030-06-23', '2030-07-23')`.execute(h.services.db)
  await sql`
    insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm,
      credit_note_of)
    select ${acme}, 'CN', 4711, 'credit_note', '2030-02-28', '2030-02-28', -30, '{}', '2030-02-28', invoice_id
    from invoice
    where number = 4711`.execute(h.services.db)
  await sql`
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
      invoice_id, card_exception)
    select vendor_id, issued_tm, total, 1, s.status, invoice_id, s.why
    from invoice
    cross join (values (2, 'Your card was declined.'), (3, 'It has too little on it.')) s (status, why)
    where number in (4711, 4714)
    order by why desc`.execute(h.services.db)
  // what a third party owes
  await sql`
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, invoice_id)
    select vendor_id, issued_tm, total, 4, invoice_id
    from invoice
    where number = 4712`.execute(h.services.db)
})

const list = async (query: string) => (await c.get(`/api/invoices?${query}`)).body
const found = async (query: string) =>
  (await list(query)).papers.map((one: { number: string }) => one.number.replace('-00', ' '))

describe('invoices and credit notes of all vendors', () => {
  test('show their vendor and state, newest first, with totals', async () => {
    const all = await list('')
    expect(all).toMatchObject({
      total: 5,
      more: false,
      invoiced: '768.51',
      credited: '30.00',
      open: '120.01',
    })
    expect(all.papers).toMatchObject([
      {
        number: 'INV-004714',
        company: 'Acme Lamps',
        state: 'open',
        days_open: 7,
        tries: 2,
        next_try: '2030-07-01',
        refused: 'It has too little on it.',
        period: { starts: '2030-06-23', ends: '2030-07-23' },
      },
      { number: 'CN-004711', state: 'given_back', total: '-30.00', of: { number: 'INV-004711' } },
      {
        number: 'INV-004713',
        company: 'Bolt & Sons',
        state: 'open',
        days_open: 149,
        // of one that is suspended by hand
        next_try: null,
        refused: null,
      },
      {
        number: 'INV-004712',
        kind: 'manual',
        state: 'written_off',
        days_open: null,
        period: null,
        third_party: true,
      },
      {
        number: 'INV-004711',
        state: 'paid',
        days_open: null,
        next_try: null,
        refused: null,
        of: null,
        third_party: false,
      },
    ])
  })
  test('sort by date and by total in both directions, a credit note by its size', async () => {
    const byDay = ['INV 4711', 'INV 4712', 'INV 4713', 'CN 4711', 'INV 4714']
    const byTotal = ['INV 4714', 'CN 4711', 'INV 4711', 'INV 4713', 'INV 4712']
    expect(await found('sort=issued')).toEqual(byDay)
    expect(await found('sort=-issued')).toEqual(byDay.toReversed())
    expect(await found('sort=total')).toEqual(byTotal)
    expect(await found('sort=-total')).toEqual(byTotal.toReversed())
  })
  test('are found by full number, vendor ID and part of the vendor’s name', async () => {
    expect(await found('search=inv-4711')).toEqual(['INV 4711'])
    expect(await found('search=CN-004711')).toEqual(['CN 4711'])
    expect(await found('search=INV-471')).toEqual([])
    expect(await found(`search=${acme}`)).toEqual(['INV 4714', 'CN 4711', 'INV 4711'])
    expect(await found('search=olt %26')).toEqual(['INV 4713', 'INV 4712'])
    expect(await found('search=ACME')).toEqual(['INV 4714', 'CN 4711', 'INV 4711'])
    expect(await found('search=%25')).toEqual([])
  })
  test('can be filtered by kind, state, date and total, boundaries included', async () => {
    expect(await found('kind=credit_note')).toEqual(['CN 4711'])
    expect(await found('kind=manual')).toEqual(['INV 4712'])
    expect(await found('state=open')).toEqual(['INV 4714', 'INV 4713'])
    expect(await found('state=paid')).toEqual(['INV 4711'])
    expect(await found('state=written_off')).toEqual(['INV 4712'])
    expect(await found('state=given_back')).toEqual(['CN 4711'])
    expect(await found('from=2030-01-31&to=2030-02-01')).toEqual(['INV 4713', 'INV 4712'])
    expect(await found('least=30&most=100')).toEqual(['CN 4711', 'INV 4713', 'INV 4711'])
    expect(await found('least=30.01&most=99.99')).toEqual(['INV 4711'])
    expect(await list('state=open&search=bolt')).toMatchObject({
      total: 1,
      invoiced: '100.00',
      open: '100.00',
    })
  })
  test('are exported with the list’s filters and columns', async () => {
    const lines = await linesOf({
      list: 'invoices',
      input: { sort: 'issued', from: '2030-02-01' },
      columns: ['number', 'issued', 'company', 'what', 'period', 'state', 'age', 'total', 'open', 'last'],
    })
    const parties = await linesOf({
      list: 'invoices',
      input: { sort: 'issued', to: '2030-01-31' },
      columns: ['number', 'third_party'],
    })
    expect(parties.slice(1)).toEqual(['INV-004711,No', 'INV-004712,Yes'])
    expect(lines).toEqual([
      'Number,Issued,Vendor,Type,Period,Status,Days open,Total,Open,Last day',
      'INV-004713,2030-02-01,Bolt & Sons,Renewal,"Feb 1 to Feb 28, 2030",Open,149,100.00,100.00,2030-02-28',
      'CN-004711,2030-02-28,Acme Lamps,Credit note of INV-004711,,Refunded,,-30.00,0.00,',
      'INV-004714,2030-06-23,Acme Lamps,Renewal,"Jun 23 to Jul 22, 2030",Open,7,20.01,20.01,2030-07-22',
    ])
  })
  test('are counted up to a limit, with no totals beyond it', async () => {
    await sql`
      insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm)
      select ${acme}, 'INV', 10000 + n, 'renewal', '2029-01-01', '2029-01-01', 7.77, '{}', '2029-01-01'
      from generate_series(1, ${mostPapers}::int + 1) n`.execute(h.services.db)
    expect(await list('most=7.77')).toMatchObject({
      total: mostPapers,
      more: true,
      invoiced: null,
      credited: null,
      open: null,
    })
    expect((await list('most=7.77&page=200')).papers).toHaveLength(50)
    // of one day the last one first
    expect((await found('most=7.77'))[0]).toBe(`INV-0${10001 + mostPapers}`)
    expect((await found('most=7.77&sort=issued'))[0]).toBe('INV-010001')
    expect((await c.get('/api/invoices?page=201')).status).toBe(400)
  })
})
