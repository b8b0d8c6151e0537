import { z } from 'zod'
import { count, text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { passwordOrKey } from '../private-keys.ts'
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
  problem: z.string().nullable().describe('why no row can be accepted'),
  rows: z.array(
    z.object({
      line: z.number(),
      values: z.record(z.string(), z.string().nullable()).describe('by field, including rejected values'),
      issue: z.object({ field: productField.nullable(), reason: z.string() }).nullable(),
      warnings: z.array(z.object({ field: productField.nullable(), reason: z.string() })),
    }),
  ),
  fields: z.array(
    z.object({
      field: productField,
      filled: z.number().describe('share of rows with a value, 0 to 1'),
      samples: z.array(z.string()).describe('the column’s first values'),
      steps: z
        .array(z.string())
        .describe(
          'one value as received, after each transform, and as stored; the first rejected one, if any',
        ),
      reason: z.string().nullable().describe('why that value is rejected or gets a warning'),
      refused: z.number().describe('how many rows it rejects'),
      better: z
        .array(transform)
        .nullable()
        .describe('transforms that read more values than the current ones'),
    }),
  ),
})
export type TriedMapping = z.output<typeof triedMapping>

const row = z.object({ line: z.number(), cells: z.array(z.string()), fault: z.string().nullable() })
const preview = z.object({
  file: z
    .object({ name: z.string(), bytes: z.number(), modified: moment.nullable() })
    .nullable()
    .describe('the received file, or null'),
  format: feedFormat.describe('the format used'),
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
  lines: z.array(z.string()).describe('its first lines'),
  rows_counted: z.number(),
  rows_more: z.boolean().describe('whether there are more rows than counted'),
  table: z
    .object({
      header_row: z.number().nullable().describe('the line that names the columns'),
      delimiter: z.string().nullable(),
      sheet: z.string().nullable(),
      sheets: z.array(z.string()).describe('the workbook’s visible sheets'),
    })
    .nullable()
    .describe('where the rows were found in a CSV or XLSX file'),
  notes: z.array(z.string()).describe('assumptions about the whole file'),
  left_out_counted: z.number(),
  left_out: z
    .array(z.object({ line: z.number(), text: z.string(), reason: z.string() }))
    .describe('the first lines that aren’t product rows'),
  columns: z.array(z.string()),
  rows: z.array(row),
  notices: z
    .array(z.object({ reason: z.string(), rows: z.number(), line: z.number(), value: z.string() }))
    .describe('data left out of the file or corrected in it'),
  /** Settings to read the file by: a known format's, or a first mapping by the columns' names and values. */
  suggestion: z.object({
    format: feedFormat,
    mapping: z.array(mappingEntry),
    rules: feedRules,
    confidence: z.record(z.string(), z.number()).describe('by field, 0 to 1'),
    reasons: z.record(z.string(), z.string()).describe('by field, why it has its column'),
    notes: z.array(z.string()).describe('choices that a person should check'),
  }),
  preset: z.string().nullable().describe('the known format that matches the file'),
  remembered: z
    .object({ dropshipper_id: z.number(), supplier_name: z.string() })
    .nullable()
    .describe('the supplier whose mapping is suggested, because its file has the same headings'),
  tried: triedMapping,
  failure: z.string().nullable(),
  failure_code: z.string().nullable(),
  failing_line: z.string().nullable().describe('the line of the file where it failed'),
})

export type FeedPreview = z.output<typeof preview>

export const previewOperations = {
  previewFeed: post(
    '/api/feeds/{feed_id}/preview',
    'Preview the first rows of the file before and after the mapping; nothing is saved',
    {
      body: z.object({
        further: count(0, 2_147_483_647)
          .optional()
          .describe('an additional file’s id; 0 for an unsaved one; omit for the main file'),
        source: typedSource.optional().describe('omit to use the saved one'),
        source_secret: passwordOrKey
          .optional()
          .describe('omit to use the saved one, if the source’s server is the same'),
        new_file: uploadedFile.optional().describe('an uploaded file that isn’t saved yet'),
        format: typedFormat.optional(),
        kept: z
          .boolean()
          .default(false)
          .describe('use the newest run’s file or the uploaded file without fetching'),
        detect: z.boolean().default(false).describe('detect the format and delimiter'),
        mapping: feedMapping.optional(),
        rules: feedRules.optional(),
        rows: count(1, 100).default(20),
        remember: z
          .boolean()
          .default(true)
          .describe('suggest the mapping of a supplier whose file has the same headings'),
      }),
      answer: preview,
      refuses: ['not_found'],
    },
  ),
  getPreviewProgress: get('/api/feeds/{feed_id}/preview-progress', 'How far your preview of a feed is', {
    answer: z.object({ text: z.string().nullable().describe('null: no preview runs') }),
  }),
  tryMapping: post('/api/feeds/try-mapping', 'Test a mapping on some rows', {
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
