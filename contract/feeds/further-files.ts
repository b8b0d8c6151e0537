import { z } from 'zod'
import { id, line, text } from '../inputs.ts'
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

/** How many files a feed may read in addition to its main one (docs/domain/further-files.md, Further files). */
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
  if (!fedEntries.some((m) => m.field === 'sku')) addIssue('Map the SKU: it joins this file to the others')
  else if (fedEntries.length === 1) addIssue('Map what it brings beside the SKU')
})

const typedFurtherFile = z.object({
  feed_file_id: id.optional().describe('none: it is new'),
  name: line(60, 'Name the file'),
  source: typedSource,
  source_secret: text(2000).optional().describe('write-only; none: kept, unless the source leads elsewhere'),
  new_file: uploadedFile.optional().describe('an uploaded file to take from now on; none: as it is'),
  format: typedFormat,
  mapping: joins,
})
export type TypedFurtherFile = z.output<typeof typedFurtherFile>

/** A feed's further files in the order in which they are joined; a later one wins. */
export const furtherFiles = z
  .array(typedFurtherFile)
  .max(mostFurtherFiles, `A feed has at most ${mostFurtherFiles} further files`)
  .superRefine((files, ctx) => {
    const names = files.map((f) => f.name.toLowerCase())
    for (const [i, name] of names.entries())
      if (names.indexOf(name) < i)
        ctx.addIssue({ code: 'custom', path: [i, 'name'], message: 'Another further file has this name' })
  })

/** A file of a feed as a run read it. */
export const runFile = z.object({
  name: z.string().nullable().describe('as it is named in the settings; null: the main file'),
  file_name: z.string(),
  bytes: z.number(),
  tm: moment.nullable().describe('of the file itself, where the supplier says'),
  rows: z
    .object({
      read: z.number(),
      rejected: z.number(),
      unknown: z.number().describe('name SKUs that the main file hasn’t'),
      unknown_skus: z.array(z.string()).describe('a few of those'),
      missing: z.number().describe('rows of the main file whose SKU it hasn’t'),
    })
    .nullable()
    .describe('null: not read'),
})
export type RunFile = z.output<typeof runFile>
