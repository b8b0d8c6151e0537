import type { RequestOf } from '#contract/approvals/approvals.ts'
import { fieldName } from '#contract/activity/names.ts'
import { dayOf } from '#contract/billing/days.ts'
import { discountText } from '#contract/billing/promos.ts'
import { dayText } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { billsText } from '#contract/promo-codes/kinds.ts'
import {
  promoCodeFaults,
  withoutIdleCycles,
  type PromoCodeDetails,
} from '#contract/promo-codes/promo-codes.ts'
import { readable } from '#contract/words.ts'
import { carryOut, type GuardedAct } from '#server/areas/approvals/public.ts'
import { mostBills } from '#server/areas/billing/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, type Ctx } from '#server/platform/services.ts'
import { refuseStale, versionOf } from '#server/platform/database/versions.ts'
import { codeMoved } from './yearly-take.ts'
import { editedPromoCode, readPromoCode } from './read.ts'

export const promoCodeAct: GuardedAct<RequestOf<'promo_code'>, null> = {
  act: 'promo_code',
  access: 'money',
  async lock(_, tx) {
    // the second of two people who choose the same name is refused
    await sql`select pg_advisory_xact_lock(hashtextextended('names of promo codes', 0))`.execute(tx)
    return null
  },
  async keep(tx, { body }) {
    if (body.promo_code_id === null || body.version !== undefined) return { body }
    return { body: { ...body, version: await versionOf(tx, editedPromoCode(body.promo_code_id)) } }
  },
  async perform({ ctx, tx, logActivity }, { body }) {
    const { version, promo_code_id: existingId, ...details } = body
    const code = { ...withoutIdleCycles(details), discount: Number(details.discount).toFixed(2) }
    const before = existingId === null ? null : await lockPromoCode(tx, existingId)
    if (existingId !== null) await refuseStale(tx, ctx, editedPromoCode(existingId), version)
    refuse({
      ...promoCodeFaults(code),
      ...endsBefore(code, before, dayOf(ctx.clock.now())),
      ...(await unknownNames(tx, code)),
      ...(await takenName(tx, existingId, code.promo_code)),
      ...(await ownUser(tx, existingId, code)),
    })
    const moved = await codeMoved(tx, ctx.clock, { id: existingId, before, after: code })
    const id = await upsert(tx, existingId, code)
    if (existingId !== null) await refuseTooFew(tx, existingId)
    const changes = differences(before ?? {}, code)
    const what = `${discountText(code)} off ${billsText(code).toLowerCase()}`
    const text = before
      ? `${before.promo_code} changed: ${Object.keys(changes ?? {})
          .map(fieldName)
          .join(', ')}`
      : `${code.promo_code} added: ${what}`
    if (changes)
      await logActivity({
        type: before ? 'promo_code.save' : 'promo_code.insert',
        entity: 'promo_code',
        entity_id: id,
        message: `Promo code ${text}`,
        ...(before && { changes }),
      })
    return { ...moved, text: before ? `${text}; ${what}` : text }
  },
}

/** Adds or changes a code; a change affects future bills of all who have it, never issued ones. */
export async function savePromoCode(ctx: Ctx, { body }: Parsed<'savePromoCode'>) {
  const waiting = await carryOut(ctx, promoCodeAct, { body })
  const id = body.promo_code_id ?? (await idOf(ctx.db, body.promo_code))
  return { ...(id === null ? { version: 0, promo_code: null } : await readPromoCode(ctx, id)), waiting }
}

const idOf = async (db: Db, name: string): Promise<number | null> =>
  (
    await db
      .selectFrom('promo_code')
      .select('promo_code_id')
      .where(sql`lower(promo_code)`, '=', name.toLowerCase())
      .executeTakeFirst()
  )?.promo_code_id ?? null

async function lockPromoCode(tx: Tx, id: number): Promise<PromoCodeDetails> {
  const { rows } = await sql<PromoCodeDetails>`
    select promo_code, description, percentage_based, discount, enable_optimized_sync, billing_plan_id,
      plan_only, is_recurring, recurring_billing_cycles, dropshipper_id, market_id, vendor_affiliate_id,
      promo_code_partner_id, ends_on, usage_limit
    from promo_code
    where promo_code_id = ${id}
    for update`.execute(tx)
  if (!rows[0]) throw notFound('promo code')
  return rows[0]
}

