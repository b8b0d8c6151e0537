import { expect, test } from 'vitest'
import type { RecentExport } from '#contract/lists/exports.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
const recent = async (by: Client): Promise<RecentExport[]> => (await by.get('/api/exports')).body
const begin = async (by: Client, list: string, columns: string[], input: object = {}) => {
  const { status, body } = await by.post('/api/exports', { list, format: 'csv', columns, input })
  expect(status).toBe(200)
  return body.list_export_id as number
}

test('a person’s exports are listed newest first, with when their link ends, and only to that person', async () => {
  const [finance, support] = [await staff(h, 'finance'), await staff(h)]
  expect(await recent(finance)).toEqual([])
  const first = await begin(finance, 'platforms', ['id'], { ids: [] })
  const second = await begin(finance, 'refunds', ['amount'])
  const [newest, oldest] = await recent(finance)
  expect([newest?.list_export_id, oldest?.list_export_id]).toEqual([second, first])
  expect(newest).toMatchObject({ title: 'Refunds', ready: true, job_id: null, rows_written: null })
  expect(newest?.file_name).toMatch(/^refunds-\d{4}-\d\d-\d\d\.csv$/)
  expect(Date.parse(newest!.expires_tm) - Date.parse(newest!.insert_tm)).toBe(7 * 86_400_000)
  expect(await recent(support)).toEqual([])
  expect((await support.get(`/api/exports/${second}/file`)).status).toBe(403)
  expect((await support.get(`/api/exports/${first}/file`)).status).toBe(404)
})

test('a file of a range has its days in its name, until today without a last one', async () => {
  const finance = await staff(h, 'finance')
  await begin(finance, 'refunds', ['amount'], { start: '2025-01-01', end: '2025-12-31' })
  await begin(finance, 'invoices', ['number'], { from: '2024-01-01', to: '2024-12-31' })
  await begin(finance, 'closed_deals', ['company'], { start: '2025-06-01' })
  const today = new Date(h.services.clock.now()).toISOString().slice(0, 10)
  expect((await recent(finance)).map(({ file_name }) => file_name)).toEqual([
    `closed-deals-2025-06-01_${today}.csv`,
    'invoices-of-all-vendors-2024-01-01_2024-12-31.csv',
    'refunds-2025-01-01_2025-12-31.csv',
  ])
})

test('exports of lists that the person may no longer read, and those over 7 days old, aren’t listed', async () => {
  const person = await staff(h, 'finance')
  await begin(person, 'refunds', ['amount'])
  const kept = await begin(person, 'plan_violations', ['company'])
  const { db } = h.services
  await sql`update login set role = 'support' where login_id = (select login_id from list_export where list_export_id = ${kept})`.execute(
    db,
  )
  expect((await recent(person)).map((row) => row.list_export_id)).toEqual([kept])
  await sql`update list_export set insert_tm = now() - interval '8 days' where list_export_id = ${kept}`.execute(
    db,
  )
  expect(await recent(person)).toEqual([])
})
