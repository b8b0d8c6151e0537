import type { RawBuilder } from 'kysely'
import { activation } from '#contract/integrations/activation.ts'
import { onboardingStep, stepWords } from '#contract/integrations/standing.ts'
import { onboardingDays } from '#contract/vendors/health.ts'
import { isOpenRequest } from '#server/areas/subscriptions/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { manyText, noSupplier, type States } from '../states.ts'

const mostNamed = sql.lit(3)
const supplierNames = sql`
  array_to_string((array_agg(d.supplier_name order by d.supplier_name))[:${mostNamed}], ', ')
    || case when count(*) > ${mostNamed} then ', ' || count(*) - ${mostNamed} || ' more' else '' end`
const pause = sql`
  select s.vendor_id::text as subject, null::smallint as severity, min(s.pause_asked_tm) as since_tm,
    v.company || ' requested a pause: '
      || ${supplierNames} as message,
    '/vendors/view/' || s.vendor_id || '/subscriptions' as link, ${noSupplier}, s.vendor_id
  from subscription s
  join vendor v using (vendor_id)
  join dropshipper d using (dropshipper_id)
  where s.pause_asked_tm is not null
  group by s.vendor_id, v.company`

/** @param kinds of requests, as SQL */
const requests = (kinds: RawBuilder<unknown>, wish: RawBuilder<unknown>) => sql`
  select r.vendor_id::text as subject, null::smallint as severity, min(r.insert_tm) as since_tm,
    v.company || ${wish} as message,
    '/vendors/view/' || r.vendor_id || '/subscriptions' as link, ${noSupplier}, r.vendor_id
  from customer_request r
  join vendor v using (vendor_id)
  left join dropshipper d using (dropshipper_id)
  left join plan_type p on p.vendor_plan_type_id = r.vendor_plan_type_id
  where r.kind in ${kinds}
    and ${isOpenRequest}
    and v.deleted_tm is null
  group by r.vendor_id, v.company`
const supplierRequest = requests(sql`('supplier')`, sql`' requested ' || ${supplierNames}`)
const accountRequest = requests(
  sql`('plan', 'close')`,
  sql`' wants to ' || case when bool_or(r.kind = 'close') then 'close the account'
    else 'change to the ' || max(p.name) || ' plan' end`,
)

const confirmed = (accounts: boolean, details: boolean, tools: boolean) =>
  onboardingStep({
    supplier_account_confirmed: accounts,
    access_details_provided: details,
    tools_configured: tools,
  })
/** What is to be done next for an integration `m`, as its page says it. */
const nextStep = sql`
  case
    when m.tools_configured then ${stepWords[confirmed(true, true, true)]!.next}::text
    when m.access_details_provided then ${stepWords[confirmed(true, true, false)]!.next}::text
    when m.supplier_account_confirmed then ${stepWords[confirmed(true, false, false)]!.next}::text
    else ${stepWords[confirmed(false, false, false)]!.next}::text
  end`
/** A vendor that waits for a market, with the integration that has waited longest. */
const onboarding = sql`
  select m.vendor_id || ':' || m.market_id as subject, null::smallint as severity, min(m.insert_tm) as since_tm,
    v.company || ' has waited for ' || k.market_name || ' for '
      || floor(extract(epoch from now() - min(m.insert_tm)) / 86400) || ' days'
      || case when count(*) > 1 then ' (' || ${manyText(sql`count(*)`, 'supplier')} || ')' else '' end
      || '. Next: ' || (array_agg(${nextStep} order by m.insert_tm, m.vendor_market_map_id))[1] as message,
    '/vendors/view/' || m.vendor_id || '/integrations' as link, ${noSupplier}, m.vendor_id
  from vendor_market_map m
  join subscription using (vendor_id, dropshipper_id)
  join vendor v using (vendor_id)
  join market k using (market_id)
  where m.is_activated = ${sql.lit(activation.onboarding)}
    and m.paused_at is null
    and not m.is_cancel_pending
    and not m.is_pause_pending
    and v.deleted_tm is null
    and m.insert_tm < now() - make_interval(days => ${onboardingDays}::int)
  group by m.vendor_id, m.market_id, v.company, k.market_name`

export const vendorStates: Pick<States, 'pause' | 'supplier_request' | 'account_request' | 'onboarding'> = {
  pause,
  supplier_request: supplierRequest,
  account_request: accountRequest,
  onboarding,
}
