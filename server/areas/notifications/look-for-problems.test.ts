import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { stateKinds } from './look-for-problems.ts'
import { collectEvents, lookForProblems } from './public.ts'
import { raise } from '#server/platform/notices.ts'
import type { StateKind } from './states.ts'

const h = harness()
let c: Client
let vendor_id: number
let feed: { feed_id: number; dropshipper_id: number }
const run = (statement: string) => sql.raw(statement).execute(h.services.db)
beforeAll(async () => {
  c = await staff(h)
  feed = await makeFeed(h)
  await makeFeed(h)
  ;({ vendor_id } = await h.services.db
    .insertInto('vendor')
    .values({ company: 'Pat’s Shop', vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow())
  await run(`
    insert into market (market_id, market_name) values (8, 'Shopify');
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    values (${vendor_id}, 'Pat at Shopify', 8, '{}')`)
  await run(
    `insert into subscription (vendor_id, dropshipper_id) values (${vendor_id}, ${feed.dropshipper_id})`,
  )
})
const about = async (kind: string) =>
  (await c.post('/api/system-messages/', {})).body.notifications.filter(
    (m: { kind: string }) => m.kind === kind,
  )

/** How each kind of problem begins and ends, in its rows; what other code reports in its own words is said so. */
const problems: Record<
  StateKind,
  { breaks: () => string; mends: string; says: RegExp; reportedAs?: string }
> = {
  feed: {
    breaks: () =>
      `insert into incident (feed_id, kind, began_tm, seen_tm)
       values (${feed.feed_id}, 'late', now() - interval '31 minutes', now() - interval '31 minutes')`,
    mends: 'update incident set ended_tm = now()',
    says: /: the newest data is older than promised$/,
  },
  store: {
    breaks: () =>
      `update vendor_store set stopped_reason = 'The market refuses the token.', stopped_tm = now()`,
    mends: 'update vendor_store set stopped_reason = null, stopped_tm = null',
    says: /^Updates for Pat at Shopify stopped\. The market refuses the token\.$/,
  },
  store_behind: {
    breaks: () => `update vendor_store set behind_since = now() - interval '7 hours'`,
    mends: 'update vendor_store set behind_since = null',
    says: /^Pat at Shopify has been out of date for 7 h$/,
  },
  market: {
    breaks: () => `
      with stores as (
        insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
        select ${vendor_id}, 'Shop ' || n, 8, '{}' from generate_series(1, 5) n
        returning vendor_store_id),
      jobs as (
        insert into job (job_type, category, job_status, param_value, job_end_time)
        select 'VENDOR_STORE_UPDATER_JOB', 'store', 3, vendor_store_id::text, now() from stores
        returning job_id)
      insert into job_attempt (job_id, attempt, server, end_tm, outcome, reason)
      select job_id, 1, 'a', now(), 'failed', 'The store responded with an error (503).' from jobs`,
    mends: `delete from vendor_store where vendor_store_name like 'Shop %'`,
    says: /^Shopify isn’t responding\. Updates fail for 5 of 6 stores$/,
  },
  update: {
    breaks: () =>
      `insert into store_update (vendor_store_id, kind, state, requested_by, planned_tm, reasons)
       select vendor_store_id, 'changed', 'held', 'schedule', now(), '{"9 of 10 products would sell out"}' from vendor_store`,
    mends: `update store_update set state = 'discarded'`,
    says: /^Update for Pat at Shopify held\. 9 of 10 products would sell out$/,
  },
  renewal: {
    breaks: () =>
      `insert into renewal_trouble (vendor_id, step, error, since_tm, tries, next_try_tm)
       values (${vendor_id}, 'bill', 'x', now(), 1, now())`,
    mends: 'delete from renewal_trouble',
    says: /^Renewal failed/,
    reportedAs: 'renewal',
  },
  renewals_stopped: {
    breaks: () =>
      `insert into renewal_stop (day, state, insert_tm, invoices, most_invoices, amount, most_amount, vendors, percent, most_percent, most_days)
       values ('2026-01-02', 'stopped', now(), 9, 1, 90, 10, 9, 90, 10, 3)`,
    mends: `update renewal_stop set state = 'over'`,
    says: /^Renewals stopped/,
    reportedAs: 'renewals_stopped',
  },
  gateway: {
    breaks: () =>
      `insert into gateway_watch (gateway, events_upto, failing_since, failure)
       values ('sandbox', now(), now() - interval '11 minutes', 'connect ECONNREFUSED')
       on conflict (gateway) do update set failing_since = excluded.failing_since, failure = excluded.failure`,
    mends: 'update gateway_watch set failing_since = null, failure = null',
    says: /^Sandbox doesn’t respond\. connect ECONNREFUSED$/,
  },
  gateway_difference: {
    breaks: () =>
      `insert into gateway_difference (gateway, kind, ref, what, ours, theirs, found_tm, seen_tm)
       values ('sandbox', 'payment', 'a', 'amount', '$1', '$2', now(), now()), ('sandbox', 'payment', 'b', 'amount', '$1', '$2', now(), now())`,
    mends: 'update gateway_difference set gone_tm = now()',
    says: /^2 payments differ from the gateway$/,
  },
  books: {
    breaks: () =>
      `insert into books_check (name, broken, found, checked_tm, broken_since) values ('sums', 1, '[]', now(), now())`,
    mends: 'update books_check set broken = 0, broken_since = null',
    says: /^Ledger check failed/,
    reportedAs: 'sums',
  },
  month_open: {
    breaks: () =>
      `update report_kept set open_month = '2026-10-01', open_since = now(), open_reason = '1 ledger check failed. See Money'`,
    mends: 'update report_kept set open_month = null',
    says: /^Oct 2026 couldn’t be closed\. 1 ledger check failed\. See Money$/,
  },
  dispute: {
    breaks: () =>
      `with charge as (
         insert into vendor_charge (vendor_id, amount, charge_description, vendor_charge_type_id, vendor_charge_trans_type_id)
         values (${vendor_id}, 1204.5, 'Renewal', 1, 1) returning vendor_charge_id)
       insert into dispute (gateway, gateway_ref, vendor_charge_id, vendor_id, amount, reason, state, insert_tm, due_by)
       select 'sandbox', 'dp_1', vendor_charge_id, ${vendor_id}, 1204.5, 'fraudulent', 'open', now(), now() + interval '9 days' from charge`,
    mends: 'update dispute set answered = true',
    says: /^Pat’s Shop: dispute of \$1,204\.50, Renewal\. Evidence is due by \d+\/\d+\/\d\d \(UTC\)\. None submitted yet$/,
  },
  approval: {
    breaks: () =>
      `insert into money_approval (vendor_id, act, amount, request, asked_by, asked_by_name, insert_tm)
       select ${vendor_id}, 'refund', 700, '{}', login_id, 'Bob', now() from login limit 1`,
    mends: `update money_approval set state = 'refused'`,
    says: /^Pat’s Shop: \$700\. Bob needs a second person$/,
  },
  pause: {
    breaks: () => `update subscription set pause_asked_tm = now()`,
    mends: 'update subscription set pause_asked_tm = null',
    says: /^Pat’s Shop requested a pause: .+/,
  },
  supplier_request: {
    breaks: () =>
      `with other as (
         insert into dropshipper (supplier_name, dropshipper_prefix) values ('Wanted Lamps', 'WL') returning dropshipper_id)
       insert into customer_request (vendor_id, kind, dropshipper_id) select ${vendor_id}, 'supplier', dropshipper_id from other`,
    mends: 'update customer_request set withdrawn_tm = now()',
    says: /^Pat’s Shop requested Wanted Lamps$/,
  },
  account_request: {
    breaks: () => `insert into customer_request (vendor_id, kind) values (${vendor_id}, 'close')`,
    mends: `update customer_request set answered_tm = now(), accepted = false where kind = 'close'`,
    says: /^Pat’s Shop wants to close the account$/,
  },
  onboarding: {
    breaks: () =>
      `insert into vendor_market_map (vendor_id, market_id, dropshipper_id, is_activated, insert_tm)
       values (${vendor_id}, 8, ${feed.dropshipper_id}, 0, now() - interval '6 days')`,
    mends: 'update vendor_market_map set is_activated = 1',
    says: /^Pat’s Shop has waited for Shopify for 6 days\. Next: confirm the vendor’s account with the supplier$/,
  },
  update_failures: {
    breaks: () =>
      `insert into job (job_type, category, job_status, job_start_time, job_end_time, reason)
       select 'VENDOR_STORE_UPDATER_JOB', 'store', case when n > 6 then 2 else 3 end, now(), now(), case when n <= 6 then 'No route to host' end
       from generate_series(1, 20) n`,
    mends: 'delete from job',
    says: /^30% of store and custom feed updates failed in the last 3 days: 6 of 20\. Most often: No route to host$/,
  },
  freshness: {
    breaks: () => `
      with scheduled as (update feed set schedule_active = true, schedule_cron = '0 * * * *' returning feed_id)
      insert into incident (feed_id, kind, began_tm, seen_tm)
      select feed_id, 'late', now() - interval '2 hours', now() from scheduled`,
    mends: 'update incident set began_tm = now(), ended_tm = now()',
    says: /^2 of 2 feeds late because of us in the last 3 days: runs didn’t start or failed$/,
  },
  worker_lost: {
    breaks: () =>
      `insert into job_server (server, vcpus, heartbeat_tm) values ('worker-3', 2, now() - interval '3 minutes')`,
    mends: 'update job_server set heartbeat_tm = now()',
    says: /^Worker worker-3 stopped responding\. Its jobs run on other workers$/,
  },
  wrong_asins: {
    breaks: () =>
      `insert into market (market_id, market_name) values (9, 'Amazon');
       insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku)
       select ${feed.feed_id}, ${feed.dropshipper_id}, i, 1, 1, 'A' || i from generate_series(1, 3) i;
       insert into product_asin_match (product_id, market_id, dropshipper_id, class)
       select product_id, 9, dropshipper_id, 'green' from product where sku in ('A1', 'A2', 'A3');
       insert into product_asin_decision (product_asin_match_id, product_id, market_id, asin, how, before, class, suggested, decided_by_name)
       select product_asin_match_id, product_id, 9, case row_number() over () when 1 then 'B000000001' end, 'person', '{}', 'green', 'B000000001', 'Pat'
       from product_asin_match`,
    mends: `insert into asin_hold_lift (dropshipper_id, market_id, lifted_by_name) select dropshipper_id, 9, 'Pat' from product_asin_match limit 1`,
    says: /: 2 of the last 3 sure ASINs were wrong\. None are accepted in bulk$/,
  },
  staff_mail: {
    breaks: () =>
      `insert into mail_trouble (address, what, reason, tm)
       select lower(email), 'hard_bounce', 'No such user', now() from login where role = 'support'`,
    mends: 'delete from mail_trouble',
    says: /^Emails to person\d+@example\.com bounce, so none are sent\. No such user$/,
  },
  no_worker: {
    breaks: () =>
      `insert into job (job_type, category, job_status, queued_tm) values ('BASIC_IMAGE', 'image', 4, now() - interval '3 minutes')`,
    mends: `delete from job`,
    says: /^No worker is running\. 1 job queued$/,
  },
  queue: {
    breaks: () =>
      `insert into job (job_type, category, job_status, queued_tm) values ('BASIC_IMAGE', 'image', 4, now() - interval '3 hours')`,
    mends: 'delete from job',
    says: /^1 job queued \(image\), the oldest for 3 h$/,
  },
  jobs_failing: {
    breaks: () =>
      `insert into job (job_type, category, job_status, job_end_time, reason)
       select 'BASIC_IMAGE', 'image', 3, now(), 'No route to host' from generate_series(1, 10)`,
    mends: 'delete from job',
    says: /^10 jobs of one type failed within an hour\. No route to host$/,
  },
  mail: {
    breaks: () =>
      `insert into mail (tm, recipient, subject, body, tries, error) values (now() - interval '20 minutes', 'a@b.example', 's', 'b', 3, 'Connection refused')`,
    mends: 'update mail set sent_tm = now()',
    says: /^1 email waiting\. Connection refused$/,
  },
  clock: {
    breaks: () => `insert into clock_off (server, ahead_seconds) values ('web-1', -95)`,
    mends: 'delete from clock_off',
    says: /^The clock of web-1 is off by 95 s\. It takes no money jobs$/,
  },
  host: {
    breaks: () => `
      with moved as (
        update feed set source = '{"kind": "http", "url": "https://Files.acme.example:8443/a.csv"}' returning feed_id)
      insert into incident (feed_id, kind, began_tm, seen_tm, reason_code)
      select feed_id, 'failing', now(), now(), 'unreachable' from moved`,
    mends: 'update incident set ended_tm = now()',
    says: /^files\.acme\.example doesn’t respond: 2 feeds of 2 suppliers$/,
  },
  disk: {
    breaks: () => `
      insert into job_server (server, vcpus, disk_free_bytes)
      values ('worker-7', 2, ${h.services.config.diskFloorBytes - 1}), ('worker-8', 2, ${h.services.config.diskFloorBytes})`,
    mends: `delete from job_server where server = 'worker-7'`,
    says: /^The disk of worker-7 is almost full: 1024 MB left$/,
  },
  endpoint: {
    breaks: () => `
      insert into notice_endpoint (name, form, url_sealed, host, state, failures, failing_since, made_by_name)
      values ('Ops', 'slack', '', 'hooks.example', 'failing', 5, now(), 'Ada')`,
    mends: 'delete from notice_endpoint',
    says: /^Webhook Ops fails\. $/,
  },
  storm: {
    breaks: () => `
      insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, stopped_reason, stopped_tm)
      select ${vendor_id}, 'Shop ' || n, 8, '{}', 'The market refuses the token.', now() from generate_series(1, 6) n`,
    mends: `delete from vendor_store where vendor_store_name like 'Shop %'`,
    says: /^Store updates stopped: 6 problems in a few minutes$/,
  },
}

test.each(stateKinds)('%s is noticed once and is over when its condition is', async (kind) => {
  const { breaks, mends, says, reportedAs } = problems[kind]
  await run('delete from system_message')
  await lookForProblems(h.services)
  expect(await about(kind)).toEqual([])
  await run(breaks())
  if (reportedAs !== undefined) {
    const subject = { renewal: `${vendor_id}:bill`, renewals_stopped: '2026-01-02', sums: 'sums' }[
      reportedAs
    ]!
    await raise(h.services.db as never, {
      kind,
      subject,
      message: {
        renewal: 'Renewal failed',
        renewals_stopped: 'Renewals stopped',
        sums: 'Ledger check failed',
      }[reportedAs]!,
    })
    await collectEvents(h.services)
  }
  await lookForProblems(h.services)
  await lookForProblems(h.services)
  const found = await about(kind)
  expect(found).toMatchObject([{ count: 1, ended_tm: null, unread: true }])
  expect(found[0].message).toMatch(says)
  await run(mends)
  await lookForProblems(h.services)
  const over = await about(kind)
  expect(over).toMatchObject([{ id: found[0].id, count: 1 }])
  expect(over[0].ended_tm).not.toBeNull()
})

test('a request of an account that was deleted since is over', async () => {
  const { db } = h.services
  const { vendor_id: leaving } = await db
    .insertInto('vendor')
    .values({ company: 'Leaving Shop', vendor_status_id: 1 })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await run(`insert into customer_request (vendor_id, kind) values (${leaving}, 'close')`)
  const found = async () => {
    await lookForProblems(h.services)
    await collectEvents(h.services)
    const link = `/vendors/view/${leaving}/subscriptions`
    return (await about('account_request')).filter((m: { link: string }) => m.link === link)
  }
  expect(await found()).toMatchObject([{ ended_tm: null }])
  await run(`update vendor set deleted_tm = now() where vendor_id = ${leaving}`)
  expect(await found()).toMatchObject([{ ended_tm: expect.any(String) }])
})

test('an email that was refused for good isn’t said to be waiting', async () => {
  await run(`
    delete from system_message;
    insert into mail (tm, recipient, subject, body, tries, error, next_try_tm)
    values (now() - interval '20 minutes', 'a@b.example', 's', 'b', 1, '550 No such mailbox', 'infinity')`)
  await lookForProblems(h.services)
  expect(await about('mail')).toEqual([])
})

test('a problem that gets worse is a notification of its own', async () => {
  await run('delete from system_message; delete from dispute')
  await run(problems.dispute.breaks().replace('dp_1', 'dp_2'))
  await lookForProblems(h.services)
  const [first] = await about('dispute')
  await c.put('/api/system-messages/acknowledge', {})
  await run(`update dispute set due_by = now() + interval '2 days'`)
  await lookForProblems(h.services)
  expect(await about('dispute')).toMatchObject([
    { severity: 2, unread: true, count: 2, ended_tm: null },
    { id: first.id, severity: 1, unread: false },
  ])
})

test('a problem that can’t be looked for keeps its notification', async () => {
  await run('delete from system_message')
  await run(problems.clock.breaks())
  await lookForProblems(h.services)
  await run('alter table clock_off rename to clock_off_away')
  await lookForProblems(h.services)
  await run('alter table clock_off_away rename to clock_off')
  expect(await about('clock')).toMatchObject([{ ended_tm: null }])
})

test('problems that a larger one explains are part of it', async () => {
  await run('delete from system_message')
  await run(problems.storm.breaks())
  await lookForProblems(h.services)
  const [storm] = await about('storm')
  expect(storm).toMatchObject({ parts: 6, parent_id: null })
  expect((await about('store')).map((m: { parent_id: number }) => m.parent_id)).toEqual(
    Array(6).fill(storm.id),
  )
  await run(problems.storm.mends)
})

test('without a worker, late feeds, stores and queues are part of that; a failing feed is not', async () => {
  await run('delete from system_message')
  await run('delete from job_server')
  await run(problems.no_worker.breaks())
  await lookForProblems(h.services)
  const [noWorker] = await about('no_worker')
  await run(problems.feed.breaks())
  await run(problems.store_behind.breaks())
  await lookForProblems(h.services)
  const parents = async () =>
    Promise.all(
      ['feed', 'store_behind'].map(async (kind) =>
        (await about(kind)).map((m: { parent_id: number | null }) => m.parent_id),
      ),
    )
  expect(await parents()).toEqual([[noWorker.id], [noWorker.id]])
  await run('delete from system_message where parent_id is not null')
  await run(`update incident set kind = 'failing', reason_code = 'refused_login' where ended_tm is null`)
  await lookForProblems(h.services)
  expect(await parents()).toEqual([[null], [noWorker.id]])
  await run(problems.feed.mends)
  await run(problems.store_behind.mends)
  await run(problems.no_worker.mends)
})

test('failed renewals are part of a gateway that doesn’t respond', async () => {
  await run('delete from system_message')
  await run(problems.gateway.breaks())
  await lookForProblems(h.services)
  const [gateway] = await about('gateway')
  await run(problems.renewal.breaks())
  await raise(h.services.db as never, {
    kind: 'renewal',
    subject: `${vendor_id}:bill`,
    message: 'Renewal failed',
  })
  await lookForProblems(h.services)
  expect((await about('renewal')).map((m: { parent_id: number }) => m.parent_id)).toEqual([gateway.id])
  await run(problems.renewal.mends)
  await run(problems.gateway.mends)
})

const severitiesOf = async (kind: string) =>
  (await about(kind))
    .filter((m: { ended_tm: string | null }) => m.ended_tm === null)
    .map((m: { severity: number }) => m.severity)

test('a market that doesn’t respond speaks for its stores, before they are a storm', async () => {
  await run('delete from system_message')
  await run('delete from job')
  await run(problems.market.breaks())
  await run(
    `update vendor_store set behind_since = now() - interval '7 hours' where vendor_store_name like 'Shop %'`,
  )
  await run(`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, behind_since)
    select ${vendor_id}, 'Shop ' || n, 8, '{}', now() - interval '7 hours' from generate_series(6, 8) n`)
  await lookForProblems(h.services)
  const [market] = await about('market')
  expect(market).toMatchObject({ parts: 8, parent_id: null })
  expect(await about('storm')).toEqual([])
  // a failed update is retried after half an hour, so the market isn't taken for well meanwhile
  await run(`update job_attempt set end_tm = now() - interval '40 minutes'`)
  await lookForProblems(h.services)
  expect(await severitiesOf('market')).toEqual([1])
  await run('update vendor_store set behind_since = null')
  await run(`update job_attempt set reason = null, outcome = 'succeeded'`)
  await lookForProblems(h.services)
  expect(await severitiesOf('market')).toEqual([])
  await run(
    `update job_attempt set reason = 'The store can’t be reached.', end_tm = now() - interval '20 minutes'`,
  )
  await lookForProblems(h.services)
  expect(await severitiesOf('market')).toEqual([])
  await run(problems.market.mends)
})

test.each([
  ['few stores fail', `where vendor_store_name in ('Shop 1', 'Shop 2', 'Shop 3', 'Shop 4')`],
  ['few of many stores fail', `where vendor_store_name like 'Shop %' and vendor_store_id % 4 = 0`],
])('a market isn’t the problem when %s', async (_, failing) => {
  await run('delete from system_message')
  await run('delete from job')
  await run(`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
    select ${vendor_id}, 'Shop ' || n, 8, '{}' from generate_series(1, 40) n`)
  await run(`
    with jobs as (
      insert into job (job_type, category, job_status, param_value, job_end_time)
      select 'VENDOR_STORE_UPDATER_JOB', 'store', 3, vendor_store_id::text, now() from vendor_store ${failing}
      returning job_id)
    insert into job_attempt (job_id, attempt, server, end_tm, outcome, reason)
    select job_id, 1, 'a', now(), 'failed', 'The store didn’t respond in time.' from jobs`)
  await lookForProblems(h.services)
  expect(await about('market')).toEqual([])
  await run(problems.market.mends)
})

test('a store whose last three updates failed is out of date at once, unless something else says why', async () => {
  await run('delete from system_message')
  await run('delete from job')
  const storeId = (
    await h.services.db.selectFrom('vendor_store').select('vendor_store_id').executeTakeFirstOrThrow()
  ).vendor_store_id
  await run(`
    insert into job (job_type, category, job_status, param_value, job_end_time, reason)
    select 'VENDOR_STORE_UPDATER_JOB', 'store', 3, ${storeId}::text, now(), 'No disk space left' from generate_series(1, 3)`)
  await run('update vendor_store set behind_since = now()')
  const says = async () => {
    await lookForProblems(h.services)
    return (await about('store_behind')).map((m: { message: string; ended_tm: string | null }) => [
      m.message,
      m.ended_tm === null,
    ])
  }
  const text = 'Updates of Pat at Shopify fail. No disk space left'
  expect(await says()).toEqual([[text, true]])
  await run(`update vendor_store set waits_until = now() + interval '1 hour'`)
  expect(await says()).toEqual([[text, false]])
  await run(`update vendor_store set waits_until = null, stopped_reason = 'Refused.', stopped_tm = now()`)
  expect(await says()).toEqual([[text, false]])
  await run('update vendor_store set behind_since = null, stopped_reason = null, stopped_tm = null')
})

test('more than 90% of failed updates are urgent, more than 25% are for today, fewer than 20 say nothing', async () => {
  await run('delete from system_message')
  await run('delete from job')
  const add = (failed: number, good: number) =>
    run(`
      insert into job (job_type, category, job_status, job_start_time, job_end_time)
      select 'VENDOR_STORE_UPDATER_JOB', 'store', case when n <= ${failed} then 3 else 2 end, now(), now()
      from generate_series(1, ${failed + good}) n`)
  const levels = async () => {
    await lookForProblems(h.services)
    return severitiesOf('update_failures')
  }
  await add(19, 0)
  expect(await levels()).toEqual([])
  await add(0, 1)
  expect(await levels()).toEqual([2])
  await run('delete from system_message')
  await add(0, 1)
  // 19 of 21
  expect(await levels()).toEqual([2])
  await run('delete from system_message')
  await add(0, 55)
  // 19 of 76 is 25%
  expect(await levels()).toEqual([])
  await add(1, 0)
  expect(await levels()).toEqual([1])
  await run('delete from job')
})

test('many feeds late because of us are urgent, and over soon after they are fixed', async () => {
  await run('delete from system_message')
  await run('delete from incident')
  for (let n = 0; n < 5; n++) await makeFeed(h)
  await run(`update feed set schedule_active = true, schedule_cron = '0 * * * *'`)
  await run(`
    insert into incident (feed_id, kind, reason_code, began_tm, seen_tm)
    select feed_id, 'failing', 'failed', now() - interval '50 minutes', now() from feed`)
  await lookForProblems(h.services)
  expect(await severitiesOf('freshness')).toEqual([2])
  // of the last hour too little for that, of the last 6 hours enough
  await run('delete from system_message')
  await run(`
    update incident set began_tm = now() - interval '2 hours', well_tm = now() - interval '10 minutes'`)
  await lookForProblems(h.services)
  expect((await about('freshness')).map((m: { message: string }) => m.message)).toEqual([
    '7 of 7 feeds late because of us in the last 6 hours: runs didn’t start or failed',
  ])
  await run(`
    update incident set began_tm = began_tm - interval '7 hours', well_tm = well_tm - interval '7 hours'`)
  await lookForProblems(h.services)
  expect(await severitiesOf('freshness')).toEqual([])
  // a feed that is run by hand
  await run(`update feed set schedule_cron = null`)
  await run(`update incident set well_tm = null`)
  await lookForProblems(h.services)
  expect(await severitiesOf('freshness')).toEqual([])
  await run(`update feed set schedule_cron = '0 * * * *'`)
  await run(`update incident set reason_code = 'no_file'`)
  await lookForProblems(h.services)
  expect(await severitiesOf('freshness')).toEqual([])
  await run('delete from incident')
})

test('the second worker that is lost within a day is for today', async () => {
  await run('delete from system_message')
  await run('delete from job_server')
  const lose = (server: string) =>
    run(
      `insert into job_server (server, vcpus, heartbeat_tm) values ('${server}', 2, now() - interval '2 minutes')`,
    )
  await lose('worker-1')
  await lookForProblems(h.services)
  expect(await severitiesOf('worker_lost')).toEqual([0])
  await lose('worker-2')
  await lookForProblems(h.services)
  expect(await severitiesOf('worker_lost')).toEqual([1, 0])
  await run('delete from job_server')
})
