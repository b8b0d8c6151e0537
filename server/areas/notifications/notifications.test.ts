import { expect, test } from 'vitest'
import type { NoticeKind } from '#contract/notifications/kinds.ts'
import { raise, reportEnd } from '#server/platform/notices.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { collectEvents } from './public.ts'

const h = harness()
const list = async (of: Client, body: object = {}) => (await of.post('/api/system-messages/', body)).body
const texts = async (of: Client, body: object = {}): Promise<string[]> =>
  (await list(of, body)).notifications.map(({ message }: { message: string }) => message)
const unread = async (of: Client): Promise<number> =>
  (await of.get('/api/system-messages/unread-count')).body.unread_count
const clear = () => sql`delete from system_message`.execute(h.services.db)

/** Reports it and counts it. */
async function report(
  kind: NoticeKind,
  subject: string,
  message: string,
  more: object = {},
): Promise<number> {
  await raise(h.services.db as never, { kind, subject, message, ...more })
  await collectEvents(h.services)
  const { rows } = await sql<{ id: number }>`
    select id from system_message order by insert_tm desc, id desc limit 1`.execute(h.services.db)
  return rows[0]!.id
}

test('notifications are listed newest first, a hundred at a time', async () => {
  await clear()
  const ann = await staff(h)
  await raise(
    h.services.db as never,
    ...Array.from({ length: 103 }, (_, i) => ({ kind: 'feedback' as const, message: `Question ${i}` })),
  )
  await collectEvents(h.services)
  const first = await list(ann)
  expect(first).toMatchObject({ has_more: true, categories: [], searched_to: null })
  expect(first.notifications).toHaveLength(100)
  expect(first.notifications[0]).toMatchObject({ message: 'Question 102', unread: true, category: 'vendor' })
  const rest = await list(ann, { since_id: first.notifications.at(-1).id })
  expect(rest).toMatchObject({ has_more: false })
  expect(rest.notifications.map(({ message }: { message: string }) => message)).toEqual([
    'Question 2',
    'Question 1',
    'Question 0',
  ])
})

test('the list has those of the last 72 hours and every problem that still exists', async () => {
  await clear()
  const ann = await staff(h)
  await report('store', '1', 'Still stopped')
  await report('feedback', '', 'An old question')
  await sql`update system_message set insert_tm = now() - interval '80 hours'`.execute(h.services.db)
  await report('feedback', '', 'A new question')
  expect(await texts(ann)).toEqual(['A new question', 'Still stopped'])
  expect(await texts(ann, { time_range: 24 })).toEqual(['A new question', 'Still stopped'])
  expect(await texts(ann, { time_range: 168 })).toEqual([
    'A new question',
    'An old question',
    'Still stopped',
  ])
  expect(await texts(ann, { time_range: null })).toEqual([
    'A new question',
    'An old question',
    'Still stopped',
  ])
  expect((await ann.post('/api/system-messages/', { time_range: 12 })).status).toBe(400)
})

test('it is filtered by category, supplier, custom feed, status and words', async () => {
  await clear()
  const ann = await staff(h)
  const held = await report('feed', '7', 'Acme: run 5 held', { dropshipper_id: 71 })
  await report('feed', '8', 'Acme for Pat: 100% gone', { dropshipper_id: 71, vendor_custom_feed_id: 81 })
  await report('books', 'sums', 'Ledger check failed')
  expect(await texts(ann, { category_handle: 'money' })).toEqual(['Ledger check failed'])
  expect(await texts(ann, { severity: 2 })).toEqual(['Ledger check failed'])
  expect(await texts(ann, { severity: 2, search: 'run' })).toEqual([])
  expect(await texts(ann, { dropshipper_id: 71 })).toEqual(['Acme for Pat: 100% gone', 'Acme: run 5 held'])
  expect(await texts(ann, { vendor_custom_feed_id: 81 })).toEqual(['Acme for Pat: 100% gone'])
  expect(await texts(ann, { search: 'RUN 5' })).toEqual(['Acme: run 5 held'])
  expect(await texts(ann, { search: '0% g' })).toEqual(['Acme for Pat: 100% gone'])
  expect(await texts(ann, { search: '%' })).toEqual(['Acme for Pat: 100% gone'])
  await ann.put('/api/system-messages/dismiss', { id: held, reason: 'Known sale' })
  expect(await texts(ann, { dropshipper_id: 71 })).toEqual(['Acme for Pat: 100% gone'])
  expect(await texts(ann, { dismissed: true })).toEqual(['Acme: run 5 held'])
  expect(await texts(ann, { dismissed: null, search: 'sale' })).toEqual(['Acme: run 5 held'])
  expect((await list(ann, { include_categories: true })).categories).toEqual([
    { handle: 'feed', name: 'Feeds', count: 1 },
    { handle: 'store', name: 'Stores', count: 0 },
    { handle: 'money', name: 'Money', count: 1 },
    { handle: 'vendor', name: 'Vendors', count: 0 },
    { handle: 'system', name: 'System', count: 0 },
  ])
})

