import type { RequestOf } from '#contract/approvals/approvals.ts'
import { monthText } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { carryOut, type GuardedAct } from '#server/areas/approvals/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthOf } from '../monthly-revenue.ts'

/** Another person always approves reopening: whoever could do it alone could rewrite a closed month. */
export const reopenMonthAct: GuardedAct<RequestOf<'reopen_month'>, null> = {
  act: 'reopen_month',
  access: 'money',
  async lock(_, tx, { body: { month } }) {
    await sql`
      select from report_closing
      where month = ${monthOf(month)}::date and reopened_tm is null
      for update`.execute(tx)
    return null
  },
  // one at a time, so that none is left for a later closing; the closing is locked
  async keep(tx, request) {
    const { rows } = await sql<{ asked_by_name: string }>`
      select asked_by_name
      from money_approval
      where act = 'reopen_month' and state = 'waiting'
        and left(request->'body'->>'month', 7) = ${request.body.month.slice(0, 7)}`.execute(tx)
    const [waiting] = rows
    if (waiting)
      throw conflict(
        `${waiting.asked_by_name} already requested to reopen ${monthText(monthOf(request.body.month))}`,
      )
    return request
  },
  async perform({ ctx, tx, logActivity }, { body: { month: monthDay, reason } }) {
    const month = monthOf(monthDay)
    const { rows } = await sql`
      update report_closing
      set reopened_tm = ${new Date(ctx.clock.now()).toISOString()}::timestamptz,
        reopened_by_name = ${ctx.who.name}, reopen_reason = ${reason}
      where month = ${month}::date and reopened_tm is null
      returning month`.execute(tx)
    if (rows.length === 0) throw conflict(`${monthText(month)} isn’t closed`)
    await logActivity({
      type: 'report.reopen',
      entity: 'report_month',
      entity_id: month,
      message: `Month reopened: ${monthText(month)}`,
      reason,
    })
    return {
      amount: 0,
      text: `${monthText(month)}: ${reason}`.slice(0, 500),
      changes: [{ name: monthText(month), from: 'Closed', to: 'Open' }],
      always: 'Another person must approve reopening a month',
    }
  },
}

/** Requests that a closed month is reopened; it stays closed until another person approves. */
export async function reopenMonth(ctx: Ctx, { body }: Parsed<'reopenMonth'>) {
  return { waiting: await carryOut(ctx, reopenMonthAct, { body }) }
}
