import { present } from '#contract/present.ts'
import type { Parsed } from '#contract/index.ts'
import { viewLastsMs } from '#contract/vendors/customer-view.ts'
import { openView, personOfLogin, tooMany } from '#server/areas/session/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { lockAnyVendor, lockVendor } from '#server/areas/vendor-record/public.ts'

/** Views that a staff member may begin per hour. */
export const mostViews = 60

interface Customer {
  login_id: number | null
  name: string | null
}

/** Views a vendor's account as its first customer login, who is neither notified nor signed out. */
export async function beginCustomerView(ctx: Ctx, { params: { vendor_id } }: Parsed<'beginCustomerView'>) {
  if (!(await withinLimit(ctx.db, `customer view by ${ctx.who.login_id}`, mostViews, 3600))) throw tooMany()
  return write(ctx, async (tx, logActivity) => {
    const { company, deleted_tm } = await lockAnyVendor(tx, vendor_id)
    if (deleted_tm) throw conflict(`${company} is deleted, so there is no login to view as`)
    await lockVendor(ctx, tx, vendor_id)
    const { rows } = await sql<Customer>`
      select l.login_id,
        ${personOfLogin} as name
      from vendor v
      left join contact c on c.contact_id = v.primary_contact_id
      left join login l on l.vendor_id = v.vendor_id and l.role = 'customer'
      where v.vendor_id = ${vendor_id}
      order by l.login_id
      limit 1`.execute(tx)
    const { login_id, name } = singleRow(rows)
    if (login_id === null || name === null) throw conflict(`${company} has no login to view as`)
    const customer_view_id = await openView(tx, {
      sessionToken: present(ctx.req.sessionToken, 'The session'),
      who: ctx.who,
      vendor_id,
      customer: { login_id, name },
      began: ctx.clock.now(),
      lasts: viewLastsMs,
    })
    await logActivity({
      type: 'vendor.view_begin',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `${ctx.who.name} viewed this account as ${name} of ${company}`,
    })
    return { customer_view_id }
  })
}
