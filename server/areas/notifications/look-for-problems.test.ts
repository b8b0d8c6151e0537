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
    breaks: () => `insert into job_server (server, vcpus, disk_free_bytes) values ('worker-7', 2, 150000000)`,
    mends: `delete from job_server where server = 'worker-7'`,
    says: /^The disk of worker-7 is almost full: 143 MB left$/,
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
