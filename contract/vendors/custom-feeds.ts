import { z } from 'zod'
import { feedStanding } from '../feeds/standing.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'

const customFeed = z.object({
  vendor_custom_feed_id: z.number(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  active: z.boolean(),
  is_restricted: z.boolean(),
  custom_price: z.boolean(),
  standing: feedStanding.shape.standing.nullable().describe('null: it has no feed yet'),
  standing_reason: z.string(),
  last_successful_run: moment.nullable(),
  max_age_hours: z.number(),
  last_run_id: z.number().nullable(),
})
export type VendorCustomFeed = z.output<typeof customFeed>

export const vendorCustomFeedOperations = {
  listVendorCustomFeeds: get(
    '/api/vendor/{vid}/custom-feed/list',
    'The custom feeds that a vendor has from suppliers, and how they stand',
    { answer: z.array(customFeed), refuses: ['not_found'] },
  ),
}
