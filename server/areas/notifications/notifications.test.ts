import { expect, test } from 'vitest'
import { harness, staff } from '../../test/harness.ts'

const h = harness()

test('notifications are told newest first, page by page, and are read once one says so', async () => {
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