test('each person has read what they have seen, and no more', async () => {
  await clear()
  const [ann, bob] = [await staff(h), await staff(h)]
  const first = await report('feedback', '', 'One')
  await report('feedback', '', 'Two')
  expect([await unread(ann), await unread(bob)]).toEqual([2, 2])
  expect((await ann.put('/api/system-messages/acknowledge', { until_id: first })).body).toEqual({
    unread_count: 1,
  })
  expect((await ann.put('/api/system-messages/acknowledge', {})).body).toEqual({ unread_count: 0 })
  // reading on an older screen doesn't make anything unread again
  await ann.put('/api/system-messages/acknowledge', { until_id: first })
  expect([await unread(ann), await unread(bob)]).toEqual([0, 2])
  expect((await list(ann)).notifications[0]).toMatchObject({ message: 'Two', unread: false })
})

test('what is reported while a long transaction is open is unread for someone who marks all as read meanwhile', async () => {
  await clear()
  const ann = await staff(h)
  await report('feedback', '', 'Before')
  await h.services.db.transaction().execute(async (tx) => {
    await raise(tx, { kind: 'feedback', message: 'Meanwhile' })
    await ann.put('/api/system-messages/acknowledge', {})
  })
  await collectEvents(h.services)
  expect(await unread(ann)).toBe(1)
  expect((await list(ann)).notifications[0]).toMatchObject({ message: 'Meanwhile', unread: true })
})

test('dismissing lowers the count of whoever hasn’t read it, and restoring raises it', async () => {
  await clear()
  const [ann, bob] = [await staff(h), await staff(h)]
  const id = await report('feedback', '', 'One')
  await ann.put('/api/system-messages/acknowledge', {})
  const put = (body: object) => ann.put('/api/system-messages/dismiss', body)
  expect((await put({ id, reason: 'Answered' })).body).toEqual({ ids: [id] })
  expect([await unread(ann), await unread(bob)]).toEqual([0, 0])
  // done already: nothing changes
  expect((await put({ id })).body).toEqual({ ids: [] })
  expect((await put({ id, undismiss: true })).body).toEqual({ ids: [id] })
  expect([await unread(ann), await unread(bob)]).toEqual([0, 1])
  expect((await put({ id: [id, 999_999] })).status).toBe(404)
  expect((await list(ann)).notifications).toMatchObject([{ id, dismissed: false }])
})

test('an urgent problem that still exists is dismissed with a reason only', async () => {
  await clear()
  const ann = await staff(h)
  const id = await report('books', 'sums', 'Ledger check failed')
  const put = (body: object) => ann.put('/api/system-messages/dismiss', body)
  expect((await put({ id })).body.error.fields).toEqual({
    reason: 'Enter why this urgent problem needs no action',
  })
  expect((await put({ id, reason: 'Being corrected by hand' })).body).toEqual({ ids: [id] })
})

