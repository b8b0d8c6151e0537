import type { MoneyApproval, RefusedApproval } from '#contract/approvals/acts.ts'
import { closingText, type ClosingRequest } from '#contract/payments/closing.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { newRolesOf } from './independent.ts'
import { requesterLeft } from './requester.ts'

type Row<Of extends MoneyApproval> = Omit<Of, 'text' | 'own' | 'role_given'> & {
  asked_by: number
  request: { note: string } | ClosingRequest | { charge_description: string; reason?: string }
  /** Why support asked for an act that has words of its own. */
  asked_reason: string | null
  text: string | null
  /** The description of the charge to refund. */
  charged: string | null
}
/** Why a small request `a` waits: with what its requester had moved alone it is above the limit. */
const movedBefore = sql`(
        select coalesce(sum(m.amount), 0)::numeric(12,2)::text
        from money_alone m
        left join money_intent i using (money_intent_id)
        where m.login_id = a.asked_by
          and m.vendor_id is not distinct from a.vendor_id
          and m.tm > a.insert_tm - interval '24 hours'
          and m.tm <= a.insert_tm
          and a.amount > 0
          and a.amount <= (select second_person_above from money_setting)
          and coalesce(i.state in ('open', 'succeeded'), true))`
const asks = sql`a.money_approval_id, a.vendor_id, v.company, a.act, a.amount, a.request, a.text, a.asked_by,
      a.asked_by_name, a.is_request, a.request -> 'body' ->> 'reason' as asked_reason, a.insert_tm, ${requesterLeft} as requester_left, ${movedBefore} as moved, (
        select c.charge_description
        from vendor_charge c
        where c.vendor_charge_id = (a.request ->> 'vendor_charge_id')::bigint
      ) as charged`

/** Waiting requests of one vendor or of all, oldest first. */
export async function waitingApprovals(
  db: Db,
  person: { login_id: number },
  vendorId: number | null,
): Promise<MoneyApproval[]> {
  const { rows } = await sql<Row<MoneyApproval>>`
    select ${asks}
    from money_approval a
    left join vendor v using (vendor_id)
    where a.state = 'waiting' and ${vendorId === null ? sql`true` : sql`a.vendor_id = ${vendorId}`}
    order by a.money_approval_id
    limit 200`.execute(db)
  const requesters = [...new Set(rows.map(({ asked_by }) => asked_by))]
  const reasons = await newRolesOf(db, person.login_id, requesters)
  return rows.map((row) => toApproval(row, person, reasons.get(row.asked_by)))
}

const dayMs = 86_400_000
export const refusedShownMs = 7 * dayMs
/** A vendor's requests that another person refused lately, newest first. */
export async function refusedApprovals(
  { db, who: person, clock }: Pick<Ctx, 'db' | 'who' | 'clock'>,
  vendorId: number,
): Promise<RefusedApproval[]> {
  const { rows } = await sql<Row<RefusedApproval>>`
    select ${asks}, a.decided_by_name as refused_by, a.decided_tm as refused_tm,
      (
        select reason
        from activity
        where entity = 'money_approval' and entity_id = a.money_approval_id::text and type = 'payment.refuse'
        limit 1
      ) as reason
    from money_approval a
    join vendor v using (vendor_id)
    where a.vendor_id = ${vendorId}
      and a.state = 'refused'
      and a.decided_by <> a.asked_by
      and a.decided_tm > ${new Date(clock.now() - refusedShownMs)}
    order by a.decided_tm desc
    limit 20`.execute(db)
  return rows.map((row) => toApproval(row, person))
}

const toApproval = <Of extends MoneyApproval>(
  { request, text, asked_by, charged: chargeText, asked_reason: reason, ...row }: Row<Of>,
  person: { login_id: number },
  role_given: string | null = null,
) => ({
  ...row,
  text: text === null ? whatFor(request, chargeText) : withReason(text, row.is_request ? reason : null),
  role_given,
  own: asked_by === person.login_id,
})

function whatFor(request: Row<MoneyApproval>['request'], chargeText: string | null): string {
  if ('note' in request) return chargeText === null ? request.note : `${chargeText}: ${request.note}`
  if ('how' in request) return `${closingText(request)}: ${request.reason}`
  return withReason(request.charge_description, request.reason ?? null)
}
const withReason = (text: string, reason: string | null): string => (reason ? `${text}: ${reason}` : text)
