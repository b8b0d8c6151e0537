import { beforeAll, describe, expect, test } from 'vitest'
import { mostCharges } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { takenOut } from '#server/test/taken-out.ts'

const h = harness()
let c: Client
const { linesOf } = takenOut(() => c)
let acme = 0
let bolt = 0
beforeAll(async () => {
  c = await staff(h, 'finance')
  const vendor = async (company: string) =>
    (
      await h.services.db
        .insertInto('vendor')
        .values({ company })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
    ).vendor_id
  acme = await vendor('Acme Lamps')
  bolt = await vendor('Bolt & Sons')
  await sql`
    with paper as (
      insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm)
      values (${acme}, 'INV', 4711, 'renewal', '2030-01-01', '2030-01-01', 49, '{}', '2030-01-01')
      returning invoice_id)
    insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
      vendor_charge_type_id, transaction_num, charge_description, invoice_id)
    values
      (${acme}, '2030-01-01T00:00:00Z', 49, 1, 1, 1, 'ch_One', 'first', (select invoice_id from paper)),
      (${bolt}, '2030-01-31T23:59:59Z', 599.5, 1, 2, 3, 'ch_Two', 'declined', null),
      (${bolt}, '2030-02-01T00:00:00Z', 20, 3, 1, 3, 'ch_Three', 'given back', null),
      (${acme}, '2030-03-01T00:00:00Z', 100, 1, null, 1, null, 'before', null)`.execute(h.services.db)
})

const list = async (query: string) => (await c.get(`/api/charges?${query}`)).body
const found = async (query: string) =>
  (await list(query)).charges.map((one: { charge_description: string }) => one.charge_description)

describe('charges of all vendors', () => {
  test('show their vendor, newest first, with the amounts paid and refunded', async () => {
    const all = await list('')
    expect(all).toMatchObject({ total: 4, more: false, charged: '149.00', refunded: '20.00' })
    expect(all.charges.map((one: { company: string }) => one.company)).toEqual([
      'Acme Lamps',
      'Bolt & Sons',
      'Bolt & Sons',
      'Acme Lamps',
    ])
    expect(all.charges.at(-1)).toMatchObject({ vendor_id: acme, paper: { number: 'INV-004711' } })
    expect(await list(`search=${bolt}`)).toMatchObject({ total: 2, charged: '0', refunded: '20.00' })
  })
  test('sort by time and by amount, in both directions', async () => {
    expect(await found('sort=tm')).toEqual(['first', 'declined', 'given back', 'before'])
    expect(await found('sort=amount')).toEqual(['given back', 'first', 'before', 'declined'])
    expect(await found('sort=-amount')).toEqual(['declined', 'before', 'first', 'given back'])
  })
  test('are found by transaction, document, vendor ID and part of the vendor’s name', async () => {
    expect(await found('search=CH_one')).toEqual(['first'])
    expect(await found('search=inv-4711')).toEqual(['first'])
    expect(await found('search=INV-004711')).toEqual(['first'])
    expect(await found('search=CN-004711')).toEqual([])
    expect(await found(`search=${acme}`)).toEqual(['before', 'first'])
    expect(await found('search=OLT %26')).toEqual(['given back', 'declined'])
    expect(await found('search=%25')).toEqual([])
  })
  test('can be filtered by type, purpose, state, date and amount, boundaries included', async () => {
    expect(await found('type=3')).toEqual(['given back'])
    expect(await found('for=3')).toEqual(['given back', 'declined'])
    expect(await found('state=success')).toEqual(['before', 'given back', 'first'])
    expect(await found('state=declined&for=3')).toEqual(['declined'])
    expect(await found('from=2030-01-01&to=2030-01-31')).toEqual(['declined', 'first'])
    expect(await found('from=2030-02-01')).toEqual(['before', 'given back'])
    expect(await found('least=49&most=599.49')).toEqual(['before', 'first'])
    expect(await found('search=acme&least=50')).toEqual(['before'])
  })
  test('open one by one when filtered to a single vendor', async () => {
    const [{ vendor_charge_id }] = (await list('search=ch_Two')).charges
    const history = async (vendor: number) =>
      (await c.get(`/api/vendor/${vendor}/billing-history?charge=${vendor_charge_id}`)).body
    expect(await history(bolt)).toMatchObject({ total: 1, charges: [{ charge_description: 'declined' }] })
    expect(await history(acme)).toMatchObject({ total: 0, charges: [] })
  })
  test('are exported with their filters and their vendor', async () => {
    const lines = await linesOf({
      list: 'charges',
      input: { search: 'bolt', sort: 'tm' },
      columns: ['company', 'what', 'amount', 'vendor_id'],
    })
    expect(lines).toEqual([
      'Vendor,Description,Amount,Vendor ID',
      `Bolt & Sons,declined,599.50,${bolt}`,
      `Bolt & Sons,given back,-20.00,${bolt}`,
    ])
  })
  test('are counted up to a limit, with no totals beyond it', async () => {
    await sql`
      insert into vendor_charge (vendor_id, amount, charge_description)
      select ${acme}, 7.77, 'many' from generate_series(1, ${mostCharges}::int + 1)`.execute(h.services.db)
    expect(await list('most=7.77')).toMatchObject({
      total: mostCharges,
      more: true,
      charged: null,
      refunded: null,
    })
    expect((await list('most=7.77&page=200')).charges).toHaveLength(50)
    expect((await c.get('/api/charges?page=201')).status).toBe(400)
  })
})
