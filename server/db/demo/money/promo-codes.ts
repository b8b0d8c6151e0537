import type { PlanFamily } from '#contract/billing/promos.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Random } from '#server/platform/random.ts'
import { databaseNow } from '#server/platform/clock.ts'

const dayMs = 86_400_000
const ago = (days: number) => new Date(databaseNow() - days * dayMs).toISOString()
const dayAgo = (days: number) => ago(days).slice(0, 10)

interface DemoCode {
  promo_code: string
  description: string
  /** `20%`, or dollars. */
  off: string
  /** How many bills it applies to; undefined: all. */
  bills?: number
  plan_only?: PlanFamily
  /** The only plan, by name. */
  plan?: string
  market_id?: number
  /** The supplier, by position. */
  supplier?: number
  partner?: string
  affiliate?: boolean
  /** Ended this many days ago; negative: ends later. */
  ended?: number
  usage_limit?: number
  sync?: boolean
}
const standard: readonly DemoCode[] = [
  { promo_code: 'WELCOME10', description: 'First bill of a new vendor', off: '10%', bills: 1 },
  { promo_code: 'SPRING20', description: 'Spring campaign', off: '20%', bills: 3, ended: 170 },
  { promo_code: 'BLACKFRIDAY25', description: 'Last year’s Black Friday', off: '25%', bills: 1, ended: 355 },
  { promo_code: 'BLACKWEEK30', description: 'Black Friday', off: '30%', bills: 2, ended: -9 },
  { promo_code: 'NEWYEAR15', description: 'New year campaign', off: '15%', bills: 6, ended: 310 },
  { promo_code: 'LOYAL5', description: 'Vendors since 2020', off: '5%' },
  { promo_code: 'COMEBACK30', description: 'Returning vendors', off: '30%', bills: 3 },
  { promo_code: 'SORRY25', description: 'Outage credit', off: '25', bills: 1 },
  {
    promo_code: 'BETA50',
    description: 'Optimized sync beta',
    off: '50%',
    bills: 3,
    usage_limit: 12,
    sync: true,
  },
  { promo_code: 'ANNUAL12', description: 'Annual agreement', off: '12%', bills: 12 },
  { promo_code: 'AMAZON15', description: 'Amazon sellers', off: '15', bills: 6, market_id: 9 },
  { promo_code: 'SHOPIFY10', description: 'Shopify event', off: '10%', bills: 3, market_id: 39 },
  {
    promo_code: 'WALMART12',
    description: 'First year on Walmart',
    off: '12.50',
    bills: 12,
    market_id: 63,
  },
  { promo_code: 'ZENTAIL20', description: 'Moved from Zentail', off: '20', bills: 6, market_id: 123 },
  { promo_code: 'PRO50', description: 'Upgrade from Plus to Pro', off: '50', bills: 3, plan_only: 'Pro' },
  {
    promo_code: 'PLUS20',
    description: 'Upgrade from Starter to Plus',
    off: '20%',
    bills: 3,
    plan_only: 'Plus',
  },
  {
    promo_code: 'IASTART',
    description: 'Inventory automation starter',
    off: '50%',
    bills: 1,
    plan_only: 'IA',
  },
  { promo_code: 'FULLAUTO', description: 'Full automation', off: '30', bills: 6, plan_only: 'FA' },
  { promo_code: 'VIP8', description: 'Permanent discount', off: '8%', plan_only: 'VIP' },
  {
    promo_code: 'ENTERPRISE100',
    description: 'Agreed with sales',
    off: '100',
    bills: 12,
    plan: 'Enterprise',
  },
  { promo_code: 'SUPPLIERDAY', description: 'Paid by the supplier', off: '10', bills: 3, supplier: 3 },
  {
    promo_code: 'WAREHOUSE15',
    description: 'Paid by the supplier',
    off: '15%',
    bills: 2,
    supplier: 7,
    ended: -40,
  },
]
const partners = ['Harbor Commerce', 'Listwise', 'Cartograph', 'Northwind Freight', 'Sellers Guild']
const partnerCodes: readonly DemoCode[] = partners.flatMap((partner, i) => {
  const [word = ''] = partner.toUpperCase().split(' ')
  const description = `Customers of ${partner}`
  return [
    { promo_code: `${word}10`, description, off: '10%', bills: 6, partner },
    i % 2 === 0
      ? {
          promo_code: `${word}FA`,
          description: `${description}, full automation`,
          off: '40',
          bills: 3,
          plan_only: 'FA',
          partner,
        }
      : {
          promo_code: `${word}LAUNCH`,
          description: `${description}, launch offer`,
          off: '20',
          bills: 1,
          ended: 120 + i,
          partner,
        },
  ] as const
})
const affiliateCodes: readonly DemoCode[] = Array.from({ length: 8 }, (_, i) => ({
  promo_code: `FRIEND${i + 1}`,
  description: 'Referrals',
  off: i % 3 === 0 ? '15' : '10%',
  bills: i % 2 === 0 ? 6 : 3,
  affiliate: true,
}))
const codes: readonly DemoCode[] = [...standard, ...partnerCodes, ...affiliateCodes]

