import type { Parsed } from '#contract/index.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import type { PlatformRow, PlatformView } from '#contract/platforms/platforms.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedFields, editedPlatform } from './known-platform.ts'
import { logoUrl } from './logo.ts'
import { uses } from './uses.ts'

const columns = sql`
  p.platform_id, p.platform_name, p.platform_handle, p.market_id, p.display_url, p.logo_key, p.insert_tm,
  p.is_purchasable, p.supports_order_automation, p.requires_pro_plan, p.requires_enterprise_plan,
  p.is_marketplace, p.is_mcm, p.hide_confirm_integration_type`

/** An answer has the logo's address, not where its file is stored. */
const withLogo = <P extends { platform_id: number; logo_key: string | null }>({
  logo_key,
  ...platform
}: P) => ({
  ...platform,
  logo_url: logoUrl(platform.platform_id, logo_key),
})
type StoredPlatform<P extends { logo_url: string | null }> = Omit<P, 'logo_url'> & { logo_key: string | null }

export const listPlatforms = ({ db }: Ctx) => readPlatforms(db)

export async function readPlatforms(db: Db): Promise<PlatformRow[]> {
  const { rows } = await sql<StoredPlatform<PlatformRow>>`
    select ${columns},
      array(
        select market_name
        from market k
        where k.platform_id = p.platform_id
        order by lower(market_name)) as markets,
      (select count(*) from platform_field f where f.platform_id = p.platform_id) as field_count,
      coalesce(u.vendors, 0) as vendor_count
    from platform p
    left join (
      select k.platform_id, count(distinct vendor_id) as vendors
      from (${uses}) used
      join market k using (market_id)
      group by 1) u using (platform_id)
    order by lower(p.platform_name)
    limit 2000`.execute(db)
  return rows.map(withLogo)
}

export const getPlatform = ({ db }: Ctx, { params }: Parsed<'getPlatform'>) =>
  readPlatform(db, params.platform_id)

export async function readPlatform(db: Db, id: number): Promise<PlatformView> {
  // read before the record, so that the record is never older than its version says
  const version = await versionOf(db, editedPlatform(id))
  const fields_version = await versionOf(db, editedFields(id))
  const { rows } = await sql<StoredPlatform<PlatformView['platform']>>`
    select ${columns} from platform p where platform_id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('platform')
  const [market_implementations, all_markets, fields] = await Promise.all([
    readImplementations(db, id),
    readMarkets(db),
    readFields(db, id),
  ])
  return { version, fields_version, platform: withLogo(rows[0]), market_implementations, all_markets, fields }
}

async function readImplementations(db: Db, id: number) {
  const { rows } = await sql<PlatformView['market_implementations'][number]>`
    select k.market_id, k.market_name, k.platform_id,
      count(distinct u.vendor_id) as vendors,
      coalesce(sum(u.stores), 0)::int as stores,
      coalesce(sum(u.integrations), 0)::int as integrations
    from market k
    left join (${uses}) u using (market_id)
    where k.platform_id = ${id}
    group by k.market_id
    order by lower(k.market_name), k.market_id
    limit 200`.execute(db)
  return rows
}

async function readMarkets(db: Db) {
  const { rows } = await sql<PlatformView['all_markets'][number]>`
    select k.market_id, k.market_name, k.platform_id, p.platform_name
    from market k
    left join platform p using (platform_id)
    order by lower(k.market_name), k.market_id
    limit 2000`.execute(db)
  return rows
}

/** A platform's fields in order. */
export async function readFields(db: Db, id: number): Promise<KeptField[]> {
  const { rows } = await sql<KeptField>`
    select platform_field_id, field_name, field_handle, field_order, field_data_type, field_data_options,
      required, show_hide_for_market, seeded_from_auth_field, connects_with_type, connects_with, conditions
    from platform_field
    where platform_id = ${id}
    order by field_order, platform_field_id
    limit 500`.execute(db)
  return rows
}

/**
 * The same, locked until the write ends, for a write that fills them in: otherwise a field could become a
 * secret meanwhile, and its value would be stored in the clear.
 */
export async function holdFields(tx: Tx, id: number): Promise<KeptField[]> {
  await sql`select from platform where platform_id = ${id} for key share`.execute(tx)
  return readFields(tx, id)
}
