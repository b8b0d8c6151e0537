import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { giveCard } from '#server/test/billing/money.ts'
import { pdfPages } from '#server/test/pdf-text.ts'
import { bookCredit } from '#server/areas/ledger/public.ts'
import { drawPaper, type Paper } from './draw-paper.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h, 'finance')
})
const makeVendor = async (company: string) => {
  const { vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company, vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await giveCard(h, vendor_id)
  return vendor_id
}
const pdf = (vendor_id: number, invoice_id: number) =>
  h.app.inject({
    method: 'GET',
    url: `/api/vendor/${vendor_id}/invoice/${invoice_id}/pdf`,
    headers: { ...c.raw.headers, cookie: c.raw.cookie },
  })

test('an invoice and its credit note are files with number, payer, lines and total, identical each time', async () => {
  h.services.clock.now = () => Date.parse('2030-03-31T23:30:00Z')
  const vendor_id = await makeVendor('Ωραία Κήπος & Сад')
  await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
    vendor_charge_type_id: 2,
    vendor_charge_trans_type_id: 1,
    charge_description: 'Feed set-up',
    amount: '1000.00',
    update_next_charge_date: true,
  })
  const [{ vendor_charge_id, paper }] = (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
  expect(paper.number).toMatch(/^INV-\d{6}$/)
  const reply = await pdf(vendor_id, paper.invoice_id)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(reply.headers['content-disposition']).toContain(`${paper.number}.pdf`)
  const [text] = pdfPages(reply.rawPayload)
  for (const part of [
    'Invoice',
    paper.number,
    'Mar 31, 2030',
    'Mar 31 to Apr 29, 2030',
    'Ωραία Κήπος & Сад',
    'Feed set-up',
    '$1,000',
    'Paid on Mar 31, 2030 (UTC).',
    'Page 1 of 1',
  ])
    expect(text).toContain(part)

  const said = (vendor: number) => c.get(`/api/vendor/${vendor}/invoice/${paper.invoice_id}`)
  expect((await said(vendor_id)).body).toEqual({
    number: paper.number,
    kind: 'manual',
    issued_on: '2030-03-31',
    period: { starts: '2030-03-31', ends: '2030-04-30' },
    lines: [{ text: 'Feed set-up', amount: '1000.00' }],
    total: '1000.00',
    corrects: null,
  })
  expect((await said(vendor_id + 1)).status).toBe(404)

  // a day later nothing of it is another
  h.services.clock.now = () => Date.parse('2030-04-01T23:30:00Z')
  expect((await pdf(vendor_id, paper.invoice_id)).rawPayload.equals(reply.rawPayload)).toBe(true)

  await c.post(`/api/vendor/${vendor_id}/refund`, { vendor_charge_id, amount: '400', note: 'Agreed' })
  const { charges } = (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body
  const [note] = pdfPages((await pdf(vendor_id, charges[0].paper.invoice_id)).rawPayload)
  for (const part of ['Credit note', charges[0].paper.number, paper.number, '-$400', '$400 refunded'])
    expect(note).toContain(part)
})

test('lines keep their order, and third-party charges are marked', async () => {
  const vendor_id = await makeVendor('Ordered')
  const given = { key: `credit of ${vendor_id}`, tm: '2030-03-31T00:00:00Z' }
  await h.services.db.transaction().execute((tx) => bookCredit(tx, vendor_id, 2000, given))
  const pdfOf = async (vendor_charge_trans_type_id: number) => {
    await c.post(`/api/vendor/${vendor_id}/manual-charge`, {
      vendor_charge_type_id: 2,
      vendor_charge_trans_type_id,
      charge_description: 'Feed set-up',
      amount: '100.00',
    })
    const [{ paper }] = (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
    return pdfPages((await pdf(vendor_id, paper.invoice_id)).rawPayload)[0]!
  }
  expect(await pdfOf(1)).toMatch(/Feed set-up[^]+\$100[^]+Credit[^]+-\$20[^]+Total[^]+\$80/)
  expect(await pdfOf(4)).toContain('Owed by a third party. No payment due.')
})

test('nobody gets a document under another vendor’s address', async () => {
  const [one, other] = [await makeVendor('One'), await makeVendor('Other')]
  const charge = { vendor_charge_type_id: 1, vendor_charge_trans_type_id: 1, charge_description: 'A' }
  await c.post(`/api/vendor/${one}/manual-charge`, { ...charge, amount: '5' })
  const { invoice_id } = (await c.get(`/api/vendor/${one}/billing-history`)).body.charges[0].paper
  expect((await pdf(one, invoice_id)).statusCode).toBe(200)
  expect((await pdf(other, invoice_id)).statusCode).toBe(404)
  expect((await pdf(one, 9_999_999)).statusCode).toBe(404)
})

const issuer = ['Acme Incorporated', '1 Main Street', 'Austin, TX 78701']
const long: Paper = {
  series: 'INV',
  number: 7,
  kind: 'renewal',
  issued_on: '2030-01-31',
  issued_tm: '2030-01-31T12:00:00Z',
  total: '60.00',
  bill_to: { company: 'The Extraordinarily Long-Named Company of Gardeners '.repeat(6), city: 'Łódź' },
  paid_tm: null,
  written_off_tm: null,
  period_starts: null,
  period_ends: null,
  third_party: false,
  corrects: null,
  lines: Array.from({ length: 60 }, (_, i) => ({ text: `Line ${i + 1}`, amount: '1.00' })),
}
test('sixty lines continue on pages that each have the column headings and a page number', async () => {
  const bytes = await buffer(drawPaper(long, issuer))
  const pages = pdfPages(bytes)
  expect(pages.length).toBeGreaterThan(1)
  pages.forEach((text, i) => {
    expect(text).toContain('Description\nAmount (USD)')
    expect(text).toContain(`Page ${i + 1} of ${pages.length}`)
    expect(text).toContain('Invoice INV-000007')
  })
  for (const line of issuer) expect(pages[0]).toContain(line)
  expect(pages.join('\n').match(/Line \d+/g)).toEqual(long.lines.map((line) => line.text))
  expect(pages.at(-1)).toContain('Amount due: $60.')
  expect(bytes.equals(await buffer(drawPaper(long, issuer)))).toBe(true)
})
test.each<[string, Partial<Paper>]>([
  ['Amount due: $60.', {}],
  ['Written off. No payment due.', { written_off_tm: '2030-03-01T00:00:00Z' }],
  ['Owed by a third party. No payment due.', { third_party: true, paid_tm: '2030-03-01T00:00:00Z' }],
  ['No payment due.', { total: '0.00', paid_tm: '2030-03-01T00:00:00Z' }],
  ['No card refund.', { kind: 'credit_note', total: '0.00' }],
])('a document ends with “%s” when it applies', async (said, more) => {
  const bytes = await buffer(drawPaper({ ...long, lines: long.lines.slice(0, 1), ...more }, issuer))
  expect(pdfPages(bytes).join()).toContain(`\n${said}`)
})