test('all read ones are dismissed at once, but for problems that still exist', async () => {
  await clear()
  const ann = await staff(h)
  await report('store', '1', 'Stopped')
  const over = await report('feedback', '', 'A question')
  await ann.put('/api/system-messages/acknowledge', {})
  await report('feedback', '', 'A later question')
  expect((await ann.put('/api/system-messages/dismiss-read', {})).body).toEqual({ ids: [over] })
  expect(await texts(ann)).toEqual(['A later question', 'Stopped'])
})

test('a problem is one row: counted, ended, and continued when it comes back soon', async () => {
  await clear()
  const ann = await staff(h)
  const id = await report('store', '5', 'Updates for Pat stopped')
  await report('store', '5', 'Updates for Pat stopped again')
  expect((await list(ann)).notifications).toMatchObject([
    { id, count: 2, message: 'Updates for Pat stopped again', ended_tm: null },
  ])
  await reportEnd(h.services.db as never, 'store', '5')
  await collectEvents(h.services)
  expect((await list(ann)).notifications[0].ended_tm).not.toBeNull()
  await report('store', '5', 'Updates for Pat stopped')
  expect((await list(ann)).notifications).toMatchObject([{ id, count: 3, ended_tm: null, flapping: false }])
  const { events } = (await ann.post('/api/system-messages/history', { id })).body
  expect(events.map(({ what }: { what: string }) => what)).toEqual(['begin', 'end', 'begin', 'begin'])
})

test('a ticket is linked by its key or URL, says who works on it, and is removed', async () => {
  await clear()
  const ann = await staff(h)
  const id = await report('store', '6', 'Stopped')
  const put = (ticket: string) => ann.put('/api/system-messages/jira-ticket', { id, ticket })
  expect((await put('later')).body.error.fields).toEqual({
    ticket: 'Enter a ticket such as FS-123 or its URL',
  })
  expect((await put('https://jira.example.com/browse/FS-12')).body).toEqual({ ids: [id] })
  const [message] = (await list(ann)).notifications
  expect(message).toMatchObject({
    jira_ticket: 'https://jira.example.com/browse/FS-12',
    jira_url: 'https://jira.example.com/browse/FS-12',
  })
  expect(message.taken_by_name).toBe('Pat support')
  expect((await put('')).body).toEqual({ ids: [id] })
  expect((await list(ann)).notifications).toMatchObject([{ jira_ticket: null, jira_url: null }])
  expect((await ann.put('/api/system-messages/jira-ticket', { id: 999_999, ticket: 'FS-1' })).status).toBe(
    404,
  )
})

test('one person takes a problem, and lets go of it; another is told who has it', async () => {
  await clear()
  const [ann, bob] = [await staff(h), await staff(h)]
  const id = await report('store', '7', 'Stopped')
  const take = (of: Client, release = false) => of.put('/api/system-messages/take', { id, release })
  expect((await take(ann)).body).toEqual({ ids: [id] })
  expect((await take(ann)).body).toEqual({ ids: [] })
  const refused = await take(bob)
  expect(refused.status).toBe(409)
  expect(refused.body.error.message).toMatch(/is already working on this$/)
  expect((await take(ann, true)).body).toEqual({ ids: [id] })
  expect((await take(bob)).body).toEqual({ ids: [id] })
  const { events, acts } = (await ann.post('/api/system-messages/history', { id })).body
  expect(events).toMatchObject([{ what: 'begin', message: 'Stopped' }])
  expect(acts.map(({ message }: { message: string }) => message)).toEqual([
    'Notification assigned',
    'Notification unassigned',
    'Notification assigned',
  ])
})

test('a snooze ends by itself or on request', async () => {
  await clear()
  const ann = await staff(h)
  const id = await report('store', '8', 'Stopped')
  const snooze = (hours: number) => ann.put('/api/system-messages/snooze', { id, hours })
  expect((await snooze(4)).body).toEqual({ ids: [id] })
  const [message] = (await list(ann)).notifications
  expect(Math.round((Date.parse(message.snoozed_until) - Date.now()) / 3_600_000)).toBe(4)
  expect((await snooze(0)).body).toEqual({ ids: [id] })
  expect((await list(ann)).notifications).toMatchObject([{ snoozed_until: null }])
  expect((await snooze(169)).status).toBe(400)
})
