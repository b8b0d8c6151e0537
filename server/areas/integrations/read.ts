import type { Parsed } from '#contract/index.ts'
import { integrationDetails, type IntegrationView } from '#contract/integrations/integrations.ts'
import { integrationSettings, type IntegrationSetting } from '#contract/integrations/settings.ts'
import {
  integrationStatus,
  integrationTrouble,
  onboardingStep,
  toolsPending,
} from '#contract/integrations/standing.ts'
import { onboardingDays } from '#contract/vendors/health.ts'
import { platformNameOf } from '#contract/stores/cart-platforms.ts'
import { lastFailure, lastUpdate } from '#server/areas/stores/public.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { readConfigs } from './configs.ts'
import { feedTroubles } from './feed-troubles.ts'
import {
  editedIntegration,
  knownIntegration,
  type KnownIntegration,
  type IntegrationKey,
} from './known-integration.ts'
import { storesOf } from './stores.ts'

export const getIntegration = ({ db }: Ctx, { params }: Parsed<'getIntegration'>) =>
  readIntegration(db, params)

/** An integration as its page has it. */
export async function readIntegration(db: Db, key: IntegrationKey): Promise<IntegrationView> {
  const integration = await knownIntegration(db, key)
  const version = await versionOf(db, editedIntegration(key.vmmid))
  const { old, deleted: isDeleted, weight_scale, ...row } = await readRow(db, key.vmmid)
  const [configs, stores, last_update, closedSuppliers, sent_products, feeds] = await Promise.all([
    readConfigs(db, integration, row),
    storesOf(db, integration),
    readLastUpdate(db, integration),
    suppliersClosedTo(db, integration.vendor_id),
    countSent(db, integration),
    feedTroubles(db, integration.vendor_id, [integration.dropshipper_id]),
  ])
  const status = integrationStatus(row)
  const onboarding = status === 'In Onboarding'
  const { filled_in, ...view } = configs
  return {
    version,
    // what the answer doesn't declare stays here
    integration: { ...row, ...switchesOf(row), weight_scale: String(Number(weight_scale)) },
    company: row.company,
    closed: isDeleted ? 'This account is deleted. Restore it to make changes.' : null,
    market_name: row.market_name,
    platform_name: platformNameOf(row),
    dropshipper_name: integration.dropshipper_name,
    status,
    trouble: integrationTrouble(status, stores),
    feeds: feeds.get(integration.dropshipper_id) ?? [],
    step: onboarding ? onboardingStep(row) : null,
    overdue: onboarding && old,
    tools_pending: toolsPending(row),
    subscribed: row.subscribed,
    no_access: closedSuppliers.includes(integration.dropshipper_id),
    next_charge_date: row.next_charge_date,
    stores,
    active_products: row.active_products,
    sent_products,
    categories: row.categories,
    filled_in,
    last_update,
    configs: view,
  }
}

/** The settings as they are on the wire. */
const switchesOf = (row: Pick<Row, IntegrationSetting>) =>
  Object.fromEntries(integrationSettings.map((name) => [name, row[name] ? 1 : 0])) as Record<
    IntegrationSetting,
    0 | 1
  >

type Row = Omit<IntegrationView['integration'], IntegrationSetting> & {
  [K in IntegrationSetting]: boolean
} & {
  company: string
  deleted: boolean
  old: boolean
  market_name: string
  platform_name: string | null
  custom_feed_support: number
  has_custom_feed: boolean
  subscribed: boolean
  next_charge_date: string | null
  active_products: number
  categories: number
}

/** What its form edits, of `vendor_market_map m`. */
export const detailColumns = sql.join(
  Object.keys(integrationDetails.shape).map((name) => sql.ref(`m.${name}`)),
)

async function readRow(db: Db, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select m.vendor_market_map_id, m.vendor_id, m.market_id, m.vendor_store_id, m.dropshipper_id,
      m.is_cancel_pending, m.is_pause_pending, m.paused_at, m.insert_tm, m.last_modified_tm,
      ${detailColumns}, v.company, v.next_charge_date, v.deleted_tm is not null as deleted, k.market_name,
      p.platform_name, d.custom_feed_support, d.active_products, s.vendor_id is not null as subscribed,
      m.insert_tm < now() - make_interval(days => ${onboardingDays}::int) as old,
      exists (
        select
        from vendor_custom_feed f
        where f.vendor_id = m.vendor_id and f.dropshipper_id = m.dropshipper_id
      ) as has_custom_feed,
      (
        select count(*)
        from integration_category c
        where c.vendor_market_map_id = m.vendor_market_map_id
      ) as categories
    from vendor_market_map m
    join vendor v using (vendor_id)
    join market k using (market_id)
    join dropshipper d using (dropshipper_id)
    left join platform p using (platform_id)
    left join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    where m.vendor_market_map_id = ${id}`.execute(db)
  return singleRow(rows)
}

/** The last update of its stores that ended by itself. */
async function readLastUpdate(
  db: Db,
  integration: KnownIntegration,
): Promise<IntegrationView['last_update']> {
  const { rows } = await sql<NonNullable<IntegrationView['last_update']>>`
    select last.job_id, last.job_end_time as tm, ${lastFailure} as failure
    from vendor_store st
    ${lastUpdate}
    where st.vendor_id = ${integration.vendor_id} and st.market_id = ${integration.market_id} and last.job_id is not null
    order by last.job_id desc
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** Active products of the supplier that its stores were sent. */
async function countSent(db: Db, integration: KnownIntegration): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select count(distinct sp.product_id) as sent
    from vendor_store st
    join store_product sp on sp.vendor_store_id = st.vendor_store_id and sp.in_store
    join product p using (product_id)
    where st.vendor_id = ${integration.vendor_id}
      and st.market_id = ${integration.market_id}
      and p.dropshipper_id = ${integration.dropshipper_id}
      and p.gone_tm is null
      and p.product_status_id = 1`.execute(db)
  return singleRow(rows).sent
}
