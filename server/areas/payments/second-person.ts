import { money } from '#contract/formats.ts'
import type { ManualCharge } from '#contract/payments/manual-charge.ts'
import type { MoneyApproval, RefundBody } from '#contract/payments/payments.ts'
import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Activity, Ctx } from '#server/platform/services.ts'

type LogActivity = (activity: Activity) => Promise<void>
/** What is asked for, as it was given. */
export type Asked =
  | { vendor_id: number; act: 'manual_charge'; request: ManualCharge }
  | { vendor_id: number; act: 'refund'; request: RefundBody }

/** What is asked for waits for another person (docs/domain.md, A second person). */
export async function askSecondPerson(
  ctx: Ctx,
  tx: Tx,
  logActivity: LogActivity,
  asked: Asked,
): Promise<void> {
  const waiting = await tx
    .selectFrom('money_approval')
    .select('money_approval_id')
    .where('vendor_id', '=', asked.vendor_id)
    .where('state', '=', 'waiting')
    .where('act', '=', asked.act)
    .where('amount', '=', asked.request.amount)
    .executeTakeFirst()
  if (waiting) throw conflict('The same waits for a second person already')
  const { money_approval_id } = await tx
    .insertInto('money_approval')
    .values({
      vendor_id: asked.vendor_id,
      act: asked.act,
      amount: asked.request.amount,
      request: JSON.stringify(asked.request),
      asked_by: ctx.who.login_id,
      asked_by_name: ctx.who.name,
      insert_tm: new Date(ctx.clock.now()).toISOString(),
    })
    .returning('money_approval_id')
    .executeTakeFirstOrThrow()
  await logActivity({
    type: 'payment.approve',
    vendor_id: asked.vendor_id,
    entity: 'money_approval',
    entity_id: money_approval_id,
    message: `Waits for a second person: ${textOf(asked)}`,
  })
}

/** What it is, in a few words. */
export const textOf = ({ act, request }: Asked): string =>
  act === 'refund'
    ? `refund of ${money(request.amount)}`
    : `${money(request.amount)}, ${request.charge_description}`

/** What waits, of one vendor or of all, the oldest first. */
export async function waitingApprovals(
  db: Db,
  who: { login_id: number },
  vendorId: number | null,
): Promise<MoneyApproval[]> {
  const { rows } = await sql<
    Omit<MoneyApproval, 'text' | 'own'> & { asked_by: number; request: Asked['request'] }
  >`
    select a.money_approval_id, a.vendor_id, v.company, a.act, a.amount, a.request, a.asked_by,
      a.asked_by_name, a.insert_tm
    from money_approval a
    join vendor v using (vendor_id)
    where a.state = 'waiting' and ${vendorId === null ? sql`true` : sql`a.vendor_id = ${vendorId}`}
    order by a.money_approval_id
    limit 200`.execute(db)
  return rows.map(({ request, asked_by, ...row }) => ({
    ...row,
    text: 'charge_description' in request ? request.charge_description : request.note,
    own: asked_by === who.login_id,
  }))
}
