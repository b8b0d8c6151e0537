import { beforeAll, expect, test } from 'vitest'
import type { ReportNote } from '#contract/reports/notes.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let finance: Client
let support: Client
let admin: Client
beforeAll(async () => {
  finance = await staff(h, 'finance')
  support = await staff(h, 'support')
  admin = await staff(h, 'admin')
})
const add = (by: Client, note: object) =>
  by.post('/api/reports/notes', { day: '2026-10-15', text: 'Price rise', report: null, ...note })
const notesOf = async (by: Client, report: string, range = 'start=2026-10-01&end=2026-10-31') =>
  (await by.get(`/api/reports/notes?report=${report}&${range}`)).body as ReportNote[]
const textsOf = async (by: Client, report: string, range?: string) =>
  (await notesOf(by, report, range)).map(({ text }) => text)

test('a note shows on its report or on all, in the range of its day, newest first', async () => {
  await add(support, { text: 'On all' })
  await add(support, { text: 'Fair', report: 'the-truth', day: '2026-10-31' })
  await add(finance, { text: 'New card fee', report: 'refunds' })
  expect(await textsOf(support, 'the-truth')).toEqual(['Fair', 'On all'])
  expect(await textsOf(finance, 'refunds')).toEqual(['New card fee', 'On all'])
  expect(await textsOf(support, 'the-truth', 'start=2026-11-01&end=2026-11-30')).toEqual([])
  // both ends of a range belong to it
  expect(await textsOf(support, 'the-truth', 'start=2026-10-31&end=2026-11-30')).toEqual(['Fair'])
  expect(await textsOf(support, 'the-truth', 'start=2026-10-16&end=2026-10-31')).toEqual(['Fair'])
  expect(await textsOf(support, 'the-truth', 'start=2026-10-16&end=2026-10-30')).toEqual([])
  expect((await add(support, { text: ' ' })).body.error.fields).toEqual({ text: 'Enter a note' })
})

test('a report about money keeps its notes from those who may not see it', async () => {
  await add(finance, { text: 'Secret', report: 'closed-deals' })
  expect(
    (await support.get('/api/reports/notes?report=closed-deals&start=2026-10-01&end=2026-10-31')).status,
  ).toBe(403)
  expect((await add(support, { report: 'closed-deals' })).status).toBe(403)
})

test('only its writer and admins change or delete a note, and the log says how', async () => {
  const { report_note_id: id } = (await add(finance, { text: 'Tpyo', report: 'plan-violations' })).body
  const change = (by: Client, text: string) =>
    by.put(`/api/reports/notes/${id}`, { day: '2026-10-16', text, report: 'plan-violations' })
  expect((await change(support, 'Mine now')).status).toBe(403)
  expect((await change(finance, 'Typo')).status).toBe(204)
  const [note] = await notesOf(support, 'plan-violations')
  expect(note).toMatchObject({ text: 'Typo', day: '2026-10-16', may_change: false })
  expect((await support.delete(`/api/reports/notes/${id}`)).status).toBe(403)
  expect((await admin.delete(`/api/reports/notes/${id}`)).status).toBe(204)
  expect(await textsOf(support, 'plan-violations')).toEqual(['On all'])
  const { rows } = await h.services.db.executeQuery(
    h.services.db
      .selectFrom('activity')
      .select('message')
      .where('type', '=', 'report.note')
      .where('entity_id', '=', String(id))
      .orderBy('activity_id')
      .compile(),
  )
  expect(rows).toEqual([
    { message: 'Note for 10/15/26 on Plan Violations added: Tpyo' },
    { message: 'Note for 10/16/26 on Plan Violations changed' },
    { message: 'Note for 10/16/26 on Plan Violations deleted' },
  ])
})
