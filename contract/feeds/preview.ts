import { z } from 'zod'
import { count } from '../inputs.ts'
import { post } from '../operation.ts'
import { feedFormat, feedMapping, feedRules, mappingEntry, typedFormat } from './settings.ts'

const preview = z.object({
  format: feedFormat,
  encoding: z.string(),
  encoding_by: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** Settings to read the file by: a known format's, or a first mapping from the columns' names. */
  suggestion: z.object({ format: feedFormat, mapping: z.array(mappingEntry), rules: feedRules }),
  preset: z.string().nullable().describe('the known format that the file looks like'),
  mapped: z.array(
    z.object({
      line: z.number(),
      values: z.record(z.string(), z.string().nullable()),
      issue: z.string().nullable(),
      warnings: z.array(z.string()),
    }),
  ),
  failure: z.string().nullable(),
})

export type FeedPreview = z.output<typeof preview>

export const previewOperations = {
  previewFeed: post(
    '/api/feeds/{feed_id}/preview',
    'The first rows of the file, before and after the mapping',
    {
      body: z.object({
        format: typedFormat.optional(),
        mapping: feedMapping.optional(),
        rules: feedRules.optional(),
        rows: count(1, 100).default(20),
      }),
      answer: preview,
      refuses: ['not_found'],
    },
  ),
}
