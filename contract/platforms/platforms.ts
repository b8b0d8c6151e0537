import { z } from 'zod'
import { fromText, id, line, sortOf, text, webAddress, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { givenFields, keptField } from './fields.ts'
import { handleShape } from './handles.ts'
import { platformFlags, type PlatformFlag } from './flags.ts'

export const platformNameNeeded = 'Enter a name'
const flags = Object.fromEntries(Object.keys(platformFlags).map((flag) => [flag, z.boolean()])) as Record<
  PlatformFlag,
  z.ZodBoolean
>

const noAddress = 'Enter a URL that starts with https:// or http://'
export const platformDetails = z.object({
  platform_name: line(100, platformNameNeeded),
  market_id: id.nullable().describe('the main market'),
  display_url: z.union([z.literal(''), webAddress(300, noAddress)], { error: noAddress }),
  ...flags,
})
export type PlatformDetails = z.output<typeof platformDetails>

const shownPlatform = platformDetails.extend({
  platform_id: z.number(),
  platform_handle: z.string(),
  logo_url: z.string().nullable(),
  insert_tm: moment,
})
const platformRow = shownPlatform.extend({
  markets: z.array(z.string()),
  field_count: z.number(),
  vendor_count: z.number(),
})
export type PlatformRow = z.output<typeof platformRow>

const market = z.object({
  market_id: z.number(),
  market_name: z.string(),
  platform_id: z.number().nullable(),
})
const platformView = z.object({
  version: z.number(),
  platform: shownPlatform,
  market_implementations: z.array(
    market.extend({ vendors: z.number(), stores: z.number(), integrations: z.number() }),
  ),
  all_markets: z.array(market.extend({ platform_name: z.string().nullable() })),
  fields: z.array(keptField),
  /** Of the fields, which have a form of their own. */
  fields_version: z.number(),
})
export type PlatformView = z.output<typeof platformView>

/** What happens to the values that vendors have filled in. */
const effects = ['lost', 'forgotten', 'sealed', 'unfit', 'asked', 'hidden'] as const
const platformEffects = z.object({
  /** Vendors who have filled in any value. */
  vendors: z.number(),
  /** Vendors with a value that is permanently deleted. */
  losing: z.number(),
  effects: z.array(z.object({ field_handle: z.string(), effect: z.enum(effects), vendors: z.number() })),
})
export type PlatformEffects = z.output<typeof platformEffects>
export type Effect = (typeof effects)[number]

const deleted_fields = z.array(id).max(200).default([])
export const subscriptionsPageSize = 100
const platformSubscription = z.object({
  vendor_id: z.number(),
  company: z.string(),
  email: z.string(),
  market_id: z.number(),
  market_name: z.string(),
  stores: z.number(),
  integrations: z.number(),
  /** Required fields that are missing in a form that was begun. */
  open_fields: z.number().nullable().describe('null: the vendor hasn’t started the form'),
  last_modified_tm: moment,
})
export type PlatformSubscription = z.output<typeof platformSubscription>

export const platformSubscriptionSort = sortOf([
  'id',
  'company',
  'email',
  'market',
  'stores',
  'integrations',
  'changed',
])

export const platformOperations = {
  listPlatforms: get('/api/platform/', 'List all platforms by name', { answer: z.array(platformRow) }),
  createPlatform: post('/api/platform/create', 'Add a platform', {
    body: z.object({
      name: line(100, platformNameNeeded),
      handle: line(120).regex(handleShape, 'Use lowercase letters, digits and single underscores').optional(),
    }),
    answer: z.object({ platform_id: z.number() }),
  }),
  getPlatform: get('/api/platform/{platform_id}', 'Get a platform', {
    answer: platformView,
    refuses: ['not_found'],
  }),
  savePlatform: post('/api/platform/{platform_id}', "Save a platform's basic info", {
    record: [{ read: 'getPlatform' }],
    body: z.object({
      version,
      platform: platformDetails,
      market_implementations: z
        .array(
          z.object({
            market_id: id.optional().describe('omit to add a market'),
            market_name: line(100, 'Enter a name'),
          }),
        )
        .max(100),
    }),
    answer: platformView,
    refuses: ['not_found', 'conflict'],
  }),
  savePlatformFields: post('/api/platform/{platform_id}/fields', "Save a platform's fields", {
    record: [{ read: 'getPlatform' }],
    body: z.object({ version, fields: givenFields, deleted_fields }),
    answer: platformView,
    refuses: ['not_found', 'conflict'],
  }),
  weighPlatformFields: post(
    '/api/platform/{platform_id}/fields/effects',
    'Preview how saving these fields affects vendors’ values',
    {
      reads: true,
      body: z.object({ fields: givenFields, deleted_fields }),
      answer: platformEffects,
      refuses: ['not_found'],
    },
  ),
  tryPlatformForm: post(
    '/api/platform/{platform_id}/fields/try',
    'Validate form values without saving; secrets are listed by handle only',
    {
      reads: true,
      body: z.object({
        fields: givenFields,
        market_id: id.nullable(),
        values: z.record(text(120), text(10_000).nullable()),
      }),
      answer: z.object({ kept: z.record(z.string(), z.string().nullable()), secrets: z.array(z.string()) }),
      refuses: ['not_found'],
    },
  ),
  listPlatformSubscriptions: get(
    '/api/platform/{platform_id}/active-subscriptions',
    'List vendors that use a platform, one row per vendor and market, 100 per page',
    {
      query: z.object({
        page: fromText.page,
        search: line(200).default(''),
        market_id: fromText.id.optional(),
        sort: platformSubscriptionSort.default('company'),
      }),
      answer: z.object({
        total: z.number(),
        subscriptions: z.array(platformSubscription),
        markets: z.array(z.object({ market_id: z.number(), market_name: z.string(), vendors: z.number() })),
      }),
      refuses: ['not_found'],
    },
  ),
  uploadPlatformLogo: post(
    '/api/platform/{id}/logo',
    'Upload a logo: one image of at most 0.1 MB, checked and re-encoded',
    {
      encoding: 'multipart',
      file: 'logo',
      answer: z.object({ logo_url: z.string() }),
      refuses: ['not_found', 'too_large'],
    },
  ),
  getPlatformLogo: get('/api/platform/{id}/logo', 'Get a platform’s logo', {
    answer: 'file',
    refuses: ['not_found'],
  }),
}
