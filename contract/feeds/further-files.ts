import { z } from 'zod'
import { id, line } from '../inputs.ts'
import { passwordOrKey } from '../private-keys.ts'
import { moment } from '../values.ts'
import {
  feedFormat,
  feedMapping,
  feedSource,
  isFed,
  typedFormat,
  typedSource,
  uploadedFile,
} from './settings.ts'

/** How many files a feed may read in addition to its main one (docs/domain/further-files.md, Additional files). */
export const mostFurtherFiles = 5

export const uploadNow = z.object({ id: z.string(), name: z.string(), tm: moment, bytes: z.number() })

/** A further file as it is saved. */
export const furtherFile = z.object({
  feed_file_id: z.number(),
  name: z.string(),
  source: feedSource,
  source_secret_set: z.boolean(),
  upload: uploadNow.nullable(),
  format: feedFormat,
  mapping: feedMapping,
})
export type FurtherFile = z.output<typeof furtherFile>

const joins = feedMapping.superRefine((mapping, ctx) => {
  const fedEntries = mapping.filter(isFed)
  const addIssue = (message: string) => ctx.addIssue({ code: 'custom', message })
  if (!fedEntries.some((m) => m.field === 'sku'))
    addIssue('Map the SKU. It joins this file to the main file.')
  else if (fedEntries.length === 1) addIssue('Map at least one other field')
})

const typedFurtherFile = z.object({
  feed_file_id: id.optional().describe('omit for a new file'),
  name: line(60, 'Enter a name'),
  source: typedSource,
  source_secret: passwordOrKey
    .optional()
    .describe('write-only; omit to keep the saved one, unless the source’s server changes'),
  new_file: uploadedFile
    .optional()
    .describe('an uploaded file to use from now on; omit to keep the current one'),
  format: typedFormat,
  mapping: joins,
})
export type TypedFurtherFile = z.output<typeof typedFurtherFile>

/** A feed's further files in the order in which they are joined; a later one wins. */
export const furtherFiles = z
  .array(typedFurtherFile)
  .max(mostFurtherFiles, `A feed can have up to ${mostFurtherFiles} additional files`)
  .superRefine((files, ctx) => {
    const names = files.map((f) => f.name.toLowerCase())
    for (const [i, name] of names.entries())
      if (names.indexOf(name) < i)
        ctx.addIssue({ code: 'custom', path: [i, 'name'], message: 'Another additional file has this name' })
  })

/** A file of a feed as a run read it. */
export const runFile = z.object({
  name: z.string().nullable().describe('its name in the settings; null for the main file'),
  file_name: z.string(),
  bytes: z.number(),
  tm: moment.nullable().describe('when the supplier last changed the file, if known'),
  rows: z
    .object({
      read: z.number(),
      rejected: z.number(),
      unknown: z.number().describe('rows whose SKU isn’t in the main file'),
      unknown_skus: z.array(z.string()).describe('a few of these SKUs'),
      missing: z.number().describe('rows of the main file whose SKU isn’t in this file'),
    })
    .nullable()
    .describe('null if the file wasn’t read'),
})
export type RunFile = z.output<typeof runFile>
