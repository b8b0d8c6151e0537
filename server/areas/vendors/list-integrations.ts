import type { Parsed } from '#contract/index.ts'
import { onboardingDays } from '#contract/vendors/health.ts'
import {
  integrationStatus,
  onboardingStep,
  type IntegrationFacts,
  type VendorIntegration,
} from '#contract/vendors/integrations.ts'
import { sql, type Db } from '#server/platform/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rowsOfVendor } from './known-vendor.ts'

export const listVendorIntegrations = async ({ db }: Ctx, { params }: Parsed<'listVendorIntegrations'>) =>
  rowsOfVendor(db, params.vendor_id, await readIntegrations(db, params.vendor_id))

type Row = Omit<VendorIntegration, 'status' | 'step' | 'overdue'> & IntegrationFacts & { old: boolean }

/** By market and supplier, with the status that follows from how each is set up. */
export async function readIntegrations(db: Db, vendorId: number): Promise<VendorIntegration[]> {
  const { rows } = await sql<Row>`
    select m.vendor_market_map_id, k.market_name, m.dropshipper_id, d.supplier_name as dropshipper_name,
      st.vendor_store_name as store, m.insert_tm, m.last_modified_tm, m.is_activated, m.paused_at,
      m.is_cancel_pending, m.is_pause_pending, m.market_is_on, m.supplier_account_confirmed,
      m.access_details_provided, m.tools_configured, s.vendor_id is not null as subscribed,
      m.insert_tm < now() - make_interval(days => ${onboardingDays}::int) as old
    from vendor_market_map m
    join market k using (market_id)
    join dropshipper d using (dropshipper_id)
    left join vendor_store st on st.vendor_store_id = m.vendor_store_id
    left join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    where m.vendor_id = ${vendorId}
    order by lower(k.market_name), lower(d.supplier_name), m.vendor_market_map_id
    limit 2000`.execute(db)
  return rows.map(({ old, ...row }) => {
    const status = integrationStatus(row)
    const onboarding = status === 'In Onboarding'
    return { ...row, status, step: onboarding ? onboardingStep(row) : null, overdue: onboarding && old }
  })
}
