import type { FurtherFile } from '#contract/feeds/further-files.ts'
import { feedFormat, type FeedFormat, type FeedMapping } from '#contract/feeds/settings.ts'
import { toSourceBody, toSourceValues, type SourceValues } from './source-form.ts'

/** A further file as edited. */
export interface FurtherValues extends SourceValues {
  /** Null until it is saved. */
  id: number | null
  name: string
  order: number
  format: FeedFormat
  mapping: FeedMapping
}
/** By key, so that two people's changes merge file by file. */
export type FurtherByKey = Readonly<Record<string, FurtherValues>>

export const furtherValues = (files: readonly FurtherFile[]): FurtherByKey =>
  Object.fromEntries(
    files.map(({ feed_file_id: id, name, format, mapping, ...file }, i) => [
      `file-${id}`,
      { ...toSourceValues(file), id, name, order: i + 1, format, mapping },
    ]),
  )

/** The files in the order of their joins. */
export const inOrder = (files: FurtherByKey): (readonly [key: string, file: FurtherValues])[] =>
  Object.entries(files).toSorted(
    ([a, firstFile], [b, secondFile]) => firstFile.order - secondFile.order || (a < b ? -1 : 1),
  )

const newFormat = feedFormat.parse({ kind: 'csv' })
/** Adds one after the others. */
export function withNew(files: FurtherByKey, key: string): FurtherByKey {
  const order = Math.max(0, ...Object.values(files).map((file) => file.order)) + 1
  const source = toSourceValues({ source: { kind: 'upload' }, upload: null })
  return { ...files, [key]: { ...source, id: null, name: '', order, format: newFormat, mapping: [] } }
}

/** Moves one file up or down. */
export function moveFile(files: FurtherByKey, key: string, step: -1 | 1): FurtherByKey {
  const entries = inOrder(files)
  const index = entries.findIndex(([name]) => name === key)
  const to = index + step
  if (to < 0 || to >= entries.length) return files
  entries.splice(to, 0, ...entries.splice(index, 1))
  return Object.fromEntries(entries.map(([name, file], i) => [name, { ...file, order: i + 1 }]))
}

export const removeFile = (files: FurtherByKey, key: string): FurtherByKey =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== key))

export const toFurtherBody = (files: FurtherByKey) =>
  inOrder(files).map(([, v]) => ({
    ...(v.id !== null && { feed_file_id: v.id }),
    name: v.name,
    format: v.format,
    mapping: v.mapping,
    ...toSourceBody(v),
  }))
