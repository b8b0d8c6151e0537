import type { RawBuilder } from 'kysely'
import { dayOf } from '#contract/billing/days.ts'
import { dayText } from '#contract/formats.ts'
import type { Parsed } from '#contract/index.ts'
import { mostCodes } from '#contract/promo-codes/promo-codes.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { many } from '#contract/words.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Clock, Ctx } from '#server/platform/services.ts'
import { contains } from '#server/platform/database/sql.ts'
import { promoColumns, promoScope } from '#server/areas/billing/public.ts'
import { stateOn } from './read.ts'

interface GivableRequest {
  vendor_id: number
  promo_code: string
  /** The usage that it replaces. */
  replaces?: number | undefined
}
interface Row extends Omit<VendorPromo, 'given_tm'> {
  given_tm: string | null
  state: 'open' | 'ended' | 'used_up'
  ends_on: string | null
  usage_limit: number | null
  has_it: boolean
  had_it: boolean
  is_own: boolean
  others: number
}

/** What a code would do to a vendor's bills, or why it can't be given. */
export async function checkPromoCode(
  { db, clock }: Ctx,
  { params: { vendor_id }, body }: Parsed<'checkPromoCode'>,
) {
  await requireVendor(db, vendor_id)
  return readGivable(db, clock, { vendor_id, ...body })
}

/** Locks the code to give, so its limit holds even if others give it at the same time. */
export async function requireGivable(
  tx: Tx,
  clock: Clock,
  request: GivableRequest,
  message: string,
): Promise<VendorPromo> {
  await sql`
    select from promo_code where lower(promo_code) = lower(${request.promo_code}) for update`.execute(tx)
  const { promo, refused: refusal } = await readGivable(tx, clock, request)
  if (refusal !== null) throw invalid({ promo_code: refusal }, message)
  if (promo === null) throw new Error(`Promo code ${request.promo_code} not found`)
  return promo
}

async function readGivable(
  db: Db,
  clock: Clock,
  { promo_code, ...recipient }: GivableRequest,
): Promise<{ promo: VendorPromo | null; refused: string | null }> {
  const now = new Date(clock.now()).toISOString()
  const [row] = await codesToVendor(
    db,
    clock,
    recipient,
    sql`where lower(c.promo_code) = lower(${promo_code})`,
  )
  if (!row) return { promo: null, refused: `Promo code ${promo_code} not found` }
  return { promo: { ...row, given_tm: row.given_tm ?? now }, refused: refusalText(row) }
}

const mostLooked = 200
export const mostNamed = 20
/** Codes that can be given to a vendor and match the typed text: those that start with it first, then the newest. */
export async function listGivableCodes(
  { db, clock }: Ctx,
  { params: { vendor_id }, query }: Parsed<'listGivableCodes'>,
) {
  await requireVendor(db, vendor_id)
  const like = contains(query.search)
  const rows = await codesToVendor(
    db,
    clock,
    { vendor_id, replaces: query.replaces },
    sql`
      left join vendor a on a.vendor_id = c.vendor_affiliate_id
      left join promo_code_partner o using (promo_code_partner_id)
      where ${stateOn(dayOf(clock.now()))} <> 'ended'
        and (c.promo_code ilike ${like} or c.description ilike ${like} or a.company ilike ${like}
          or o.partner_name ilike ${like})
      order by starts_with(lower(c.promo_code), lower(${query.search})) desc, c.promo_code_id desc
      limit ${mostLooked}`,
  )
  return {
    codes: rows
      .filter((row) => refusalText(row) === null)
      .slice(0, mostNamed)
      .map(({ promo_code, description, percentage_based, discount }) => ({
        promo_code,
        description,
        percentage_based,
        discount,
      })),
  }
}

/** What codes would be to a vendor, and what may prevent giving them. */
async function codesToVendor(
  db: Db,
  clock: Clock,
  { vendor_id, replaces = 0 }: Omit<GivableRequest, 'promo_code'>,
  clause: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${promoColumns(sql`${vendor_id}::int`)},
      coalesce(u.promo_code_usage_id, 0) as promo_code_usage_id,
      case when u.removed_tm is null then u.given_tm end as given_tm, coalesce(u.given_by, '') as given_by,
      ${stateOn(dayOf(clock.now()))} as state, c.ends_on, c.usage_limit,
      u.promo_code_usage_id is not null and u.removed_tm is null as has_it,
      u.promo_code_usage_id is not null as had_it,
      coalesce(c.vendor_affiliate_id = ${vendor_id}, false) as is_own,
      (
        select count(*)
        from promo_code_usage other
        where other.vendor_id = ${vendor_id}
          and other.removed_tm is null
          and other.promo_code_usage_id <> ${replaces}
      ) as others
    from promo_code c
    left join promo_code_usage u on u.promo_code_id = c.promo_code_id and u.vendor_id = ${vendor_id}
    ${promoScope}
    ${clause}`.execute(db)
  return rows
}

function refusalText(row: Row): string | null {
  if (row.has_it) return 'Already applied'
  if (row.bills_left !== null && row.bills_left <= 0) return 'Already used up by this vendor'
  if (row.is_own) return 'Affiliates can’t use their own code'
  if (row.state === 'ended') return `Expired on ${dayText(row.ends_on ?? '')}`
  // a vendor that had it counts toward the limit already
  if (row.state === 'used_up' && !row.had_it)
    return `Limit of ${many(row.usage_limit ?? 0, 'vendor')} reached`
  if (row.others >= mostCodes) return `This vendor already has ${mostCodes} codes. Remove one first`
  return null
}
