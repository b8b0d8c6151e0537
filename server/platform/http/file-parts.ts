import { Refusal } from './errors.ts'

/** A file that lies in the storage location, and the part of it that is asked for; none: the whole. */
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
 * What a download asks for of a file (RFC 9110): one range of bytes where the file is still the one that was
 * begun, else the whole. Several ranges at once are answered by the whole, too.
 */
export function storedPart(headers: RangeHeaders, file: { bytes: number; etag: string }): StoredPart {
  const { bytes } = file
  const etag = `"${file.etag.replaceAll('"', '')}"`
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  if ((first === '' && last === '') || isOther) return { bytes, etag, part: undefined }
  // without a beginning: so many bytes of the end
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (from > to) throw new Refusal('bad_range', 'The file has no such part')
  return { bytes, etag, part: { from, to } }
}
