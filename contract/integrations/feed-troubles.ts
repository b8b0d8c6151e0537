import { z } from 'zod'
import { standings } from '../feeds/standing.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'
import type { IntegrationStatus } from './standing.ts'

/** A feed that a vendor's products come from and that isn't up to date. */
export const feedTrouble = z.object({
  feed_id: z.number(),
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  vendor_custom_feed_id: z.number().nullable().describe("null: the supplier's own feed"),
  standing: z.enum(standings),
  run_id: z.number().nullable().describe('the held run, or the last one that failed'),
  since_tm: moment
    .nullable()
    .describe('when the run was held, or the last good run ended; null: no good run yet'),
})
export type FeedTrouble = z.output<typeof feedTrouble>

/** The sign of a feed's trouble beside what depends on it. */
export const feedTroubleSigns = {
  held: 'Feed held',
  failing: 'Feed failing',
  late: 'Feed late',
} as const
export type FeedTroubleSign = keyof typeof feedTroubleSigns
/** The standings that keep new data from the stores, the worst first. */
export const feedTroubleStandings = ['failing', 'held', 'late'] as const

/** The worst feed of an active integration, if one isn't up to date. */
export const worstFeedOf = ({
  status,
  feeds,
}: {
  status: IntegrationStatus
  feeds: readonly FeedTrouble[]
}): FeedTrouble | undefined => (status === 'Active' ? feeds[0] : undefined)

export const feedTroubleOperations = {
  listVendorFeedTroubles: get(
    '/api/vendor/{vendor_id}/feed-troubles',
    'The feeds of a vendor’s integrations that are failing, held or late, worst first',
    {
      answer: z.array(feedTrouble.extend({ market_name: z.string() })),
      refuses: ['not_found'],
    },
  ),
}
