import { z } from 'zod'
import { fromText, percent, version } from '../inputs.ts'
import { get, post, put } from '../operation.ts'
import { acceptedKey, hostKey } from '../host-keys.ts'
import { furtherFile, furtherFiles, uploadNow } from './further-files.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  feedSource,
  typedFormat,
  typedSource,
  uploadedFile,
} from './settings.ts'
import { passwordOrKey } from '../private-keys.ts'
import { moment } from '../values.ts'

export const uploadLimitBytes = 256 * 1024 * 1024
/** The most that one person's uploads of a day may be together, as long as no feed uses them. */
export const unsavedUploadsBytes = 1024 ** 3
export const feedSettings = z.object({
  source: typedSource,
  format: typedFormat,
  mapping: feedMapping,
  rules: feedRules,
  one_time_threshold_percent: percent.nullable(),
  further: furtherFiles
    .optional()
    .describe('files joined to the main file by SKU, in this order; omit to keep the current ones'),
})

export type FeedSettings = z.output<typeof feedSettings>
const feed = feedSettings.extend({
  source: feedSource,
  format: feedFormat,
  further: z.array(furtherFile),
  feed_id: z.number(),
  dropshipper_id: z.number(),
  supplier: z.string(),
  vendor_custom_feed_id: z.number().nullable(),
  vendor_id: z.number().nullable().describe('the vendor that owns the custom feed'),
  source_secret_set: z.boolean(),
  host_keys: z.array(hostKey).describe('the SFTP servers it knows, those with a changed key first'),
  mapping_version: z.number(),
  upload: uploadNow.nullable(),
  current_run_id: z.number().nullable(),
  currency: z
    .string()
    .nullable()
    .describe('default for products without one; null if unknown, or if the feed has several'),
  updated_tm: moment,
  version: z.number(),
})

export type Feed = z.output<typeof feed>

export const feedOperations = {
  getFeed: get('/api/feeds/{feed_id}', "A feed's settings", { answer: feed, refuses: ['not_found'] }),
  saveFeed: put('/api/feeds/{feed_id}', "Save a feed's settings; a changed mapping gets a new version", {
    fresh: 'depends',
    record: [{ read: 'getFeed' }],
    body: feedSettings.extend({
      source_secret: passwordOrKey
        .optional()
        .describe('write-only; omit to keep the saved one, unless the source’s server changes'),
      new_file: uploadedFile
        .optional()
        .describe('an uploaded file to use from now on; omit to keep the current one'),
      version,
    }),
    answer: feed,
    refuses: ['not_found', 'conflict'],
  }),
  acceptFeedHostKey: post(
    '/api/feeds/{feed_id}/host-key',
    'Trust the changed key of a feed’s SFTP server from now on',
    {
      fresh: true,
      body: acceptedKey,
      answer: feed,
      refuses: ['not_found', 'conflict'],
    },
  ),
  listPresets: get('/api/feeds/presets', 'List known formats with their mappings', {
    answer: z.array(
      z.object({ name: z.string(), label: z.string(), format: feedFormat, mapping: feedMapping }),
    ),
  }),
  uploadFeedFile: post(
    '/api/suppliers/{id}/feed-file-upload/{fileKey}',
    "Upload a supplier's feed file (field feedFile), up to 256 MB; fileKey is the feed's id. A feed whose source is " +
      'an upload uses it from now on. Otherwise, save the settings with it within a day',
    {
      encoding: 'multipart',
      file: 'feedFile',
      query: z.object({
        draft: fromText.flag
          .default(false)
          .describe('for a form: the feed uses the file once the form is saved'),
      }),
      answer: uploadedFile.extend({
        bytes: z.number(),
        in_use: z.boolean().describe('the feed uses it from now on'),
      }),
      refuses: ['not_found', 'too_large'],
    },
  ),
}
