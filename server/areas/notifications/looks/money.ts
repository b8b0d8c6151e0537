import { sql } from '#server/platform/database/db.ts'
import { severityLevel } from '#contract/notifications/kinds.ts'
import { manyText, moneyText, nobody, noSupplier, type States } from '../states.ts'

/** Evidence that is due within this time is urgent. */
const evidenceUrgentDays = 3
const billing = sql`'/billing/' as link`
const historyOf = (vendor: string) =>
  sql`'/vendors/view/' || ${sql.ref(vendor)} || '/billing_history' as link`

const renewal = sql`
  select t.vendor_id || ':' || t.step as subject, null::smallint as severity, t.since_tm, null::text as message,
    ${billing}, ${noSupplier}, t.vendor_id
  from renewal_trouble t`

const renewals_stopped = sql`
  select s.day::text as subject, null::smallint as severity, s.insert_tm as since_tm,
    null::text as message, ${billing}, ${nobody}
  from renewal_stop s
  where s.state = 'stopped'`

/** The events of a gateway are listed every few minutes; while that fails, payments may wait for an answer. */
const gateway = sql`
  select w.gateway as subject, null::smallint as severity, w.failing_since as since_tm,
    initcap(w.gateway) || ' doesn’t respond. ' || w.failure
      || coalesce('. ' || ${manyText(sql`open.payments`, 'payment')} || ' without an answer', '') as message,
    ${billing}, ${nobody}
  from gateway_watch w
  left join lateral (
    select count(*) as payments
    from money_intent i
    where i.state = 'open' and i.gateway = w.gateway
    having count(*) > 0) open on true
  where w.failing_since is not null`

const gateway_difference = sql`
  select 'all' as subject, null::smallint as severity, min(d.found_tm) as since_tm,
    ${manyText(sql`count(*)`, 'payment')} || case count(*) when 1 then ' differs' else ' differ' end
      || ' from the gateway' as message,
    ${billing}, ${nobody}
  from gateway_difference d
  where d.gone_tm is null and d.accepted_tm is null
  having count(*) > 0`

const books = sql`
  select b.name as subject, null::smallint as severity, b.broken_since as since_tm, null::text as message,
    ${billing}, ${nobody}
  from books_check b
  where b.broken_since is not null`

const month_open = sql`
  select to_char(k.open_month, 'YYYY-MM') as subject, null::smallint as severity, k.open_since as since_tm,
    to_char(k.open_month, 'Mon YYYY') || ' couldn’t be closed. ' || k.open_reason as message,
    '/reports/monthly-revenue?view=closing' as link, ${nobody}
  from report_kept k
  where k.open_month is not null`

const dispute = sql`
  select d.gateway || ':' || d.gateway_ref as subject,
    case
      when d.due_by < now() + make_interval(days => ${evidenceUrgentDays}::int)
        then ${severityLevel('urgent')}::smallint
    end as severity,
    d.insert_tm as since_tm,
    v.company || ': dispute of ' || ${moneyText(sql`d.amount`)} || ', ' || c.charge_description
      || coalesce('. Evidence is due by ' || to_char(d.due_by at time zone 'UTC', 'FMMM/FMDD/YY') || ' (UTC)', '')
      || '. None submitted yet' as message,
    ${historyOf('d.vendor_id')}, ${noSupplier}, d.vendor_id
  from dispute d
  join vendor v using (vendor_id)
  join vendor_charge c using (vendor_charge_id)
  where d.state in ('open', 'inquiry') and not d.answered and (d.due_by is null or d.due_by > now())`

const approval = sql`
  select a.money_approval_id::text as subject, null::smallint as severity, a.insert_tm as since_tm,
    coalesce(v.company || ': ', '') || coalesce(a.text, ${moneyText(sql`a.amount`)}) || '. ' || a.asked_by_name
      || case when a.is_request then ' asks finance for it' else ' needs a second person' end as message,
    ${billing}, ${noSupplier}, a.vendor_id
  from money_approval a
  left join vendor v using (vendor_id)
  where a.state = 'waiting'`

export const moneyStates: Pick<
  States,
  | 'renewal'
  | 'renewals_stopped'
  | 'gateway'
  | 'gateway_difference'
  | 'books'
  | 'month_open'
  | 'dispute'
  | 'approval'
> = { renewal, renewals_stopped, gateway, gateway_difference, books, month_open, dispute, approval }
