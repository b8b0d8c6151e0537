import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { runTimer } from '#server/timers.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let writer: Client
let other: Client
let admin: Client
let id: number
beforeAll(async () => {
  writer = await staff(h)
  other = await staff(h, 'account_manager')
  admin = await staff(h, 'admin')
  const supplier = { supplier_name: 'Noted', supplier_prefix: 'NOTED', supplier_type: 'standard' }
  id = (await writer.post('/api/suppliers/insert', supplier)).body.dropshipper_id
})
const notes = async (c: Client) => (await c.get(`/api/suppliers/${id}/notes`)).body
const add = async (note: string, more: object = {}) =>
  (await writer.post(`/api/suppliers/${id}/notes`, { note, ...more })).body.supplier_note_id as number
const at = (note: number) => `/api/suppliers/${id}/notes/${note}`

test('pinned notes come first, then the newest, and each shows its author', async () => {
  await add('They ship late in December', { pinned: true })
  await add('Called: a new file from Monday')
  expect(await notes(writer)).toMatchObject({
    total: 2,
    notes: [
      { note: 'They ship late in December', pinned: true, mine: true },
      { note: 'Called: a new file from Monday', pinned: false, update_tm: null },
    ],
  })
  expect((await notes(other)).notes.map((n: { mine: boolean }) => n.mine)).toEqual([false, false])
  expect((await notes(admin)).notes.map((n: { mine: boolean }) => n.mine)).toEqual([true, true])
})

test('anyone can pin a note, but only its author or an admin can edit it', async () => {
  const note = await add('Net 30')
  expect((await other.put(at(note), { pinned: true })).status).toBe(204)
  // pinned is not changed: its words are as they were
  expect((await notes(writer)).notes[0]).toMatchObject({ note: 'Net 30', pinned: true, update_tm: null })
  expect(await other.put(at(note), { note: 'Net 60' })).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringMatching(/^Only .+ and admins can edit this note$/) } },
  })
  expect((await other.delete(at(note))).status).toBe(403)
  expect((await admin.put(at(note), { note: 'Net 45' })).status).toBe(204)
  const [first] = (await notes(writer)).notes
  expect(first).toMatchObject({ note: 'Net 45', pinned: true, update_tm: expect.any(String) })
  expect((await writer.delete(at(note))).status).toBe(204)
  expect((await writer.delete(at(note))).status).toBe(404)
})

test('the activity log records notes that were written, changed and deleted', async () => {
  const note = await add('First words')
  await writer.put(at(note), { note: 'Other words' })
  await writer.put(at(note), { note: 'Other words' })
  await writer.delete(at(note))
  const { body } = await writer.post('/api/dropshipper-activity-log/', {
    dropshipper_id: id,
    type: 'supplier.note',
  })
  expect(body.logs.slice(0, 3)).toMatchObject([
    { message: 'Note deleted', changes: { note: { from: 'Other words', to: null } } },
    { message: 'Note edited', changes: { note: { from: 'First words', to: 'Other words' } } },
    { message: 'Note added to Noted' },
  ])
})

test('a deleted note is hidden, can be restored unchanged, and is kept for 30 days', async () => {
  const note = await add('Ships from two places', { pinned: true })
  const age = (values: object) =>
    h.services.db.updateTable('supplier_note').set(values).where('supplier_note_id', '=', note).execute()
  await age({ insert_tm: '2026-01-02T03:04:05Z' })
  const all = await notes(writer)
  expect((await admin.delete(at(note))).status).toBe(204)
  expect((await notes(writer)).total).toBe(all.total - 1)
  expect((await writer.put(at(note), { pinned: false })).status).toBe(404)
  expect((await other.post(`${at(note)}/restore`)).status).toBe(403)
  expect((await admin.post(`${at(note)}/restore`)).status).toBe(204)
  expect(await notes(writer)).toEqual(all)
  for (const [days, status] of [
    [29, 204],
    [31, 404],
  ] as const) {
    await age({ deleted_tm: new Date(Date.now() - days * 86_400_000).toISOString() })
    await runTimer(h.services, 'delete ended sessions and used limits')
    expect((await writer.post(`${at(note)}/restore`)).status).toBe(status)
  }
})

test('an empty note is refused, and an unknown supplier or note is a 404', async () => {
  expect((await writer.post(`/api/suppliers/${id}/notes`, { note: '  ' })).body.error.fields).toEqual({
    note: 'Enter a note',
  })
  expect((await writer.get('/api/suppliers/999999/notes')).status).toBe(404)
  expect((await writer.post('/api/suppliers/999999/notes', { note: 'x' })).status).toBe(404)
  const another = { supplier_name: 'Another', supplier_prefix: 'ANOTH', supplier_type: 'standard' }
  const { dropshipper_id } = (await writer.post('/api/suppliers/insert', another)).body
  const note = await add('Not theirs')
  expect((await writer.delete(`/api/suppliers/${dropshipper_id}/notes/${note}`)).status).toBe(404)
})

test('notes belong to one supplier, and are shown a page at a time', async () => {
  const crowd = { supplier_name: 'Crowd', supplier_prefix: 'CROWD', supplier_type: 'standard' }
  const { dropshipper_id } = (await writer.post('/api/suppliers/insert', crowd)).body
  await sql`
    insert into supplier_note (dropshipper_id, note, written_by_name)
    select ${dropshipper_id}, 'Note ' || n, 'Pat'
    from generate_series(1, 201) n`.execute(h.services.db)
  const { total, notes: shown } = (await writer.get(`/api/suppliers/${dropshipper_id}/notes`)).body
  expect([total, shown.length, shown[0].note, shown.at(-1).note]).toEqual([201, 200, 'Note 201', 'Note 2'])
  const elsewhere = at(shown[0].supplier_note_id)
  expect((await admin.put(elsewhere, { note: 'Mistaken' })).status).toBe(404)
  expect((await admin.delete(elsewhere)).status).toBe(404)
})
