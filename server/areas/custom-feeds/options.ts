import type { DynamicOptions } from '#contract/custom-feeds/custom-feeds.ts'
import type { Parsed } from '#contract/index.ts'
import { accessName, pricingTiers, tiersName } from '#contract/suppliers/config.ts'
import { requireSupplier } from '#server/areas/supplier-record/public.ts'
import { requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The configuration rows of supplier `d` from which custom feeds choose. */
export const optionColumns = sql`
  coalesce((
    select config_value
    from supplier_config s
    where s.dropshipper_id = d.dropshipper_id and s.config_name = ${tiersName}), '') as tiers,
  exists (
    select
    from supplier_config s
    where s.dropshipper_id = d.dropshipper_id
      and s.config_name = ${accessName}
      and trim(s.config_value) = '1'
  ) as restricted_access`
export interface OptionRow {
  tiers: string
  restricted_access: boolean
}
export const toOptions = ({ tiers, restricted_access }: OptionRow): DynamicOptions => ({
  tiers: pricingTiers(tiers) ?? [],
  restricted_access,
})

export async function listDynamicPricingOptions(
  { db }: Ctx,
  { params: { did: supplierId } }: Parsed<'listDynamicPricingOptions'>,
) {
  await requireSupplier(db, supplierId)
  return readOptions(db, supplierId)
}

export async function readOptions(db: Db, dropshipperId: number): Promise<DynamicOptions> {
  const { rows } = await sql<OptionRow>`
    select ${optionColumns} from dropshipper d where d.dropshipper_id = ${dropshipperId}`.execute(db)
  return rows[0] ? toOptions(rows[0]) : { tiers: [], restricted_access: false }
}

/** The suppliers for which a vendor may have a custom feed. */
export async function listCustomFeedChoices(
  { db }: Ctx,
  { params: { vid } }: Parsed<'listCustomFeedChoices'>,
) {
  await requireVendor(db, vid)
  const { rows } = await sql<OptionRow & Choice>`
    select d.dropshipper_id, d.supplier_name as dropshipper_name, d.custom_feed_support = 1 as required,
      s.vendor_id is not null as subscribed,
      exists (
        select
        from vendor_custom_feed c
        where c.vendor_id = ${vid} and c.dropshipper_id = d.dropshipper_id
      ) as there,
      ${optionColumns}
    from dropshipper d
    left join subscription s on s.vendor_id = ${vid} and s.dropshipper_id = d.dropshipper_id
    where d.custom_feed_support > 0
    order by there, lower(d.supplier_name), d.dropshipper_id
    limit 2000`.execute(db)
  return rows.map(({ tiers, restricted_access, ...row }) => ({
    ...row,
    ...toOptions({ tiers, restricted_access }),
  }))
}
interface Choice {
  dropshipper_id: number
  dropshipper_name: string
  required: boolean
  subscribed: boolean
  there: boolean
}
