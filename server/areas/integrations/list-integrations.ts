import type { Parsed } from '#contract/index.ts'
import type { VendorIntegration } from '#contract/integrations/list.ts'
import {
  integrationStatus,
  integrationTrouble,
  onboardingStep,
  type IntegrationFacts,
} from '#contract/integrations/standing.ts'
import { onboardingDays } from '#contract/vendors/health.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { feedTroubles } from './feed-troubles.ts'
import { storesOfVendor } from './stores.ts'

export const listVendorIntegrations = async ({ db }: Ctx, { params }: Parsed<'listVendorIntegrations'>) =>
  rowsOfVendor(db, params.vendor_id, await readIntegrations(db, params.vendor_id))

type Row = Omit<VendorIntegration, 'status' | 'trouble' | 'feeds' | 'step' | 'overdue' | 'store'> &
  IntegrationFacts & { market_id: number; old: boolean }

/** By market and supplier, with how each stands by how it is set up and by its stores. */
export async function readIntegrations(db: Db, vendorId: number): Promise<VendorIntegration[]> {
  const [{ rows }, stores] = await Promise.all([
    sql<Row>`
      select m.vendor_market_map_id, m.market_id, k.market_name, m.dropshipper_id,
        d.supplier_name as dropshipper_name, m.insert_tm, m.last_modified_tm, m.is_activated, m.paused_at,
        m.is_cancel_pending, m.is_pause_pending, m.market_is_on, m.supplier_account_confirmed,
        m.access_details_provided, m.tools_configured, s.vendor_id is not null as subscribed,
        m.insert_tm < now() - make_interval(days => ${onboardingDays}::int) as old
      from vendor_market_map m
      join market k using (market_id)
      join dropshipper d using (dropshipper_id)
      left join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
      where m.vendor_id = ${vendorId}
      order by lower(k.market_name), lower(d.supplier_name), m.vendor_market_map_id
      limit 2000`.execute(db),
    storesOfVendor(db, vendorId),
  ])
  const feeds = await feedTroubles(
    db,
    vendorId,
    rows.map((row) => row.dropshipper_id),
  )
  const byMarket = Map.groupBy(stores, (store) => store.market_id)
  return rows.map(({ old, ...row }) => {
    const status = integrationStatus(row)
    const onboarding = status === 'In Onboarding'
    const marketConfigs = byMarket.get(row.market_id) ?? []
    return {
      ...row,
      store: marketConfigs.map((store) => store.vendor_store_name).join(', ') || null,
      status,
      trouble: integrationTrouble(status, marketConfigs),
      feeds: feeds.get(row.dropshipper_id) ?? [],
      step: onboarding ? onboardingStep(row) : null,
      overdue: onboarding && old,
    }
  })
}
