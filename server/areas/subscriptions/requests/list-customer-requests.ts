import type { Parsed } from '#contract/index.ts'
import {
  mostListedRequests,
  requestOpenDays,
  type CustomerRequest,
} from '#contract/subscriptions/customer-requests.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { isOpenRequest } from './open-requests.ts'

/** A customer's open requests, oldest first, then those answered lately (docs/domain/subscriptions.md, Requests). */
export async function listCustomerRequests({ db }: Ctx, { params }: Parsed<'listCustomerRequests'>) {
  const { rows } = await sql<CustomerRequest>`
    select r.customer_request_id, r.kind, r.dropshipper_id, coalesce(d.supplier_name, p.name, '') as name, r.comment,
      r.requested_by, r.insert_tm, r.answered_tm, r.answered_by_name, r.accepted, r.answer
    from customer_request r
    left join dropshipper d using (dropshipper_id)
    left join plan_type p using (vendor_plan_type_id)
    where r.vendor_id = ${params.vendor_id}
      and (${isOpenRequest} or r.answered_tm > now() - make_interval(days => ${requestOpenDays}::int))
    order by r.answered_tm desc nulls first, r.insert_tm, r.customer_request_id
    limit ${mostListedRequests}`.execute(db)
  return rowsOfVendor(db, params.vendor_id, rows)
}
