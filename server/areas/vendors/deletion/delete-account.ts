import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { companyNeeded } from '#contract/vendors/deletion.ts'
import { endViews } from '#server/areas/session/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { readDeletion } from './deletion.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'

/** Deletes an account: nobody can sign in any more, and after 30 days it is erased. */
export const deleteAccount = (ctx: Ctx, { params, query }: Parsed<'deleteAccount'>) =>
  write(ctx, async (tx, logActivity) => {
    const { id, contact_id, email } = params
    const { company } = await lockVendor(ctx, tx, id)
    const deletion = await readDeletion(tx, id)
    if (deletion.contact_id !== contact_id || deletion.email.toLowerCase() !== email.toLowerCase())
      throw invalid({ contact_id: messages.nothingToDelete }, messages.nothingToDelete)
    if (query.company !== undefined && query.company.trim() !== company.trim())
      throw invalid({ company: companyNeeded }, companyNeeded)
    if (deletion.reasons.length > 0) throw conflict(deletion.reasons.join(' '))
    await sql`
      update vendor
      set deleted_tm = ${new Date(ctx.clock.now()).toISOString()}, deleted_by_name = ${ctx.who.name}
      where vendor_id = ${id}`.execute(tx)
    await sql`
      with theirs as (select login_id from login where vendor_id = ${id}),
        links as (delete from password_reset where login_id in (select login_id from theirs)),
        emails as (delete from email_change where login_id in (select login_id from theirs)),
        lock as (delete from vendor_lock where vendor_id = ${id})
      delete from session where login_id in (select login_id from theirs)`.execute(tx)
    await endViews(tx, ctx.clock, sql`w.vendor_id = ${id}`, ctx)
    await logActivity({
      type: 'vendor.delete',
      vendor_id: id,
      entity: 'vendor',
      entity_id: id,
      message: `Account ${company} deleted`,
    })
  })
