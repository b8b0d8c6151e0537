import { sql, type Tx } from '#server/platform/database/db.ts'
import { brands } from './words.ts'

/** Vendors' price rules: one for everything, and narrower ones for some. */
export async function seedPriceRules(tx: Tx): Promise<void> {
  const rule = sql`
    insert into price_rule (vendor_id, place, dropshipper_id, market_id, brand, cat1, cat2, cat3, cat4, cat5,
      markup_type_id, markup_value, tiers, add_shipping, add_dropship_fee, minimum_margin, ignore_map,
      cap_at_msrp, round_to)`
  await sql`
    ${rule}
    select vendor_id, 0, null, null, '', '', '', '', '', '', type,
      case type when 2 then 0.25 + vendor_id % 5 * 0.05 when 6 then 0.05 end,
      case when type = 4 then '[{"from": "0", "value": "0.6"}, {"from": "20", "value": "0.4"},
        {"from": "100", "value": "0.25"}]'::jsonb else '[]' end,
      vendor_id % 4 = 0, vendor_id % 4 = 0, case when vendor_id % 2 = 0 then 0.12 end, false, type <> 6,
      case when vendor_id % 3 > 0 then 99 end
    from (
      select vendor_id, (array[2, 4, 2, 6])[1 + vendor_id % 4] as type
      from vendor v
      where not is_staff and (vendor_id % 10 < 7 or exists (
        select from vendor_store st
        where st.vendor_id = v.vendor_id and st.drop_to ->> 'kind' = 'api'))) v`.execute(tx)
  await sql`
    ${rule}
    select v.vendor_id, 1, s.dropshipper_id, null, '', '', '', '', '', '', 2, 0.45, '[]', false, false, 0.2,
      false, false, 95
    from vendor v
    cross join lateral (
      select dropshipper_id
      from subscription
      where vendor_id = v.vendor_id
      order by dropshipper_id
      limit 1) s
    where v.vendor_id % 10 < 3`.execute(tx)
  await sql`
    ${rule}
    select vendor_id, 2, null, null, ${brands[1]!}, '', '', '', '', '', 5, 2.5, '[]', false, false, 0.1, true,
      false, null
    from vendor
    where vendor_id % 10 = 2`.execute(tx)
}
