import { beforeAll, expect, test } from 'vitest'
import { harness, type Client } from '#server/test/harness.ts'
import { makeSixVendors, type SixVendors } from '#server/test/billing/six-vendors.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let six: SixVendors
let finance: Client
beforeAll(async () => {
  six = await makeSixVendors(h)
  ;({ finance } = six)
  await runTimer(h.services, 'update recurring revenue')
}, 120_000)

const deals = async (body: object) => (await finance.post('/api/reports/closed-deals', body)).body
const brief = (report: { deals: { company: string; day: string; kind: string; added: string }[] }) =>
  report.deals.map(({ company, day, kind, added }) => `${day} ${company} ${kind} ${added}`)

test('deals from October on are those reckoned by hand', async () => {
  const report = await deals({ start: '2026-10-01' })
  expect(brief(report)).toEqual([
    '2026-10-15 Shop C new 135.00',
    '2026-10-10 Shop A expansion 20.00',
    '2026-10-03 Shop F new 50.00',
  ])
  expect(report.all).toEqual({ deals: 3, added: '205.00' })
  expect(report.lost).toEqual({ deals: 1, added: '50.00' })
  expect(report.by_owner).toEqual([{ owner: 'IS', deals: 3, added: '205.00', lost: 1 }])
  expect(report.weeks.map((w: { starts: string; added: string }) => [w.starts, w.added])).toEqual([
    ['2026-09-29', '50.00'],
    ['2026-10-06', '20.00'],
    ['2026-10-13', '135.00'],
  ])
})

test('a deal says what was charged for the set-up, and whether the vendor still pays', async () => {
  const report = await deals({ start: '2026-10-01' })
  expect(
    report.deals.map((d: { set_up: string; pays_today: boolean; lost_on: string | null }) => [
      d.set_up,
      d.pays_today,
      d.lost_on,
    ]),
  ).toEqual([
    ['0.00', true, null],
    ['0.00', true, null],
    ['250.00', false, '2026-10-20'],
  ])
})

test('coming back soon after a suspension is no deal, and the last day ends the range', async () => {
  expect(brief(await deals({ start: '2026-11-01' }))).toEqual([])
  expect(brief(await deals({ start: '2026-10-04', end: '2026-10-10' }))).toEqual([
    '2026-10-10 Shop A expansion 20.00',
  ])
})

test('a vendor without an owner on that day counts for IS, else for the owner of that day', async () => {
  await h.services.db
    .updateTable('mrr_span')
    .set({ crm_owner_vendor_id: six.ids.B })
    .where('vendor_id', '=', six.ids.C)
    .execute()
  const { by_owner } = await deals({ start: '2026-10-01' })
  const own = await deals({ start: '2026-10-01', owner: 'Shop B' })
  expect([brief(own), own.all, own.total]).toEqual([
    ['2026-10-15 Shop C new 135.00'],
    { deals: 1, added: '135.00' },
    1,
  ])
  expect((await deals({ start: '2026-10-01', owner: 'IS' })).total).toBe(2)
  expect(by_owner).toEqual([
    { owner: 'Shop B', deals: 1, added: '135.00', lost: 0 },
    { owner: 'IS', deals: 2, added: '70.00', lost: 1 },
  ])
})

test('Upgrade After is required, and the file has the rows of the screen', async () => {
  const refused = await finance.post('/api/reports/closed-deals', {})
  expect([refused.status, refused.body.error.fields]).toEqual([
    400,
    { start: 'You must specify a Upgrade After date' },
  ])
  const none = await finance.post('/api/reports/closed-deals-export', {})
  expect(none.status).toBe(400)
  const old = await finance.post('/api/reports/closed-deals-export', { start: '1990-01-01' })
  expect(old.status).toBe(400)
  expect((await finance.post('/api/reports/closed-deals-export', { start: '2026-10-04' })).status).toBe(200)
  const file = await finance.get('/api/reports/closed-deals-export')
  const lines = String(file.body).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^2026-10-15,Shop C,New,135(\.00)?,0(\.00)?,[^,]*,[^,]*,56,Yes,/)
})