function refuse(faults: Record<string, string>): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

async function upsert(tx: Tx, id: number | null, code: PromoCodeDetails): Promise<number> {
  if (id === null)
    return (
      await tx.insertInto('promo_code').values(code).returning('promo_code_id').executeTakeFirstOrThrow()
    ).promo_code_id
  await tx.updateTable('promo_code').set(code).where('promo_code_id', '=', id).execute()
  return id
}

/** An ended code can still be changed, but none can be created with a last day that has passed. */
const endsBefore = (
  { ends_on }: PromoCodeDetails,
  before: PromoCodeDetails | null,
  today: string,
): Record<string, string> =>
  ends_on !== null && ends_on < today && ends_on !== before?.ends_on
    ? { ends_on: `Enter ${dayText(today)} (UTC) or later` }
    : {}

async function takenName(tx: Tx, id: number | null, code: string): Promise<Record<string, string>> {
  const namesake = await tx
    .selectFrom('promo_code')
    .select('promo_code')
    .where(sql`lower(promo_code)`, '=', code.toLowerCase())
    .where('promo_code_id', '<>', id ?? 0)
    .executeTakeFirst()
  return namesake ? { promo_code: `Promo code ${namesake.promo_code} already exists` } : {}
}

/** An affiliate can't use its own code. */
async function ownUser(
  tx: Tx,
  id: number | null,
  { vendor_affiliate_id }: PromoCodeDetails,
): Promise<Record<string, string>> {
  if (id === null || vendor_affiliate_id === null) return {}
  const usage = await tx
    .selectFrom('promo_code_usage')
    .select('promo_code_usage_id')
    .where('promo_code_id', '=', id)
    .where('vendor_id', '=', vendor_affiliate_id)
    .where('removed_tm', 'is', null)
    .executeTakeFirst()
  return usage ? { vendor_affiliate_id: 'This vendor has the code. Remove it first' } : {}
}

/** Whatever a code refers to must exist. */
async function unknownNames(tx: Tx, code: PromoCodeDetails): Promise<Record<string, string>> {
  const { rows } = await sql<Record<string, boolean>>`
    select
      exists (select from plan_type where vendor_plan_type_id = ${code.billing_plan_id}) as billing_plan_id,
      exists (select from dropshipper where dropshipper_id = ${code.dropshipper_id}) as dropshipper_id,
      exists (select from market where market_id = ${code.market_id}) as market_id,
      exists (
        select
        from vendor
        where vendor_id = ${code.vendor_affiliate_id} and not is_staff) as vendor_affiliate_id,
      exists (
        select
        from promo_code_partner
        where promo_code_partner_id = ${code.promo_code_partner_id}) as promo_code_partner_id`.execute(tx)
  const nouns = {
    billing_plan_id: 'plan',
    dropshipper_id: 'supplier',
    market_id: 'market',
    vendor_affiliate_id: 'affiliate',
    promo_code_partner_id: 'partner',
  } as const
  return Object.fromEntries(
    Object.entries(nouns)
      .filter(([field]) => code[field as keyof typeof nouns] !== null && !singleRow(rows)[field])
      .map(([field, noun]) => [field, `${readable(noun)} not found`]),
  )
}

/** A code can't be limited to fewer bills than it was used on. */
async function refuseTooFew(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ bills: number; is_recurring: boolean }>`
    select count(*)::int as bills, c.is_recurring
    from promo_code c
    join promo_code_usage u using (promo_code_id)
    join promo_redemption r using (promo_code_usage_id)
    where c.promo_code_id = ${id}
    group by u.promo_code_usage_id, c.promo_code_id
    having count(*) > ${mostBills}
    order by 1 desc
    limit 1`.execute(tx)
  if (!rows[0]) return
  const { bills, is_recurring } = rows[0]
  throw invalid({
    [is_recurring ? 'recurring_billing_cycles' : 'is_recurring']:
      `Enter at least ${bills}: a vendor has already used that many`,
  })
}
