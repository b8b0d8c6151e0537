import type { Parsed } from '#contract/index.ts'
import { standings } from '#contract/feeds/standing.ts'
import { integrationStatuses, needsSomebody } from '#contract/integrations/standing.ts'
import { readBilling } from '#server/areas/billing/public.ts'
import { readIntegrations } from '#server/areas/integrations/public.ts'
import { readStores } from '#server/areas/stores/public.ts'
import { readSubscriptions } from '#server/areas/subscriptions/public.ts'
import type { Ctx } from '#server/platform/services.ts'
import { declinedOf, owesInvoice } from './health/facts.ts'
import { listVendorNotes } from './notes/notes.ts'

const lastNotes = 3

/** What needs attention on a vendor; everything else is only counted, on the page's head and tabs. */
export async function getVendorDashboard(ctx: Ctx, { params }: Parsed<'getVendorDashboard'>) {
  const { vendor_id } = params
  const [billing, lastDecline, open, feeds, integrations, stores, { notes }] = await Promise.all([
    readBilling(ctx.db, ctx.clock, vendor_id),
    declinedOf(ctx.db, vendor_id),
    owesInvoice(ctx.db, vendor_id),
    readSubscriptions(ctx.db, vendor_id),
    readIntegrations(ctx.db, vendor_id),
    readStores(ctx.db, vendor_id),
    listVendorNotes(ctx, { params, query: { search: '' } }),
  ])
  return {
    // worst first, equal ones by name
    feeds: feeds.toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing)),
    integrations: integrations
      .filter(needsSomebody)
      .toSorted(
        (a, b) =>
          Number(b.overdue) - Number(a.overdue) ||
          integrationStatuses.indexOf(b.status) - integrationStatuses.indexOf(a.status),
      ),
    stores,
    due: billing.next_charge_date ? { date: billing.next_charge_date, ...billing.due } : null,
    owed:
      lastDecline || billing.billing_failures > 0 || billing.suspended
        ? { declined: lastDecline, failures: billing.billing_failures, suspended: billing.suspended, open }
        : null,
    notes: notes.slice(0, lastNotes),
  }
}
