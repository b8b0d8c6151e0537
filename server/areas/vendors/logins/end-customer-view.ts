import type { Parsed } from '#contract/index.ts'
import { endViews } from '#server/areas/session/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Ends the caller's own view; one that is already over stays as it ended. */
export const endCustomerView = (ctx: Ctx, { params: { id } }: Parsed<'endCustomerView'>) =>
  ctx.db.transaction().execute(async (tx) => {
    const view = await tx
      .selectFrom('customer_view')
      .select('customer_view_id')
      .where('customer_view_id', '=', id)
      .where('login_id', '=', ctx.who.login_id)
      .executeTakeFirst()
    if (!view) throw notFound('view')
    await endViews(tx, ctx.clock, sql`w.customer_view_id = ${id}`, ctx)
  })
