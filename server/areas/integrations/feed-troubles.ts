import { feedTroubleStandings, type FeedTrouble } from '#contract/integrations/feed-troubles.ts'
import type { Parsed } from '#contract/index.ts'
import { standingsOfVendor } from '#server/areas/feeds/public.ts'
import { rowsOfVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** For each market of the vendor's integrations. */
export async function listVendorFeedTroubles({ db }: Ctx, { params }: Parsed<'listVendorFeedTroubles'>) {
  const { rows } = await sql<{ dropshipper_id: number; market_name: string }>`
    select m.dropshipper_id, k.market_name
    from vendor_market_map m
    join market k using (market_id)
    where m.vendor_id = ${params.vendor_id}
    order by lower(k.market_name), m.vendor_market_map_id
    limit 2000`.execute(db)
  const troubles = await feedTroubles(
    db,
    params.vendor_id,
    rows.map((row) => row.dropshipper_id),
  )
  return rowsOfVendor(
    db,
    params.vendor_id,
    rows.flatMap(({ dropshipper_id, market_name }) =>
      (troubles.get(dropshipper_id) ?? []).map((trouble) => ({ ...trouble, market_name })),
    ),
  )
}

/** The feeds of these suppliers that keep new data from a vendor, by supplier: its own and the vendor's custom feeds. */
export async function feedTroubles(
  db: Db,
  vendorId: number,
  dropshipperIds: readonly number[],
): Promise<Map<number, FeedTrouble[]>> {
  const stoodFeeds = await standingsOfVendor(db, vendorId, [...new Set(dropshipperIds)])
  const troubles = stoodFeeds.flatMap(({ stands, ...feed }): FeedTrouble[] => {
    const { feed_id, standing } = stands
    if (!worstFirst.includes(standing)) return []
    const isHeld = standing === 'held'
    const since_tm = isHeld ? stands.held_tm : stands.last_good_run_tm
    const run_id = isHeld ? stands.held_run_id : stands.last_run_id
    return [{ ...feed, feed_id, standing, run_id, since_tm }]
  })
  const place = ({ standing }: FeedTrouble) => worstFirst.indexOf(standing)
  return Map.groupBy(
    troubles.toSorted((a, b) => place(a) - place(b)),
    (trouble) => trouble.dropshipper_id,
  )
}
const worstFirst: readonly string[] = feedTroubleStandings
