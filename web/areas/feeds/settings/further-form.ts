import type { FurtherFile } from '#contract/feeds/further-files.ts'
import { feedFormat, type FeedFormat, type FeedMapping } from '#contract/feeds/settings.ts'
import { toSourceBody, toSourceValues, type SourceValues } from './source-form.ts'

/** A further file as it is edited. */
export interface FurtherValues extends SourceValues {
  /** Null: it isn't saved yet. */
  id: number | null
  name: string
  order: number
  format: FeedFormat
  mapping: FeedMapping
}
/** By a key of its own, so that two people's changes join file by file. */
export type FurtherByKey = Readonly<Record<string, FurtherValues>>

export const furtherValues = (files: readonly FurtherFile[]): FurtherByKey =>
  Object.fromEntries(
    files.map(({ feed_file_id: id, name, format, mapping, ...file }, i) => [
      `file-${id}`,
      { ...toSourceValues(file), id, name, order: i + 1, format, mapping },
    ]),
  )

/** In the order in which they are joined. */
export const inOrder = (files: FurtherByKey): (readonly [key: string, file: FurtherValues])[] =>
  Object.entries(files).toSorted(([a, one], [b, other]) => one.order - other.order || (a < b ? -1 : 1))

const newFormat = feedFormat.parse({ kind: 'csv' })
/** With one more, after the others. */
export function withNew(files: FurtherByKey, key: string): FurtherByKey {
  const order = Math.max(0, ...Object.values(files).map((file) => file.order)) + 1
  const source = toSourceValues({ source: { kind: 'upload' }, upload: null })
  return { ...files, [key]: { ...source, id: null, name: '', order, format: newFormat, mapping: [] } }
}

/** One further up or down; both keep their contents. */
export function moved(files: FurtherByKey, key: string, by: -1 | 1): FurtherByKey {
  const keys = inOrder(files).map(([name]) => name)
  const at = keys.indexOf(key)
  const to = at + by
  if (to < 0 || to >= keys.length) return files
  keys.splice(to, 0, ...keys.splice(at, 1))
  return Object.fromEntries(keys.map((name, i) => [name, { ...files[name]!, order: i + 1 }]))
}

export const without = (files: FurtherByKey, key: string): FurtherByKey =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== key))

export const toFurtherBody = (files: FurtherByKey) =>
  inOrder(files).map(([, v]) => ({
    ...(v.id !== null && { feed_file_id: v.id }),
    name: v.name,
    format: v.format,
    mapping: v.mapping,
    ...toSourceBody(v),
  }))
