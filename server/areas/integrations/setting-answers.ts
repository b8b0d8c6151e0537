import { sql, type Tx } from '#server/platform/database/db.ts'
import type { KnownIntegration } from './known-integration.ts'

/**
 * A field of the platform that asks for a setting says what the setting is, for whoever counts what is
 * filled in. @param isNew the form was filled in already: nothing is begun by this
 */
export const keepSettingAnswers = (
  tx: Tx,
  { vendor_id, vendor_market_map_id: id, platform_id }: KnownIntegration,
  isNew: boolean,
) =>
  sql`
    insert into platform_field_value (platform_field_id, vendor_id, vendor_market_map_id, value)
    select f.platform_field_id, ${vendor_id}::int, m.vendor_market_map_id, to_jsonb(m) ->> f.connects_with
    from platform_field f
    cross join vendor_market_map m
    where f.platform_id = ${platform_id}
      and m.vendor_market_map_id = ${id}
      and f.connects_with_type = 'setting'
      and to_jsonb(m) ? f.connects_with
      and (
        ${isNew}::boolean
        or exists (
          select
          from platform_field_value v
          where v.platform_field_id = f.platform_field_id
            and v.vendor_market_map_id = m.vendor_market_map_id))
    on conflict (platform_field_id, vendor_store_id, vendor_market_map_id)
    do update set value = excluded.value`.execute(tx)
