import { z } from 'zod'
import { formatKinds } from '../feeds/formats.ts'
import { currentRun } from '../feeds/runs.ts'
import { feedSource, sourceKinds, typedSource, uploadedFile } from '../feeds/settings.ts'
import { uploadNow } from '../feeds/further-files.ts'
import { requiredId, fromText, id, line, percent, version } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { passwordOrKey } from '../private-keys.ts'
import { pricingTier } from '../suppliers/config.ts'
import { moment } from '../values.ts'

export const supplierNeeded = 'Choose a supplier'
/** The settings of a custom feed that change what its vendor is sold (docs/domain/custom-feeds.md, What its vendor is sold). */
export const customFeedDetails = z.object({
  active: z.boolean().describe('off: the feed has no effect and no scheduled runs'),
  is_restricted: z.boolean().describe('true: the vendor can sell only products in this feed'),
  custom_price: z.boolean().describe('use the feed’s costs and list prices instead of the supplier’s'),
  add_out_of_stock_product: z.boolean().describe('add its products to stores even when out of stock'),
  dynamic_pricing_tier: line(50, 'Choose a tier').nullable().describe('name of one of the supplier’s tiers'),
  dynamic_restricted_access: z.boolean().describe('gives the vendor access to a restricted supplier'),
})
export type CustomFeedDetails = z.output<typeof customFeedDetails>
/** What its dialog edits: these, and the feed's own source, format and thresholds. */
export const customFeedInput = customFeedDetails.extend({
  vendor_custom_feed_id: id.optional().describe('omit to add a custom feed'),
  dropshipper_id: requiredId(supplierNeeded).describe('can’t be changed later'),
  feed_access_type: z
    .enum(sourceKinds)
    .optional()
    .describe('the source’s kind; may be sent instead of source'),
  source: typedSource.describe('its kind is the access type'),
  source_secret: passwordOrKey
    .optional()
    .describe('write-only; omit to keep the stored one, which is deleted if the source changes'),
  new_file: uploadedFile
    .optional()
    .describe('an uploaded file to use from now on; omit to keep the current one'),
  feed_filetype: z.enum(formatKinds),
  threshold_percent: percent,
  one_time_threshold_percent: percent.nullable().describe('for the next applied run only'),
  version,
})
export type CustomFeedInput = z.output<typeof customFeedInput>
/** A new feed's input with its source, which may be named by its kind alone. */
export const withSource = <I extends { source?: unknown; feed_access_type?: string | undefined }>(input: I) =>
  input.source === undefined && input.feed_access_type !== undefined
    ? { ...input, source: { kind: input.feed_access_type } }
    : input
/** Fields that aren't given keep their value; a new feed needs all of them. */
const customFeedSave = customFeedInput.partial().superRefine((input, ctx) => {
  if (input.vendor_custom_feed_id !== undefined) return
  for (const { path, message } of customFeedInput.safeParse(withSource(input)).error?.issues ?? [])
    ctx.addIssue({ code: 'custom', path, message })
})

const key = {
  vendor_custom_feed_id: z.number(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  feed_id: z.number(),
  feed_access_type: z.enum(sourceKinds),
  feed_filetype: z.enum(formatKinds),
  max_age_hours: z.number(),
}
const standing = currentRun.omit({ run: true }).shape
const listedFeed = z.object({ ...key, ...customFeedDetails.shape, ...standing, products: z.number() })
export type VendorCustomFeed = z.output<typeof listedFeed>

const options = z.object({
  tiers: z.array(pricingTier),
  restricted_access: z.boolean().describe('the supplier lets custom feeds grant access'),
})
export type DynamicOptions = z.output<typeof options>

const view = z.object({
  ...key,
  ...customFeedDetails.shape,
  ...standing,
  version: z.number(),
  vendor_id: z.number(),
  company: z.string(),
  closed: z.string().nullable().describe('why the feed can’t be changed; null: it can'),
  source: feedSource,
  source_secret_set: z.boolean(),
  upload: uploadNow.nullable(),
  threshold_percent: z.number(),
  one_time_threshold_percent: z.number().nullable(),
  dynamic_pricing_tier_options: z.array(pricingTier),
  dynamic_restricted_access_option: z.boolean(),
  solr_access_last_synced_tm: moment.nullable().describe('when the search index last had all its products'),
  custom_feed_support: z.number(),
  insert_tm: moment,
  open_run_id: z.number().nullable(),
  current_run_id: z.number().nullable().describe('null: no products yet'),
  subscribed: z.boolean(),
  no_access: z.boolean().describe('true: the vendor has no access to the supplier’s products'),
  products: z.number().describe('active products in the feed'),
  own_products: z.number().describe('of these, products missing from the supplier’s feed'),
  supplier_products: z.number().describe('active products in the supplier’s own feed'),
  indexed_products: z.number(),
  stores: z.array(z.string()).describe('stores with an active integration of the supplier'),
  onboarding: z.number().describe('integrations in onboarding that need a custom feed'),
})
export type CustomFeedView = z.output<typeof view>

export const customFeedOperations = {
  listVendorCustomFeeds: get(
    '/api/vendor/{vid}/custom-feed/list',
    'List a vendor’s custom feeds with their status',
    { answer: z.array(listedFeed), refuses: ['not_found'] },
  ),
  listCustomFeedChoices: get(
    '/api/vendor/{vid}/custom-feed/choices',
    'List suppliers that support custom feeds, and which of them the vendor uses',
    {
      answer: z.array(
        options.extend({
          dropshipper_id: z.number(),
          dropshipper_name: z.string(),
          required: z.boolean(),
          subscribed: z.boolean(),
          there: z.boolean(),
        }),
      ),
      refuses: ['not_found'],
    },
  ),
  saveCustomFeed: post(
    '/api/vendor/{vid}/custom-feed/add-update',
    'Add or change a vendor’s custom feed; omitted fields keep their values',
    {
      fresh: 'depends',
      record: [
        {
          read: 'getCustomFeed',
          keys: { did: 'dropshipper_id', vendorCustomFeedId: 'vendor_custom_feed_id' },
        },
      ],
      body: customFeedSave,
      answer: view,
      refuses: ['not_found', 'conflict'],
    },
  ),
  getCustomFeed: get('/api/vendor/{did}/custom-feed/config', 'Get a custom feed with its settings', {
    query: z.object({ vendorCustomFeedId: fromText.id }),
    answer: view,
    refuses: ['not_found'],
  }),
  listDynamicPricingOptions: get(
    '/api/vendor/{did}/custom-feed/dynamic-pricing-options',
    'Get a supplier’s options for custom feeds: pricing tiers and restricted access',
    { answer: options, refuses: ['not_found'] },
  ),
  resetCustomFeedIndex: post(
    '/api/vendor/{vcfid}/custom-feed/solr-reset',
    'Remove a custom feed’s products from the search index and add them again',
    {
      answer: z.object({
        products: z.number(),
        job_id: z.number().nullable().describe('null: a job is already queued'),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  removeCustomFeed: remove(
    '/api/vendor/{vcfi}/custom-feed/delete',
    'Delete a custom feed; its vendor then sells from the supplier’s own feed',
    {
      query: z.object({ reason: line(500).default('').describe('reason for the activity log') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
