import { Refusal } from './errors.ts'

/** A file in the storage location and the requested part of it; undefined: the whole file. */
export interface StoredPart {
  bytes: number
  /** Quoted, as it is sent. */
  etag: string
  part: { from: number; to: number } | undefined
}

interface RangeHeaders {
  range?: string | undefined
  'if-range'?: string | string[] | undefined
}

/**
 * What a download requests (RFC 9110): one range of bytes if the file is still the one the download began
 * with, else the whole file. Several ranges at once are also answered with the whole file.
 */
export function storedPart(headers: RangeHeaders, file: { bytes: number; etag: string }): StoredPart {
  const { bytes } = file
  const etag = `"${file.etag.replaceAll('"', '')}"`
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  if ((first === '' && last === '') || isOther) return { bytes, etag, part: undefined }
  // without a beginning it is this many bytes from the end
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (from > to) throw new Refusal('bad_range', 'The requested range is outside the file')
  return { bytes, etag, part: { from, to } }
}
