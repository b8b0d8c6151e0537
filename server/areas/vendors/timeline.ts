import { runText } from '#contract/feeds/run-states.ts'
import type { Parsed } from '#contract/index.ts'
import { updateStates } from '#contract/stores/sent-updates.ts'
import { timelinePageSize, type TimelineKind, type TimelineRow } from '#contract/vendors/timeline.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

interface Row extends Omit<TimelineRow, 'message'> {
  message: string
  state: string | null
}

/** What happened to a vendor, from four tables, each read in the order of its index up to the page. */
export async function listVendorTimeline({ db }: Ctx, { params, body }: Parsed<'listVendorTimeline'>) {
  const { vendor_id } = params
  const upto = body.page * timelinePageSize + 1
  const includesKind = (kind: TimelineKind) => body.kinds.length === 0 || body.kinds.includes(kind)
  const parts = [
    activityOf(vendor_id, body.kinds, upto),
    ...(includesKind('runs') ? [runsOf(vendor_id, upto)] : []),
    ...(includesKind('updates') ? [updatesOf(vendor_id, upto)] : []),
    ...(includesKind('emails') ? [emailsOf(vendor_id, upto)] : []),
  ]
  const { rows } = await sql<Row>`
    select key, tm, kind, message, detail, state, by, entity, entity_id, vendor_store_id
    from (${sql.join(parts, sql` union all `)}) happened
    order by tm desc, key desc
    limit ${timelinePageSize + 1}
    offset ${upto - 1 - timelinePageSize}`.execute(db)
  await rowsOfVendor(db, vendor_id, rows)
  return {
    rows: rows.slice(0, timelinePageSize).map(({ state, ...row }) => ({
      ...row,
      message: state === null ? row.message : `${row.message}: ${stateText(row.kind, state)}`,
    })),
    more: rows.length > timelinePageSize,
  }
}

const stateText = (kind: TimelineKind, state: string) =>
  (kind === 'runs'
    ? runText(state)
    : (updateStates[state as keyof typeof updateStates] ?? state)
  ).toLowerCase()

const activityKind = sql`
  case
    when type like 'payment.%' then 'charges'
    when type like 'feed.%' then 'runs'
    when type like 'vendor.note%' then 'notes'
    when type like 'session.%' then 'sign_ins'
    else 'settings'
  end`

const activityOf = (vendorId: number, kinds: TimelineKind[], upto: number) => sql`
  (select 'a' || activity_id as key, tm, ${activityKind} as kind, message, reason as detail,
    null::text as state, action_by_name as by, entity, entity_id, null::int as vendor_store_id
  from activity
  where vendor_id = ${vendorId} ${kinds.length > 0 ? sql`and ${activityKind} = any(${kinds}::text[])` : sql``}
  order by activity_id desc
  limit ${upto})`

/** Runs of its suppliers' own feeds that changed something or failed to, since it subscribed. */
const runsOf = (vendorId: number, upto: number) => sql`
  (select 'r' || r.feed_run_id, coalesce(r.end_tm, r.insert_tm), 'runs', d.supplier_name, r.reason,
    r.state, case when r.started_by = 'schedule' then 'Schedule' else r.started_by end, 'feed_run', r.feed_run_id::text, null
  from subscription s
  join dropshipper d using (dropshipper_id)
  cross join lateral (
    select r.feed_run_id, r.end_tm, r.insert_tm, r.reason, r.state, r.started_by
    from feed_run r
    join feed f using (feed_id)
    where r.dropshipper_id = s.dropshipper_id
      and f.vendor_custom_feed_id is null
      and not r.dry
      and r.state in ('applied', 'held', 'rejected', 'failed')
      and r.insert_tm >= s.insert_tm
    order by r.feed_run_id desc
    limit ${upto}) r
  where s.vendor_id = ${vendorId}
  order by 2 desc
  limit ${upto})`

const updatesOf = (vendorId: number, upto: number) => sql`
  (select 'u' || u.store_update_id, coalesce(u.end_tm, u.insert_tm), 'updates', s.vendor_store_name,
    nullif(array_to_string(u.reasons, '; '), ''), u.state, u.requested_by, 'store_update',
    u.store_update_id::text, s.vendor_store_id
  from vendor_store s
  join store_update u using (vendor_store_id)
  where s.vendor_id = ${vendorId} and u.state not in ('nothing', 'dry', 'superseded')
  order by u.store_update_id desc
  limit ${upto})`

const emailsOf = (vendorId: number, upto: number) => sql`
  (select 'm' || mail_id, coalesce(sent_tm, tm), 'emails', subject, 'To ' || recipient, null, null, null, null, null
  from mail
  where vendor_id = ${vendorId}
    -- letters that every account gets, such as of a password, are only addressed to it
    or vendor_id is null and lower(recipient) = any(array(
      select lower(email) from contact where vendor_id = ${vendorId}))
  order by mail_id desc
  limit ${upto})`
