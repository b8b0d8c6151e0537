import { requestOpenDays } from '#contract/subscriptions/customer-requests.ts'
import { sql } from '#server/platform/database/db.ts'

/** Of `customer_request r`: neither answered, withdrawn nor too old. */
export const isUnanswered = sql<boolean>`
  (r.withdrawn_tm is null and r.answered_tm is null
    and r.insert_tm > now() - make_interval(days => ${sql.lit(requestOpenDays)}::int))`

/** The same, and what it asks for isn't there yet. */
export const isOpenRequest = sql<boolean>`
  (${isUnanswered}
    and not exists (
      select
      from vendor v
      where v.vendor_id = r.vendor_id
        and v.vendor_plan_type_id = r.vendor_plan_type_id
        and not v.has_custom_billing_plan)
    and not exists (
      select
      from subscription s
      where s.vendor_id = r.vendor_id and s.dropshipper_id = r.dropshipper_id))`
