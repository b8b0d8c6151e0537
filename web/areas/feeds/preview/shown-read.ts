import type { FeedPreview } from '#contract/feeds/preview.ts'
import type { ReadValues } from '../settings/feed-form.ts'

/** The uploaded file that the form has chosen; undefined for a fetched one. */
export const uploadId = (v: Pick<ReadValues, 'kind' | 'file'>) =>
  v.kind === 'upload' ? v.file[0]?.id : undefined

export interface FileRead {
  feedPreview: FeedPreview
  readSettings: { file: string | undefined }
}

/** The newest read of the chosen file. What was read of another file, or why it was refused, says nothing of it. */
export function shownOf(
  values: Pick<ReadValues, 'kind' | 'file'>,
  testResult: FileRead | null,
  lastRead: FileRead | undefined,
): FileRead | undefined {
  const file = uploadId(values)
  return [testResult, lastRead].find(
    (read): read is FileRead => !!read && (file === undefined || read.readSettings.file === file),
  )
}