/** Forty promo codes, and the vendors that have them. */
export async function seedPromoCodes(tx: Tx, supplierIds: readonly number[]): Promise<void> {
  const r = new Random(20_261_124)
  await sql`
    update plan_type p
    set families = f.families
    from (values
      ('Starter', array['IA']), ('Plus', array['IA', 'Plus']), ('Pro', array['FA', 'Pro']),
      ('Enterprise', array['FA', 'VIP'])) as f (name, families)
    where p.name = f.name`.execute(tx)
  const vendors = await tx
    .selectFrom('vendor')
    .select(['vendor_id', 'insert_tm'])
    .where('is_staff', '=', false)
    .where('vendor_plan_type_id', 'is not', null)
    .orderBy('vendor_id')
    .execute()
  const codeRows = await insertCodes(tx, supplierIds, r, vendors)
  // narrow codes are tried more often
  const often = codeRows.flatMap((code) => Array<typeof code>(isNarrow(code) ? 4 : 1).fill(code))
  const usages = vendors.flatMap(({ vendor_id, insert_tm }) => {
    if (!r.chance(0.3)) return []
    const age = Math.floor((databaseNow() - Date.parse(insert_tm)) / dayMs)
    // most have one, some a second
    return [r.pick(often), ...(r.chance(0.2) ? [r.pick(often)] : [])].flatMap((code) => {
      const latest = Math.max(2, (code.ended ?? 0) + 1)
      if (latest >= age) return []
      const givenAgo = r.int(latest, Math.min(age, latest + 300))
      return {
        vendor_id,
        promo_code_id: code.promo_code_id,
        given_tm: ago(givenAgo),
        removed_tm: r.chance(0.06) ? ago(r.int(1, givenAgo)) : null,
        given_by: r.pick(['Fiona Finance', 'Marco Manager', 'Ada Admin']),
      }
    })
  })
  await giveWhereItFits(tx, usages)
}

const isNarrow = ({ plan, plan_only, market_id, supplier }: DemoCode) =>
  Boolean(plan ?? plan_only ?? market_id ?? supplier)

async function insertCodes(
  tx: Tx,
  supplierIds: readonly number[],
  r: Random,
  vendors: readonly { vendor_id: number }[],
) {
  const plans = new Map(
    (await tx.selectFrom('plan_type').select(['name', 'vendor_plan_type_id']).execute()).map((plan) => [
      plan.name,
      plan.vendor_plan_type_id,
    ]),
  )
  const partnerIds = new Map(
    (
      await tx
        .insertInto('promo_code_partner')
        .values(partners.map((partner_name) => ({ partner_name })))
        .returning(['partner_name', 'promo_code_partner_id'])
        .execute()
    ).map((partner) => [partner.partner_name, partner.promo_code_partner_id]),
  )
  const rows = await tx
    .insertInto('promo_code')
    .values(
      codes.map((code) => ({
        promo_code: code.promo_code,
        description: code.description,
        percentage_based: code.off.endsWith('%'),
        discount: code.off.replace('%', ''),
        enable_optimized_sync: code.sync ?? false,
        billing_plan_id: plans.get(code.plan ?? '') ?? null,
        plan_only: code.plan_only ?? null,
        is_recurring: code.bills !== 1,
        recurring_billing_cycles: code.bills === 1 ? null : (code.bills ?? null),
        dropshipper_id: code.supplier === undefined ? null : supplierIds[code.supplier]!,
        market_id: code.market_id ?? null,
        vendor_affiliate_id: code.affiliate ? r.pick(vendors).vendor_id : null,
        promo_code_partner_id: partnerIds.get(code.partner ?? '') ?? null,
        ends_on: code.ended === undefined ? null : dayAgo(code.ended),
        usage_limit: code.usage_limit ?? null,
        added_tm: ago((code.ended ?? 0) + r.int(320, 700)),
      })),
    )
    .returning('promo_code_id')
    .execute()
  return codes.map((code, i) => ({ ...code, ...rows[i]! }))
}

