import { z } from 'zod'
import { count, text } from '../inputs.ts'
import { post } from '../operation.ts'
import { moment } from '../values.ts'
import { formatKinds } from './formats.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  mappingEntry,
  productField,
  transform,
  typedFormat,
  typedSource,
  uploadedFile,
} from './settings.ts'

const triedMapping = z.object({
  problem: z.string().nullable().describe('why no row can be accepted, whatever it holds'),
  rows: z.array(
    z.object({
      line: z.number(),
      values: z.record(z.string(), z.string().nullable()).describe('by field; kept where it is refused, too'),
      issue: z.object({ field: productField.nullable(), reason: z.string() }).nullable(),
      warnings: z.array(z.object({ field: productField.nullable(), reason: z.string() })),
    }),
  ),
  fields: z.array(
    z.object({
      field: productField,
      filled: z.number().describe('the share of rows that fill it, 0 to 1'),
      samples: z.array(z.string()).describe('the column’s first values'),
      steps: z
        .array(z.string())
        .describe(
          'one value: as it comes, after each transform, as it is kept; the first refused one, if any',
        ),
      reason: z.string().nullable().describe('why that value is refused or warned of'),
      refused: z.number().describe('how many rows it rejects'),
      better: z.array(transform).nullable().describe('transforms that read what its own don’t'),
    }),
  ),
})
export type TriedMapping = z.output<typeof triedMapping>

const row = z.object({ line: z.number(), cells: z.array(z.string()), fault: z.string().nullable() })
const preview = z.object({
  file: z
    .object({ name: z.string(), bytes: z.number(), modified: moment.nullable() })
    .nullable()
    .describe('what came; null: nothing did'),
  format: feedFormat.describe('what the file was read by'),
  detected: z
    .object({
      kind: z.enum(formatKinds),
      delimiter: z.string().nullable(),
      sure: z.number().describe('0 to 1'),
      because: z.string(),
    })
    .nullable(),
  encoding: z.string(),
  encoding_by: z.string(),
  lines: z.array(z.string()).describe('how its text begins'),
  rows_counted: z.number(),
  rows_more: z.boolean().describe('there are more rows than were counted'),
  columns: z.array(z.string()),
  rows: z.array(row),
  /** Settings to read the file by: a known format's, or a first mapping by the columns' names and values. */
  suggestion: z.object({
    format: feedFormat,
    mapping: z.array(mappingEntry),
    rules: feedRules,
    confidence: z.record(z.string(), z.number()).describe('by field, 0 to 1'),
  }),
  preset: z.string().nullable().describe('the known format that the file looks like'),
  tried: triedMapping,
  failure: z.string().nullable(),
  failure_code: z.string().nullable(),
  failing_line: z.string().nullable().describe('the line of the file that the failure names'),
})

export type FeedPreview = z.output<typeof preview>

export const previewOperations = {
  previewFeed: post(
    '/api/feeds/{feed_id}/preview',
    'The first rows of the file, before and after the mapping; nothing is saved',
    {
      body: z.object({
        further: count(0, 2_147_483_647)
          .optional()
          .describe('a further file’s id, 0: of one that is not saved yet; none: the main file'),
        source: typedSource.optional().describe('none: the saved one'),
        source_secret: text(2000).optional().describe('none: the saved one, where the source leads there'),
        new_file: uploadedFile.optional().describe('an uploaded file that is not saved yet'),
        format: typedFormat.optional(),
        kept: z
          .boolean()
          .default(false)
          .describe('nothing is fetched: the file that the newest run read, or the uploaded one'),
        detect: z.boolean().default(false).describe('find the kind and the delimiter out'),
        mapping: feedMapping.optional(),
        rules: feedRules.optional(),
        rows: count(1, 100).default(20),
      }),
      answer: preview,
      refuses: ['not_found'],
    },
  ),
  tryMapping: post('/api/feeds/try-mapping', 'What a mapping makes of some rows', {
    reads: true,
    body: z.object({
      columns: z.array(text(5000)).max(2000),
      rows: z
        .array(
          z.object({
            line: count(0, Number.MAX_SAFE_INTEGER),
            cells: z.array(text(5000)).max(2000),
            fault: text(2000).nullable(),
          }),
        )
        .max(100),
      kind: z.enum(formatKinds),
      mapping: feedMapping,
      rules: feedRules,
    }),
    answer: triedMapping,
  }),
}
