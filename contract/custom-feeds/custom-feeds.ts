import { z } from 'zod'
import { formatKinds } from '../feeds/formats.ts'
import { currentRun } from '../feeds/runs.ts'
import { feedSource, sourceKinds, typedSource, uploadedFile } from '../feeds/settings.ts'
import { uploadNow } from '../feeds/further-files.ts'
import { requiredId, fromText, id, line, percent, text, version } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { pricingTier } from '../suppliers/config.ts'
import { moment } from '../values.ts'

export const supplierNeeded = 'Choose a supplier'
/** The settings of a custom feed that change what its vendor is sold (docs/domain/custom-feeds.md, What its vendor is sold). */
export const customFeedDetails = z.object({
  active: z.boolean().describe('off: nothing of it counts, and it doesn’t run by itself'),
  is_restricted: z.boolean().describe('of the supplier’s products only those that it names are the vendor’s'),
  custom_price: z.boolean().describe('its amounts stand in place of the supplier’s'),
  add_out_of_stock_product: z.boolean().describe('what it names is new in a store though it is out of stock'),
  dynamic_pricing_tier: line(50, 'Choose a tier').nullable().describe('the name of one of its supplier’s'),
  dynamic_restricted_access: z.boolean().describe('lets the vendor in to a restricted supplier'),
})
export type CustomFeedDetails = z.output<typeof customFeedDetails>
/** What its dialog edits: these, and the feed's own source, format and thresholds. */
export const customFeedInput = customFeedDetails.extend({
  vendor_custom_feed_id: id.optional().describe('none: a new one'),
  dropshipper_id: requiredId(supplierNeeded).describe('of a custom feed that is there it never changes'),
  feed_access_type: z.enum(sourceKinds).optional().describe('the kind of its source, which may stand for it'),
  source: typedSource.describe('its kind is the access type'),
  source_secret: text(2000).optional().describe('write-only; none: kept, unless the source leads elsewhere'),
  new_file: uploadedFile.optional().describe('an uploaded file to take from now on; none: as it is'),
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
  closed: z.string().nullable().describe('why nothing of it can be changed'),
  source: feedSource,
  source_secret_set: z.boolean(),
  upload: uploadNow.nullable(),
  threshold_percent: z.number(),
  one_time_threshold_percent: z.number().nullable(),
  dynamic_pricing_tier_options: z.array(pricingTier),
  dynamic_restricted_access_option: z.boolean(),
  solr_access_last_synced_tm: moment.nullable().describe('when the search index last held all of it'),
  custom_feed_support: z.number(),
  insert_tm: moment,
  open_run_id: z.number().nullable(),
  current_run_id: z.number().nullable().describe('null: it holds no products yet'),
  subscribed: z.boolean(),
  no_access: z.boolean().describe('the supplier’s products aren’t this vendor’s'),
  products: z.number().describe('active ones that it holds'),
  own_products: z.number().describe('those among them that the supplier’s feed hasn’t got'),
  supplier_products: z.number().describe('active ones of the supplier’s own feed'),
  indexed_products: z.number(),
  stores: z.array(z.string()).describe('those that an active integration of the supplier fills'),
  onboarding: z.number().describe('integrations whose tools wait for a custom feed where there is none'),
})
export type CustomFeedView = z.output<typeof view>

export const customFeedOperations = {
  listVendorCustomFeeds: get(
    '/api/vendor/{vid}/custom-feed/list',
    'The custom feeds that a vendor has from suppliers, and how they stand',
    { answer: z.array(listedFeed), refuses: ['not_found'] },
  ),
  listCustomFeedChoices: get(
    '/api/vendor/{vid}/custom-feed/choices',
    'The suppliers that support custom feeds, and those of which a vendor has one',
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
    'Add a custom feed of a vendor, or change one, of which what isn’t named stays',
    {
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
  getCustomFeed: get(
    '/api/vendor/{did}/custom-feed/config',
    'A custom feed of a supplier’s as it is set up',
    {
      query: z.object({ vendorCustomFeedId: fromText.id }),
      answer: view,
      refuses: ['not_found'],
    },
  ),
  listDynamicPricingOptions: get(
    '/api/vendor/{did}/custom-feed/dynamic-pricing-options',
    'What a supplier offers to custom feeds: pricing tiers, and access to a restricted one',
    { answer: options, refuses: ['not_found'] },
  ),
  resetCustomFeedIndex: post(
    '/api/vendor/{vcfid}/custom-feed/solr-reset',
    'Take a custom feed’s products out of the search index and put all of them in again',
    {
      answer: z.object({ products: z.number(), job_id: z.number().nullable().describe('null: one waits') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  removeCustomFeed: remove(
    '/api/vendor/{vcfi}/custom-feed/delete',
    'Delete a custom feed; its vendor is sold what the supplier’s feed has',
    {
      query: z.object({ reason: line(500).default('').describe('why; it stands in the log') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