/** Gives codes only to vendors whose bills they apply to, within their limits. */
const giveWhereItFits = (tx: Tx, usages: readonly object[]) =>
  sql`
    insert into promo_code_usage (vendor_id, promo_code_id, given_tm, given_by, removed_tm, removed_by)
    select vendor_id, promo_code_id, given_tm, given_by, removed_tm,
      case when removed_tm is not null then given_by end
    from (
      select g.*, c.usage_limit, row_number() over (partition by c.promo_code_id order by g.given_tm) as place
      from jsonb_to_recordset(${JSON.stringify(usages)}::jsonb)
        as g (vendor_id int, promo_code_id int, given_tm timestamptz, given_by text, removed_tm timestamptz)
      join promo_code c using (promo_code_id)
      join vendor v using (vendor_id)
      join plan_type p using (vendor_plan_type_id)
      where c.vendor_affiliate_id is distinct from g.vendor_id
        and (c.billing_plan_id is null or c.billing_plan_id = v.vendor_plan_type_id)
        and (c.plan_only is null or c.plan_only = any(p.families))
        and (c.dropshipper_id is null or exists (
          select
          from subscription s
          where s.vendor_id = v.vendor_id and s.dropshipper_id = c.dropshipper_id))
        and (c.market_id is null or exists (
          select
          from vendor_market_map m
          where m.vendor_id = v.vendor_id and m.market_id = c.market_id))) fits
    where usage_limit is null or place <= usage_limit
    on conflict do nothing`.execute(tx)

/** The order in which codes apply to a bill, as in `promosTaken`. */
const inTheirOrder = sql`
  (c.dropshipper_id is not null)::int * 8 + (c.market_id is not null)::int * 4
    + (c.billing_plan_id is not null)::int * 2 + (c.plan_only is not null)::int desc,
  c.percentage_based desc, u.given_tm, u.promo_code_usage_id`

/** What the codes gave so far: of the planned bills of the past, whose `fee` is less by as much. */
export async function takeOffBills(tx: Tx): Promise<void> {
  await sql`alter table demo_bill add column off numeric(12, 2) not null default 0`.execute(tx)
  // no vendor has more than two
  for (const nth of [1, 2])
    await sql`
      with taken as (
        insert into promo_redemption (promo_code_usage_id, vendor_id, period_starts, amount, tm)
        select promo_code_usage_id, vendor_id, starts, off, tm
        from (
          select u.promo_code_usage_id, b.vendor_id, b.starts, b.tm, u.bills,
            least(b.fee,
              case when u.percentage_based then round(b.fee * u.discount / 100, 2) else u.discount end) as off,
            row_number() over (partition by u.promo_code_usage_id order by b.starts) as bill
          from demo_bill b
          join (
            select u.*, c.percentage_based, c.discount,
              case when c.is_recurring then c.recurring_billing_cycles else 1 end as bills,
              row_number() over (partition by u.vendor_id order by ${inTheirOrder}) as nth
            from promo_code_usage u
            join promo_code c using (promo_code_id)) u
            on u.vendor_id = b.vendor_id and b.tm >= u.given_tm and b.tm < coalesce(u.removed_tm, now())
          where u.nth = ${nth} and b.fee > 0) billed
        where bills is null or bill <= bills
        returning vendor_id, period_starts, amount)
      update demo_bill b
      set off = b.off + t.amount, fee = b.fee - t.amount
      from taken t
      where b.vendor_id = t.vendor_id and b.starts = t.period_starts`.execute(tx)
  // bills of $0 charge no card
  await sql`update demo_bill set tries = 0, paid = true where fee = 0`.execute(tx)
}

/** Adds what each code took off to the invoices, below the plan. */
export const insertPromoLines = (tx: Tx) =>
  sql`
    insert into invoice_line
    select b.invoice_id, 1 + row_number() over (partition by b.invoice_id order by ${inTheirOrder}), 'promo',
      'Promo code ' || c.promo_code || ', ' ||
        case when c.percentage_based then trim_scale(c.discount) || '%'
          else '$' || case when c.discount % 1 = 0 then trim_scale(c.discount) else c.discount end end,
      -r.amount
    from promo_redemption r
    join promo_code_usage u using (promo_code_usage_id)
    join promo_code c using (promo_code_id)
    join demo_bill b on b.vendor_id = r.vendor_id and b.starts = r.period_starts`.execute(tx)
