import { visible } from '#contract/inputs.ts'
import type { Parsed } from '#contract/index.ts'
import { answerNeeded, requestKinds, type RequestKind } from '#contract/subscriptions/customer-requests.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { subscribeVendor } from '../add-subscription.ts'
import { requestAnsweredLetter } from '../letters.ts'
import { isOpenRequest } from './open-requests.ts'

interface OpenRequest {
  kind: RequestKind
  dropshipper_id: number | null
  name: string
  requested_by: string | null
  is_open: boolean
}

/** Accepts or declines what a customer asked for, and emails who asked (docs/domain/subscriptions.md, Requests). */
export const answerCustomerRequest = (
  ctx: Ctx,
  { params: { vendor_id, request_id }, body }: Parsed<'answerCustomerRequest'>,
): Promise<void> =>
  write(ctx, async (tx, logActivity) => {
    const { accepted, answer } = body
    if (!accepted && !visible(answer)) throw invalid({ answer: answerNeeded }, answerNeeded)
    await lockVendor(ctx, tx, vendor_id)
    const request = await readRequest(tx, vendor_id, request_id)
    if (accepted && request.dropshipper_id !== null)
      await subscribeVendor(ctx, tx, logActivity, { vendor_id, dropshipper_id: request.dropshipper_id })
    await tx
      .updateTable('customer_request')
      .set({
        answered_tm: new Date(ctx.clock.now()).toISOString(),
        answered_by_name: ctx.who.name,
        accepted,
        answer,
      })
      .where('customer_request_id', '=', request_id)
      .execute()
    if (request.requested_by !== null)
      await ctx.mail.write(tx, {
        recipient: request.requested_by,
        ...requestAnsweredLetter({ ...request, accepted, answer }),
      })
    const nameText = request.name === '' ? '' : `: ${request.name}`
    await logActivity({
      type: 'vendor.answer_request',
      vendor_id,
      dropshipper_id: request.dropshipper_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Customer request ${accepted ? 'accepted' : 'declined'}. ${requestKinds[request.kind]}${nameText}`,
      ...(answer && { reason: answer }),
    })
  })

async function readRequest(tx: Tx, vendorId: number, requestId: number): Promise<OpenRequest> {
  const { rows } = await sql<OpenRequest>`
    select r.kind, r.dropshipper_id, coalesce(d.supplier_name, p.name, '') as name, r.requested_by,
      ${isOpenRequest} as is_open
    from customer_request r
    left join dropshipper d using (dropshipper_id)
    left join plan_type p using (vendor_plan_type_id)
    where r.vendor_id = ${vendorId} and r.customer_request_id = ${requestId}`.execute(tx)
  const [request] = rows
  if (!request) throw notFound('request')
  if (!request.is_open) throw conflict('This request is no longer open')
  return request
}
