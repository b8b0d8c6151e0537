import { beforeAll, describe, expect, test } from 'vitest'
import { runTimer } from '#server/timers.ts'
import { harness, makeLogin, staff, type Client } from '#server/test/harness.ts'

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
  test('list pinned ones first, then newest, with type and writer, and can be searched', async () => {
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
  test('aren’t overwritten unseen', async () => {
    const note = await add('Pays by card')
    await change(writer, note, { note: 'Pays by transfer' })
    const late = await change(manager, note, { note: 'Pays by cheque', replaces: 'Pays by card' })
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'Someone else changed this. It now says: “Pays by transfer”',
    ])
    const body = { note: 'Pays by cheque', replaces: 'Pays by transfer' }
    expect((await change(manager, note, body)).status).toBeLessThan(300)
    await writer.delete(`/api/vendor/${note}/note`)
  })
  test('have one of five types', async () => {
    for (const note_type of [1, 2, 5, 6, 7, 8, 9, 12]) {
      const answer = await writer.post(`/api/vendor/${id}/note`, { note: 'Called', note_type })
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['note_type']])
    }
    expect(
      (await writer.post(`/api/vendor/${id}/note`, { note: ' ', note_type: 0 })).body.error,
    ).toMatchObject({ fields: { note: 'Enter a note' } })
  })
  test('can be edited by their writer and account managers; anybody can pin', async () => {
    const note = await add('Net 30')
    expect((await change(other, note, { pinned: true })).status).toBe(204)
    expect((await notes(writer)).notes[0]).toMatchObject({ pinned: true, update_tm: null })
    const refused = await change(other, note, { note: 'Net 60' })
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Only Pat support and account managers can edit this note',
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
  test('belong to their vendor: another vendor’s address changes none', async () => {
    const note = await add('Of this one')
    const elsewhere = (await makeLogin(h, 'customer')).vendor_id
    const answer = await writer.put(`/api/vendor/${elsewhere}/note`, { vendor_note_id: note, note: 'x' })
    expect(answer.status).toBe(404)
    expect((await writer.get('/api/vendor/987654/notes')).status).toBe(404)
    const { vendor_id } = await makeLogin(h, 'support')
    expect((await writer.post(`/api/vendor/${vendor_id}/note`, { note: 'x', note_type: 0 })).status).toBe(404)
  })
  test('keep their earlier text in the vendor’s log', async () => {
    const note = await add('Before')
    await change(writer, note, { note: 'After' })
    await writer.delete(`/api/vendor/${note}/note`)
    const { logs } = (await writer.post('/api/activity-log/', { vendor_id: id, type: 'vendor.note' })).body
    expect(logs.slice(0, 3)).toMatchObject([
      { message: 'Note deleted', changes: { note: { from: 'After', to: null } } },
      { message: 'Note edited', changes: { note: { from: 'Before', to: 'After' } } },
      { message: 'Note added: General' },
    ])
  })
})

describe('a deleted note', () => {
  const found = async (term: string) =>
    (await writer.post('/api/vendor/search', { term })).body as { total: number; vendors: object[] }
  const dashboard = async () => (await writer.get(`/api/vendor/view/${id}/dashboard`)).body.notes as object[]
  const restore = (c: Client, note: number) => c.post(`/api/vendor/${note}/note/restore`)
  /** Moves what is kept of it into the past. */
  const age = (note: number, values: object) =>
    h.services.db.updateTable('vendor_note').set(values).where('vendor_note_id', '=', note).execute()
  const inTable = async (note: number) =>
    (
      await h.services.db
        .selectFrom('vendor_note')
        .select('vendor_note_id')
        .where('vendor_note_id', '=', note)
        .execute()
    ).length

  test('is restored unchanged, with its writer and date, whoever restores it', async () => {
    const note = await add('Moves in spring', { note_type: 11, pinned: true })
    await age(note, { insert_tm: '2026-01-02T03:04:05Z', update_tm: '2026-02-03T04:05:06Z' })
    const all = await notes(writer)
    expect((await manager.delete(`/api/vendor/${note}/note`)).status).toBe(204)
    expect((await restore(other, note)).status).toBe(403)
    expect((await restore(manager, note)).status).toBe(204)
    expect(await notes(writer)).toEqual(all)
    expect(all.notes.find((n: { vendor_note_id: number }) => n.vendor_note_id === note)).toMatchObject({
      timestamp: '2026-01-02T03:04:05.000Z',
      support_staff: 'Pat support',
      pinned: true,
    })
    const log = async () =>
      (await writer.post('/api/activity-log/', { vendor_id: id, type: 'vendor.note' })).body.logs
    const before = await log()
    expect(before[0]).toMatchObject({
      message: 'Note restored',
      changes: { note: { from: null, to: 'Moves in spring' } },
    })
    expect((await restore(writer, note)).status).toBe(204)
    expect(await log()).toEqual(before)
  })
  test('appears nowhere meanwhile: in no list, count, dashboard or search', async () => {
    const { total } = await notes(writer)
    const note = await add('Sells zeppelins', { pinned: true })
    expect((await found('zeppelins')).vendors).toMatchObject([
      { vendor_id: id, matched: { by: 'note', text: 'Sells zeppelins' } },
    ])
    expect(await dashboard()).toContainEqual(expect.objectContaining({ vendor_note_id: note }))
    await writer.delete(`/api/vendor/${note}/note`)
    expect((await notes(writer)).total).toBe(total)
    expect(await notes(writer, 'zeppelins')).toEqual({ total: 0, notes: [] })
    expect(await dashboard()).not.toContainEqual(expect.objectContaining({ vendor_note_id: note }))
    expect(await found('zeppelins')).toMatchObject({ total: 0, vendors: [] })
    expect((await change(writer, note, { pinned: false })).status).toBe(404)
  })
  test('doesn’t make its vendor show up in a search', async () => {
    await add('Asks about abacuses')
    const note = await add('Sells abacuses')
    const why = async () => (await found('abacuses')).vendors
    expect(await why()).toMatchObject([{ matched: { text: 'Sells abacuses' } }])
    await writer.delete(`/api/vendor/${note}/note`)
    expect(await why()).toMatchObject([{ matched: { text: 'Asks about abacuses' } }])
  })
  test('of a locked vendor can’t be restored by others', async () => {
    const note = await add('Before the lock')
    await writer.delete(`/api/vendor/${note}/note`)
    const { vendor_lock_id } = (await writer.post('/api/vendor/lock', { vendor_id: id, reason: 'Mine' })).body
    expect((await restore(manager, note)).body.error.code).toBe('locked')
    await writer.delete(`/api/vendor/lock/${vendor_lock_id}`)
    expect((await restore(manager, note)).status).toBe(204)
  })
  test('is kept for 30 days', async () => {
    const [old, young, live] = [await add('Old'), await add('Young'), await add('Live')]
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await age(old, { deleted_tm: daysAgo(31) })
    await age(young, { deleted_tm: daysAgo(29) })
    await age(live, { insert_tm: daysAgo(400) })
    await runTimer(h.services, 'delete ended sessions and used limits')
    expect([await inTable(old), await inTable(young), await inTable(live)]).toEqual([0, 1, 1])
    expect((await restore(writer, old)).status).toBe(404)
    expect((await restore(writer, young)).status).toBe(204)
  })
})
