import type { OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import {
  incidentOf,
  isWell,
  plainly,
  supplierState,
  supplierStates,
  worseState,
} from '#contract/incidents/standing.ts'
import { subscriptionState, type SubscriptionFlags } from '#contract/subscriptions/standing.ts'
import { customStandings, ownStandings } from '#server/areas/feeds/public.ts'
import { unreachableOf, unsubscribedOf } from '#server/areas/session/public.ts'
import { shelfAges } from '#server/areas/stores/public.ts'
import { integrationsBySupplier } from '#server/areas/listings/public.ts'
import { suppliersClosedTo, updateAddresses } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { inactiveOf } from './own-standing.ts'
import { withSuppliers } from './store-suppliers.ts'
import { listedBySupplier, owes, readOwnStores } from './own-stores.ts'

type Row = SubscriptionFlags &
  Pick<OwnSupplier, 'dropshipper_id' | 'dropshipper_name' | 'promised_hours' | 'incidents' | 'mails'> & {
    vendor_custom_feed_id: number | null
    /** When each open incident began, by feed. */
    open: Record<string, string>
  }

/** How the suppliers and stores of the signed-in customer stand (docs/domain/incidents.md, Incidents). */
export async function getOwnSuppliers(ctx: Ctx): Promise<OwnSuppliers> {
  const { db, clock } = ctx
  const now = clock.now()
  const { vendor_id } = ctx.who
  const rows = await readSubscribed(db, vendor_id)
  const [
    ownFeedStandings,
    custom,
    ages,
    listedProducts,
    stores,
    addresses,
    closedSuppliers,
    account,
    unpaid,
    integrations,
  ] = await Promise.all([
    ownStandings(
      db,
      rows.map((row) => row.dropshipper_id),
      now,
    ),
    customStandings(
      db,
      rows.flatMap((row) => row.vendor_custom_feed_id ?? []),
      now,
    ),
    shelfAges(db, now, vendor_id),
    listedBySupplier(db, vendor_id),
    readOwnStores(db, vendor_id),
    updateAddresses(db, vendor_id),
    suppliersClosedTo(db, vendor_id),
    readAccount(db, vendor_id),
    owes(db, vendor_id, 1),
    integrationsBySupplier(db, vendor_id),
  ])
  const suppliers = rows.map((row): OwnSupplier => {
    const {
      vendor_custom_feed_id,
      open: _open,
      is_cancel_pending,
      is_pause_pending,
      paused_at,
      ...shownFields
    } = row
    const feeds = [
      ownFeedStandings.get(row.dropshipper_id),
      vendor_custom_feed_id === null ? undefined : custom.get(vendor_custom_feed_id),
    ]
    return {
      ...shownFields,
      subscription: subscriptionState({ is_cancel_pending, is_pause_pending, paused_at }),
      ...standingOf(row, feeds, now),
      // a subscription that is about to end stays paused until then
      ...(paused_at !== null && {
        state: 'frozen' as const,
        since_tm: paused_at,
        what: null,
        doing: null,
        person_told_tm: null,
      }),
      no_access: closedSuppliers.includes(row.dropshipper_id),
      age_seconds: ages.get(row.dropshipper_id) ?? null,
      listed: listedProducts.get(row.dropshipper_id) ?? 0,
    }
  })
  const place = ({ state }: OwnSupplier) => supplierStates.indexOf(state)
  const worstFirst = suppliers.toSorted((a, b) => place(a) - place(b))
  const sellingIn = (marketName: string) =>
    worstFirst.filter(({ dropshipper_id }) =>
      integrations.get(dropshipper_id)?.some(({ market_name }) => market_name === marketName),
    )
  return {
    suppliers: worstFirst,
    stores: stores.map((store) => withSuppliers(store, sellingIn(store.market_name))),
    ...account,
    unpaid,
    ...(await mailAddresses(db, vendor_id, addresses)),
  }
}

/** Which of the addresses get emails about suppliers, and which don’t. */
async function mailAddresses(
  db: Db,
  vendorId: number,
  addresses: readonly string[],
): Promise<Pick<OwnSuppliers, 'mails_to' | 'mails_ended' | 'mails_unreachable'>> {
  const mails_ended = await unsubscribedOf(db, { vendor_id: vendorId, addresses, kind: 'supplier_incidents' })
  const mails_unreachable = await unreachableOf(db, addresses)
  const isSent = (address: string) => !mails_ended.includes(address) && !mails_unreachable.includes(address)
  return { mails_to: addresses.filter(isSent), mails_ended, mails_unreachable }
}

type FeedState = NonNullable<ReturnType<Awaited<ReturnType<typeof ownStandings>>['get']>>
type Standing = Pick<
  OwnSupplier,
  'state' | 'since_tm' | 'what' | 'doing' | 'person_told_tm' | 'of_own_feed' | 'read_tm'
>

/** The worse standing of the supplier's feed and the customer's own feed from it. */
function standingOf(row: Row, feeds: readonly (FeedState | undefined)[], now: number): Standing {
  const stand = feeds.flatMap((feed, i) =>
    // a custom feed counts from its first good run on
    feed && (i === 0 || feed.standing !== 'never_ran') ? oneStanding(row, feed, i === 1, now) : [],
  )
  if (stand.length === 0) return { ...unknown, of_own_feed: false }
  return stand.reduce((a, b) => (worseState(a.state, b.state) === a.state ? a : b))
}
const unknown = {
  state: 'waiting',
  since_tm: null,
  what: null,
  doing: null,
  person_told_tm: null,
  read_tm: null,
} as const

function oneStanding(row: Row, feed: FeedState, of_own_feed: boolean, now: number): Standing {
  const { standing, last_good_run_tm: read_tm, last_reason_code, feed_id } = feed
  const age = read_tm === null ? Infinity : now - Date.parse(read_tm)
  const kind = incidentOf(standing)
  const explanation = kind && plainly(kind, last_reason_code)
  return {
    state: supplierState(standing, age > row.promised_hours * 3_600_000),
    since_tm: isWell(standing) ? null : utc(row.open[feed_id] ?? read_tm),
    what: explanation?.problem ?? null,
    doing: explanation?.remedy ?? null,
    person_told_tm: kind === 'held' ? feed.held_tm : null,
    of_own_feed,
    read_tm,
  }
}

// times from JSON have another format
const utc = (tm: string | null) => tm && new Date(tm).toISOString()

async function readAccount(
  db: Db,
  vendorId: number,
): Promise<Pick<OwnSuppliers, 'next_charge_date' | 'inactive'>> {
  const { next_charge_date, vendor_status_id } = await db
    .selectFrom('vendor')
    .select(['next_charge_date', 'vendor_status_id'])
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return {
    next_charge_date,
    inactive: inactiveOf(vendor_status_id),
  }
}

async function readSubscribed(db: Db, vendorId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.dropshipper_id, d.supplier_name as dropshipper_name, s.is_cancel_pending, s.is_pause_pending,
      s.paused_at, d.max_file_age_allowed_in_days * 24 as promised_hours, c.vendor_custom_feed_id,
      m.vendor_id is not null as mails, coalesce(i.incidents, 0)::int as incidents,
      coalesce(i.open, '{}') as open
    from subscription s
    join dropshipper d using (dropshipper_id)
    left join vendor_custom_feed c
      on c.vendor_id = s.vendor_id and c.dropshipper_id = s.dropshipper_id and c.active
    left join incident_mail m on m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id
    left join lateral (
      select count(*) as incidents,
        jsonb_object_agg(n.feed_id, n.began_tm) filter (where n.ended_tm is null) as open
      from feed f
      join incident n using (feed_id)
      where f.dropshipper_id = s.dropshipper_id
        and (f.vendor_custom_feed_id is null or f.vendor_custom_feed_id = c.vendor_custom_feed_id)) i on true
    where s.vendor_id = ${vendorId}
    order by lower(d.supplier_name), s.dropshipper_id
    limit 2000`.execute(db)
  return rows
}
