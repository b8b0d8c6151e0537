import { beforeAll, beforeEach, expect, test } from 'vitest'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, lettersTo, makeFeed, makeLogin } from '#server/test/harness.ts'
import { lookForProblems, sendNoticeLetters } from '../public.ts'

const h = harness()
const run = (statement: string) => sql.raw(statement).execute(h.services.db)
let vendor_id: number
let feed: { feed_id: number; dropshipper_id: number }
let manager: { email: string; vendor_id: number | null }
beforeAll(async () => {
  manager = await makeLogin(h, 'account_manager')
  feed = await makeFeed(h)
  ;({ vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Pat’s Shop', vendor_status_id: 1, account_manager_vendor_id: manager.vendor_id })
    .returning('vendor_id')
    .executeTakeFirstOrThrow())
  await run(`
    insert into market (market_id, market_name) values (8, 'Shopify');
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    values (${vendor_id}, 'Pat at Shopify', 8, '{}');
    insert into subscription (vendor_id, dropshipper_id) values (${vendor_id}, ${feed.dropshipper_id})`)
})
beforeEach(() => run('delete from system_message'))
/** Whether a problem of this kind exists after a look. */
async function exists(kind: string): Promise<boolean> {
  await lookForProblems(h.services)
  const { rows } = await sql`
    select from system_message where kind = ${kind} and ended_tm is null`.execute(h.services.db)
  return rows.length > 0
}

test.each([
  [
    'a difference from the gateway, once somebody accepted it',
    'gateway_difference',
    () =>
      `insert into gateway_difference (gateway, kind, ref, what, ours, theirs, found_tm, seen_tm)
       values ('sandbox', 'payment', 'a', 'amount', '$1', '$2', now(), now())`,
    `update gateway_difference set accepted_tm = now(), accepted_reason = 'Rounded'`,
  ],
  [
    'a store that is out of date, once its vendor is suspended',
    'store_behind',
    () => `update vendor_store set behind_since = now() - interval '7 hours'`,
    `update vendor set vendor_status_id = ${vendorStatus.suspended} where company = 'Pat’s Shop'`,
  ],
  [
    'the address of somebody of staff that bounces, once they can’t sign in',
    'staff_mail',
    () => `
      insert into mail_trouble (address, what, reason, tm)
      values (lower('${manager.email}'), 'hard_bounce', 'No such user', now())`,
    `update login set disabled_tm = now(), disabled_by_name = 'Ada' where role = 'account_manager'`,
  ],
  [
    'failing jobs, if people ended them',
    'jobs_failing',
    () => `
      insert into job (job_type, category, job_status, job_end_time)
      select 'BASIC_IMAGE', 'image', 3, now() from generate_series(1, 10)`,
    `update job set terminate_by = 'Ada'`,
  ],
  [
    'a vendor that waits for a market, if its integration is frozen',
    'onboarding',
    () => `
      insert into vendor_market_map (vendor_id, market_id, dropshipper_id, is_activated, insert_tm)
      values (${vendor_id}, 8, ${feed.dropshipper_id}, 0, now() - interval '6 days')`,
    'update vendor_market_map set paused_at = now()',
  ],
])('%s is no problem', async (_, kind, breaks, mends) => {
  await run(breaks())
  expect(await exists(kind)).toBe(true)
  await run(mends)
  expect(await exists(kind)).toBe(false)
  await run(`update vendor set vendor_status_id = 1 where vendor_id = ${vendor_id}`)
  await run('update login set disabled_tm = null, disabled_by_name = null')
})

test('a held update is a problem although a newer one was sent', async () => {
  const add = (state: string) =>
    run(`
      insert into store_update (vendor_store_id, kind, state, requested_by, planned_tm, reasons)
      select vendor_store_id, 'changed', '${state}', 'schedule', now(), '{}' from vendor_store`)
  await add('held')
  await add('sent')
  expect(await exists('update')).toBe(true)
})

test('a feed is a problem once its incident has lasted, one that doesn’t pass by itself at once', async () => {
  await run(`
    insert into incident (feed_id, kind, began_tm, seen_tm, reason_code)
    values (${feed.feed_id}, 'failing', now() - interval '1 hour', now(), 'unreachable')`)
  expect(await exists('feed')).toBe(false)
  await run(`update incident set reason_code = 'refused_login'`)
  expect(await exists('feed')).toBe(true)
})

test('a problem of a vendor is emailed to the vendor’s account manager', async () => {
  await run(`
    insert into notice_person (login_id, time_zone, quiet_from, quiet_until, work_days, digests)
    select login_id, 'UTC', '00:00', '00:00', '{1,2,3,4,5,6,7}', '{08:00}' from login
    where role = 'account_manager'`)
  await run(`update vendor_store set stopped_reason = 'Refused.', stopped_tm = now()`)
  expect(await exists('store')).toBe(true)
  await run(`update notice_delivery set due_tm = now() where state = 'waiting'`)
  await sendNoticeLetters(h.services)
  expect(JSON.stringify(await lettersTo(h, manager.email))).toContain('Updates for Pat at Shopify stopped')
})
