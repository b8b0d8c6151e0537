import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff } from '#server/test/harness.ts'

const h = harness()

test('notifications are listed newest first, page by page, and marked as read on request', async () => {
  const { db } = h.services
  const [ann, bob] = [await staff(h), await staff(h)]
  const soon = Date.now() + 1000
  await db
    .insertInto('system_message')
    .values(
      Array.from({ length: 22 }, (_, i) => ({
        category: 'held',
        message: `Run ${i} is held`,
        link: `/feed-runs/${i}`,
        dismissed: i === 21,
        insert_tm: new Date(soon + i).toISOString(),
      })),
    )
    .execute()
  const first = (await ann.post('/api/system-messages/', {})).body
  expect(first).toMatchObject({ has_more: true })
  expect(first.notifications).toHaveLength(20)
  expect(first.notifications[0]).toMatchObject({ message: 'Run 20 is held', unread: true })
  const older = (await ann.post('/api/system-messages/', { since_id: first.notifications.at(-1).id })).body
  expect(older).toMatchObject({ has_more: false, notifications: [{ message: 'Run 0 is held' }] })
  await db
    .updateTable('system_message')
    .set({ insert_tm: new Date(Date.now() - 50).toISOString() })
    .execute()
  await ann.put('/api/system-messages/acknowledge', {})
  const unread = async (of: typeof ann) =>
    (await of.get('/api/system-messages/unread-count')).body.unread_count
  expect(await unread(ann)).toBe(0)
  expect((await ann.post('/api/system-messages/', {})).body.notifications[0]).toMatchObject({ unread: false })
  // of each person their own
  expect((await bob.post('/api/system-messages/', {})).body.last_acknowledge_tm).not.toBe(
    (await ann.post('/api/system-messages/', {})).body.last_acknowledge_tm,
  )
})

test('one notification or all read ones can be dismissed for everyone, and restored', async () => {
  const { db } = h.services
  await db.deleteFrom('system_message').execute()
  const [ann, bob] = [await staff(h), await staff(h)]
  const tell = async (message: string) => {
    const { id } = await db
      .insertInto('system_message')
      .values({ category: 'held', message, link: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const told = async (of: typeof ann) =>
    (await of.post('/api/system-messages/', {})).body.notifications.map((m: { id: number }) => m.id)
  const [first, second] = [await tell('One'), await tell('Two')]
  await ann.put('/api/system-messages/acknowledge', {})
  const third = await tell('Three')
  const put = (body: object) => ann.put('/api/system-messages/dismiss', body)

  expect((await put({ id: first, reason: 'Seen to' })).body).toEqual({ ids: [first] })
  expect(await told(bob)).toEqual([third, second])
  // what is so already is told of no second time
  expect((await put({ id: first })).body).toEqual({ ids: [] })
  expect((await put({ id: first, undismiss: true })).body).toEqual({ ids: [first] })
  expect(await told(bob)).toEqual([third, second, first])

  // where one of several isn't there, the others stay
  expect((await put({ id: [first, 999_999] })).status).toBe(404)
  expect(await told(bob)).toEqual([third, second, first])

  // what came after one has read isn't read
  expect((await ann.put('/api/system-messages/dismiss-read', {})).body).toEqual({ ids: [second, first] })
  expect(await told(bob)).toEqual([third])
  expect((await put({ id: [first, second], undismiss: true })).body).toEqual({ ids: [second, first] })
  expect(await told(ann)).toEqual([third, second, first])

  expect((await put({ id: 987_654_321 })).status).toBe(404)
  const { rows } = await sql<{ message: string; reason: string | null }>`
    select message, reason from activity where type like 'notification.%dismiss' order by activity_id`.execute(
    db,
  )
  expect(rows).toEqual([
    { message: '1 notification dismissed', reason: 'Seen to' },
    { message: '1 notification restored', reason: null },
    { message: '2 notifications dismissed', reason: null },
    { message: '2 notifications restored', reason: null },
  ])
})
