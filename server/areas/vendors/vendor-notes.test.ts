import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeLogin, staff, type Client } from '../../test/harness.ts'

const h = harness()
let writer: Client
let other: Client
let manager: Client
let id: number
beforeAll(async () => {
  writer = await staff(h)
  other = await staff(h, 'finance')
  manager = await staff(h, 'account_manager')
  id = (await makeLogin(h, 'customer')).vendor_id
})
const notes = async (c: Client, search = '') =>
  (await c.get(`/api/vendor/${id}/notes?search=${encodeURIComponent(search)}`)).body
const add = async (note: string, more: object = {}) =>
  (await writer.post(`/api/vendor/${id}/note`, { note, note_type: 0, ...more })).body.vendor_note_id as number
const change = (c: Client, vendor_note_id: number, body: object) =>
  c.put(`/api/vendor/${id}/note`, { vendor_note_id, ...body })

describe('notes of a vendor', () => {
  test('stand pinned first, then newest, with type and writer, and are searched', async () => {
    await add('Wants a call first', { note_type: 4, pinned: true })
    await add('New card on Monday', { note_type: 11 })
    expect(await notes(writer)).toMatchObject({
      total: 2,
      notes: [
        { note: 'Wants a call first', note_type: 4, pinned: true, support_staff: 'Pat support', mine: true },
        { note: 'New card on Monday', note_type: 11, pinned: false, update_tm: null },
      ],
    })
    expect((await notes(writer, 'CARD')).notes.map((n: { note: string }) => n.note)).toEqual([
      'New card on Monday',
    ])
    expect((await notes(writer, '%')).total).toBe(0)
  })
  test('are of one of five types', async () => {
    for (const note_type of [1, 2, 5, 6, 7, 8, 9, 12]) {
      const answer = await writer.post(`/api/vendor/${id}/note`, { note: 'Called', note_type })
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['note_type']])
    }
    expect(
      (await writer.post(`/api/vendor/${id}/note`, { note: ' ', note_type: 0 })).body.error,
    ).toMatchObject({ fields: { note: 'Write something first' } })
  })
  test('one’s words are one’s own and an account manager’s to change; anybody pins', async () => {
    const note = await add('Net 30')
    expect((await change(other, note, { pinned: true })).status).toBe(204)
    expect((await notes(writer)).notes[0]).toMatchObject({ pinned: true, update_tm: null })
    const refused = await change(other, note, { note: 'Net 60' })
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Only Pat support or an account manager may change this note',
    ])
    expect((await other.delete(`/api/vendor/${note}/note`)).status).toBe(403)
    expect((await change(manager, note, { note: 'Net 45', note_type: 3 })).status).toBe(204)
    expect((await notes(writer)).notes.find((n: { note: string }) => n.note === 'Net 45')).toMatchObject({
      note_type: 3,
      support_staff: 'Pat support',
      update_tm: expect.any(String),
    })
    expect((await manager.delete(`/api/vendor/${note}/note`)).status).toBe(204)
    expect((await manager.delete(`/api/vendor/${note}/note`)).status).toBe(404)
  })
  test('stay with their vendor: another’s address changes none', async () => {
    const note = await add('Of this one')
    const elsewhere = (await makeLogin(h, 'customer')).vendor_id
    const answer = await writer.put(`/api/vendor/${elsewhere}/note`, { vendor_note_id: note, note: 'x' })
    expect(answer.status).toBe(404)
    expect((await writer.get('/api/vendor/987654/notes')).status).toBe(404)
    const { vendor_id } = await makeLogin(h, 'support')
    expect((await writer.post(`/api/vendor/${vendor_id}/note`, { note: 'x', note_type: 0 })).status).toBe(404)
  })
  test('leave their words of before in the vendor’s log', async () => {
    const note = await add('Before')
    await change(writer, note, { note: 'After' })
    await writer.delete(`/api/vendor/${note}/note`)
    const { logs } = (await writer.post('/api/activity-log/', { vendor_id: id, type: 'vendor.note' })).body
    expect(logs.slice(0, 3)).toMatchObject([
      { message: 'A note was deleted', changes: { note: { from: 'After', to: null } } },
      { message: 'A note was changed', changes: { note: { from: 'Before', to: 'After' } } },
      { message: 'A note was written: General' },
    ])
  })
})
