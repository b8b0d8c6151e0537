import { activation } from '#contract/integrations/activation.ts'
import { present } from '#contract/present.ts'
import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { feedRules } from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { customStandings, shownSource, uploadOf } from '#server/areas/feeds/public.ts'
import { activeIntegration, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx, Services } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedCustomFeed, knownCustomFeed } from './known-custom-feed.ts'
import { customFeedColumns, type CustomFeedRow } from './list-custom-feeds.ts'
import { optionColumns, toOptions, type OptionRow } from './options.ts'

export async function getCustomFeed(ctx: Ctx, { params, query }: Parsed<'getCustomFeed'>) {
  const customFeed = await knownCustomFeed(ctx.db, query.vendorCustomFeedId)
  if (customFeed.dropshipper_id !== params.did) throw notFound('custom feed')
  return readCustomFeed(ctx, ctx.db, query.vendorCustomFeedId)
}

interface Row extends CustomFeedRow, OptionRow {
  vendor_id: number
  company: string
  deleted: boolean
  insert_tm: string
  custom_feed_support: number
  source: unknown
  source_secret_set: boolean
  upload_key: string | null
  upload_name: string | null
  upload_tm: string | null
  rules: unknown
  one_time: number | null
  indexed_tm: string | null
  current_run_id: number | null
  open_run_id: number | null
  subscribed: boolean
  own_products: number
  supplier_products: number
  indexed_products: number
  stores: string[]
  onboarding: number
}

const customFeedQuery = (id: number) => sql<Row>`
  select ${customFeedColumns}, c.vendor_id, v.company, v.deleted_tm is not null as deleted, c.insert_tm,
    d.custom_feed_support, f.source, f.source_secret is not null as source_secret_set, f.upload_key,
    f.upload_name, f.upload_tm, f.rules, f.one_time_threshold_percent::float8 as one_time, f.indexed_tm,
    f.current_run_id, ${optionColumns},
    (
      select feed_run_id
      from feed_run r
      where r.feed_id = f.feed_id and r.state in ('queued', 'running')
      limit 1
    ) as open_run_id,
    exists (
      select
      from subscription s
      where s.vendor_id = c.vendor_id and s.dropshipper_id = c.dropshipper_id
    ) as subscribed,
    (
      select count(*)
      from product p
      where p.feed_id = f.feed_id
        and p.gone_tm is null
        and p.product_status_id = 1
        and not exists (
          select
          from feed o
          join product q using (feed_id)
          where o.dropshipper_id = f.dropshipper_id
            and o.vendor_custom_feed_id is null
            and q.sku = p.sku
            and q.gone_tm is null)
    ) as own_products,
    d.active_products as supplier_products,
    (select count(*) from product_index i where i.feed_id = f.feed_id) as indexed_products,
    array(
      select st.vendor_store_name
      from vendor_store st
      where st.vendor_id = c.vendor_id
        and exists (
          select
          from vendor_market_map m
          join subscription s using (vendor_id, dropshipper_id)
          where m.vendor_id = c.vendor_id
            and m.dropshipper_id = c.dropshipper_id
            and m.market_id = st.market_id
            and ${activeIntegration})
      order by st.vendor_store_name
      limit 50) as stores,
    (
      select count(*)
      from vendor_market_map m
      where m.vendor_id = c.vendor_id
        and m.dropshipper_id = c.dropshipper_id
        and m.is_activated <> ${sql.lit(activation.active)}
        and (m.access_details_provided or m.tools_configured)
    ) as onboarding
  from vendor_custom_feed c
  join vendor v using (vendor_id)
  join dropshipper d using (dropshipper_id)
  join feed f using (vendor_custom_feed_id)
  where c.vendor_custom_feed_id = ${id}`

/** A custom feed as its page shows it. */
export async function readCustomFeed(
  { files }: Pick<Services, 'files'>,
  db: Db | Tx,
  id: number,
): Promise<CustomFeedView> {
  const { feed_id, vendor_id } = await knownCustomFeed(db, id)
  const version = await versionOf(db, editedCustomFeed(feed_id))
  const { rows } = await customFeedQuery(id).execute(db)
  const row = singleRow(rows)
  const standing = present((await customStandings(db, [id])).get(id), `Custom feed ${id}`)
  const { tiers, restricted_access } = toOptions(row)
  return {
    ...row,
    ...standing,
    version,
    closed: row.deleted ? 'This account is deleted. Restore it to make changes.' : null,
    source: shownSource(row.source),
    upload: await uploadOf(files, row),
    threshold_percent: feedRules.parse(row.rules).threshold_percent,
    one_time_threshold_percent: row.one_time,
    dynamic_pricing_tier_options: tiers,
    dynamic_restricted_access_option: restricted_access,
    solr_access_last_synced_tm: row.indexed_tm,
    no_access: (await suppliersClosedTo(db, vendor_id)).includes(row.dropshipper_id),
  }
}
