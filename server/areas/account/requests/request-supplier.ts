import type { Parsed } from '#contract/index.ts'
import { switchSupplierNote } from '#contract/vendors/note-types.ts'
import { isOpenRequest } from '#server/areas/subscriptions/public.ts'
import { lockUndeletedVendor, writeNote } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict, notFound, Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { supplierRequestLetter } from '../letters.ts'
import { ownVendor } from '../own-vendor.ts'
import { isOffered } from './browse-suppliers.ts'
import { managersOf } from './account-managers.ts'

/** Requests for suppliers per customer and hour. */
const requestsAnHour = 20

/** Requests a supplier: its account manager or support adds it (docs/domain/subscriptions.md, Requests). */
export async function requestSupplier(ctx: Ctx, { body }: Parsed<'requestSupplier'>): Promise<void> {
  const vendorId = ownVendor(ctx, 'suppliers')
  const { dropshipper_id, comment } = body
  if (!(await withinLimit(ctx.db, `supplier requests of ${vendorId}`, requestsAnHour, 3600)))
    throw new Refusal('too_many', 'You’ve sent too many requests. Try again in an hour, or contact us')
  await write(ctx, async (tx, logActivity) => {
    const { company } = await lockUndeletedVendor(tx, vendorId)
    const { rows } = await sql<{ name: string; is_requested: boolean }>`
      select d.supplier_name as name,
        exists (
          select
          from customer_request r
          where r.vendor_id = ${vendorId} and r.dropshipper_id = d.dropshipper_id and ${isOpenRequest}
        ) as is_requested
      from dropshipper d
      where d.dropshipper_id = ${dropshipper_id} and ${isOffered(vendorId)}`.execute(tx)
    const [row] = rows
    if (!row) throw notFound('supplier')
    if (row.is_requested) throw conflict('You’ve already requested this supplier')
    await tx
      .insertInto('customer_request')
      .values({ vendor_id: vendorId, kind: 'supplier', dropshipper_id, comment, requested_by: ctx.who.email })
      .execute()
    const link = `/vendors/view/${vendorId}/subscriptions`
    const letter = supplierRequestLetter({ company, by: ctx.who.email, name: row.name, comment, link })
    for (const recipient of await managersOf(ctx, tx, vendorId))
      await ctx.mail.write(tx, { recipient, ...letter })
    await writeNote(ctx, tx, logActivity, {
      vendor_id: vendorId,
      note: `Requested by the customer: ${row.name}.${comment ? ` ${comment}` : ''}`,
      note_type: switchSupplierNote,
    })
    await logActivity({
      type: 'subscription.request',
      vendor_id: vendorId,
      dropshipper_id,
      entity: 'vendor',
      entity_id: vendorId,
      message: `Supplier requested by the customer: ${row.name}`,
      ...(comment && { reason: comment }),
    })
  })
}

export async function withdrawSupplierRequest(
  ctx: Ctx,
  { body: { dropshipper_id } }: Parsed<'withdrawSupplierRequest'>,
): Promise<void> {
  const vendorId = ownVendor(ctx, 'suppliers')
  await write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    const { rows } = await sql<{ name: string }>`
      update customer_request r
      set withdrawn_tm = now()
      from dropshipper d
      where r.vendor_id = ${vendorId}
        and r.dropshipper_id = ${dropshipper_id}
        and d.dropshipper_id = r.dropshipper_id
        and ${isOpenRequest}
      returning d.supplier_name as name`.execute(tx)
    const [row] = rows
    if (!row) throw notFound('supplier request')
    await logActivity({
      type: 'subscription.withdraw_request',
      vendor_id: vendorId,
      dropshipper_id,
      entity: 'vendor',
      entity_id: vendorId,
      message: `Supplier request withdrawn by the customer: ${row.name}`,
    })
  })
}
