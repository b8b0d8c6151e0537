import { chargeStatus } from '#contract/billing/charge-codes.ts'
import { many } from '#contract/words.ts'
import type { Parsed } from '#contract/index.ts'
import { deletable, keptDays, type Deletion } from '#contract/vendors/deletion.ts'
import { vendorStatuses } from '#contract/vendors/status.ts'
import { openPaper } from '#server/areas/payments/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { lastCharge } from '../health/facts.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'

interface Facts {
  contact_id: number
  email: string
  vendor_status_id: number
  deleted_tm: string | null
  owed: boolean
  moving: boolean
  subscriptions: number
  integrations: number
  login_says_deleted: boolean
}

/** Whether vendor `v` still has something to pay. */
export const isOwed = () => sql<boolean>`(
  v.billing_failures > 0
  or coalesce((select last.vendor_charge_status_id <> ${sql.lit(chargeStatus.succeeded)} from (${lastCharge(sql`v.vendor_id`)}) last), false)
  or exists (
    select
    from invoice i
    where i.vendor_id = v.vendor_id and ${openPaper('i')}))`

/** The reasons against deleting an account, and the contact by which it is identified. */
export async function readDeletion(db: Db, vendorId: number) {
  const { rows } = await sql<Facts>`
    select coalesce(c.contact_id, 0) as contact_id, coalesce(c.email, '-') as email, v.vendor_status_id,
      v.deleted_tm,
      ${isOwed()} as owed,
      exists (select from money_intent m where m.vendor_id = v.vendor_id and m.state = 'open')
        or exists (
          select from money_approval a where a.vendor_id = v.vendor_id and a.state = 'waiting') as moving,
      (select count(*) from subscription s where s.vendor_id = v.vendor_id) as subscriptions,
      (
        select count(*)
        from vendor_market_map m
        where m.vendor_id = v.vendor_id and ${activeIntegration}
      ) as integrations,
      exists (
        select
        from login l
        where l.vendor_id = v.vendor_id and l.email ilike '%deleted%') as login_says_deleted
    from vendor v
    left join lateral (
      select c.contact_id, c.email
      from contact c
      where c.vendor_id = v.vendor_id
      order by c.contact_id is distinct from v.primary_contact_id, c.contact_id
      limit 1) c on true
    where v.vendor_id = ${vendorId} and not v.is_staff`.execute(db)
  if (!rows[0]) throw notFound('vendor')
  const { contact_id, email, vendor_status_id, login_says_deleted } = rows[0]
  const offered = deletable.includes(vendor_status_id) && !login_says_deleted
  return { contact_id, email, offered, reasons: reasonsOf(rows[0]) }
}

const reasonsOf = (f: Facts): string[] => [
  ...(f.deleted_tm ? ['This account is already deleted.'] : []),
  ...(deletable.includes(f.vendor_status_id)
    ? []
    : [
        `The status is ${vendorStatuses[f.vendor_status_id]}. Only Free and Canceled accounts can be deleted.`,
      ]),
  ...(f.login_says_deleted ? ['The login contains “deleted”.'] : []),
  ...(f.owed ? ['The last charge is unpaid.'] : []),
  ...(f.moving ? ['A payment is waiting for the gateway or for approval.'] : []),
  ...(f.subscriptions > 0 ? [`It still has ${many(f.subscriptions, 'subscription')}.`] : []),
  ...(f.integrations > 0 ? [`It still has ${many(f.integrations, 'active integration')}.`] : []),
]

export const checkDeletion = ({ db }: Ctx, { params }: Parsed<'checkDeletion'>) =>
  readDeletion(db, params.vendor_id)

/** The account's deletion; null if it isn't deleted. */
export const toDeletion = (v: {
  deleted_tm: string | null
  deleted_by_name: string | null
  erased_tm: string | null
}): Deletion | null =>
  v.deleted_tm === null
    ? null
    : {
        tm: v.deleted_tm,
        by: v.deleted_by_name ?? '',
        erased_from: new Date(Date.parse(v.deleted_tm) + keptDays * 86_400_000).toISOString(),
        erased: v.erased_tm !== null,
      }
