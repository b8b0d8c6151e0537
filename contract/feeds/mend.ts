/** A part of a feed's settings, as its page names them. */
export type FeedPart = 'source' | 'format' | 'mapping' | 'further'
export interface Mend {
  part: FeedPart
  todo: string
  /** Trying again may help, without a change. */
  mayRetry?: true
}

const reach = 'Check the address, or contact the supplier.'
const askAgain = 'Ask the supplier for a complete file, or choose another one.'
const byCode: Readonly<Record<string, Mend>> = {
  no_file: { part: 'source', todo: 'Upload a file, or choose a source.' },
  missing: {
    part: 'source',
    todo: 'Check the file name and path, or upload the file again.',
    mayRetry: true,
  },
  unreachable: { part: 'source', todo: reach, mayRetry: true },
  http_status: { part: 'source', todo: reach, mayRetry: true },
  refused_login: { part: 'source', todo: 'Check the username and password.' },
  foreign: { part: 'source', todo: 'Check the source type and port.' },
  certificate: { part: 'source', todo: 'Check the host, or ask the supplier for a valid certificate.' },
  host_key: {
    part: 'source',
    todo: 'Ask the supplier if their server’s host key changed, then accept or enter the new one.',
  },
  redirects: { part: 'source', todo: 'Enter the address it redirects to.' },
  slow: { part: 'source', todo: 'Try again later, or ask the supplier for a faster server.', mayRetry: true },
  stalled: { part: 'source', todo: 'Try again later, or contact the supplier.', mayRetry: true },
  too_large: { part: 'source', todo: 'Ask the supplier for a smaller or compressed file.' },
  too_old: {
    part: 'source',
    todo: 'Ask the supplier for a newer file, or allow older files in Basic Info.',
  },
  page: {
    part: 'source',
    todo: 'Open the address in a browser to see if it requires a sign-in, or choose another file.',
  },
  error_answer: { part: 'source', todo: 'Check the address and its key, then try again.' },
  other_document: { part: 'source', todo: 'Ask the supplier for the product file, or choose another file.' },
  truncated: { part: 'source', todo: askAgain },
  empty: { part: 'source', todo: askAgain },
  broken_archive: { part: 'source', todo: askAgain },
  empty_archive: { part: 'source', todo: askAgain },
  bomb: { part: 'source', todo: askAgain },
  many_files: { part: 'format', todo: 'Enter the name of the feed’s file, such as products*.csv.' },
  no_archived_file: { part: 'format', todo: 'Enter another file name, or clear it to detect the file.' },
  nested_archive: { part: 'source', todo: 'Put the feed file itself in the archive.' },
  unsupported_text: { part: 'source', todo: 'Ask the supplier to fix that line, or choose another file.' },
  zip: { part: 'source', todo: askAgain },
  encoding: { part: 'format', todo: 'Choose the supplier’s encoding, such as windows-1252.' },
  open_quote: { part: 'format', todo: 'Fix the quote in that line, or treat quotes as text.' },
  endless_line: { part: 'format', todo: 'Choose the delimiter, or fix the quote in that line.' },
  too_many_columns: { part: 'format', todo: 'Choose another delimiter or repeating element.' },
  no_items: { part: 'format', todo: 'Enter the repeating element, or clear it to detect it automatically.' },
  no_sheet: { part: 'format', todo: 'Choose one of the workbook’s sheets, or clear it to detect one.' },
  no_header: { part: 'format', todo: 'Enter the header row, or clear it to detect one.' },
  not_json: { part: 'format', todo: 'Choose another file or format, or ask the supplier to fix the file.' },
  not_well_formed: {
    part: 'format',
    todo: 'Ask the supplier to fix the file, or choose another file or format.',
  },
  not_x12: { part: 'format', todo: 'Choose another format.' },
  not_xlsx: { part: 'format', todo: 'Choose another format, or save the workbook as .xlsx.' },
  no_sku_mapping: { part: 'mapping', todo: 'Choose the SKU column.' },
  no_match: { part: 'mapping', todo: 'Choose the column with the same SKUs as the main file.' },
  cut: { part: 'source', todo: askAgain },
  mended_rows: {
    part: 'source',
    todo: 'Upload corrected rows on the page of their run. Choose the supplier’s own file here.',
  },
  column_gone: { part: 'mapping', todo: 'Choose its new column.' },
}

/** The code of a further file's fault, which is fixed in that file's settings. */
export const furtherCode = (code: string) => `further.${code}`

/** Where and how to fix what rejected a file. */
export function mendOf(code: string | null): Mend | undefined {
  if (!code?.startsWith(furtherCode(''))) return code ? byCode[code] : undefined
  const mend = byCode[code.slice(furtherCode('').length)]
  return mend && { ...mend, part: 'further' }
}
