/** A part of a feed's settings, as its page names them. */
export type FeedPart = 'source' | 'format' | 'mapping' | 'further'
export interface Mend {
  part: FeedPart
  todo: string
  /** Trying again may help, without a change. */
  mayRetry?: true
}

const reach = 'Look at the address, or ask the supplier.'
const askAgain = 'Ask the supplier for a whole file, or choose another one.'
const byCode: Readonly<Record<string, Mend>> = {
  no_file: { part: 'source', todo: 'Upload a file, or choose where it is fetched from.' },
  missing: {
    part: 'source',
    todo: 'Look at the file name and the path, or upload the file again.',
    mayRetry: true,
  },
  unreachable: { part: 'source', todo: reach, mayRetry: true },
  http_status: { part: 'source', todo: reach, mayRetry: true },
  refused_login: { part: 'source', todo: 'Enter the user and the password as the supplier gave them.' },
  foreign: { part: 'source', todo: 'Look at the kind of source and its port.' },
  certificate: { part: 'source', todo: 'Look at the host, or ask the supplier for a valid certificate.' },
  host_key: {
    part: 'source',
    todo: 'Ask the supplier whether its server’s key has changed, and enter the new one.',
  },
  redirects: { part: 'source', todo: 'Enter the address that it leads to.' },
  slow: { part: 'source', todo: 'Try again later, or ask the supplier for a faster way.', mayRetry: true },
  stalled: { part: 'source', todo: 'Try again later, or ask the supplier.', mayRetry: true },
  too_large: { part: 'source', todo: 'Ask the supplier for a smaller or packed file.' },
  too_old: {
    part: 'source',
    todo: 'Ask the supplier for a newer file, or allow an older one in Basic Info.',
  },
  page: {
    part: 'source',
    todo: 'See in a browser what the source gives: it may ask for a sign-in. Else choose another file.',
  },
  truncated: { part: 'source', todo: askAgain },
  empty: { part: 'source', todo: askAgain },
  broken_archive: { part: 'source', todo: askAgain },
  empty_archive: { part: 'source', todo: askAgain },
  bomb: { part: 'source', todo: askAgain },
  many_files: { part: 'source', todo: 'Put the one file that is the feed into the archive.' },
  zip: { part: 'source', todo: askAgain },
  encoding: { part: 'format', todo: 'Choose the encoding that the supplier writes, such as windows-1252.' },
  open_quote: { part: 'format', todo: 'Mend the quote in that line, or let quotes be text.' },
  endless_line: { part: 'format', todo: 'Choose the delimiter, or mend the quote in that line.' },
  too_many_columns: { part: 'format', todo: 'Choose another delimiter or repeating element.' },
  no_items: { part: 'format', todo: 'Name the repeating element, or clear it to have it found.' },
  no_sheet: { part: 'format', todo: 'Name one of the workbook’s sheets, or clear it for the first.' },
  not_json: { part: 'format', todo: 'Choose another file or format, or ask the supplier to mend it.' },
  not_well_formed: {
    part: 'format',
    todo: 'Ask the supplier to mend that place, or choose another file or format.',
  },
  not_x12: { part: 'format', todo: 'Choose another format.' },
  not_xlsx: { part: 'format', todo: 'Choose another format, or save the workbook as .xlsx.' },
  no_sku_mapping: { part: 'mapping', todo: 'Choose the column that the SKU comes from.' },
  no_match: { part: 'mapping', todo: 'Choose the column that holds the SKUs as the main file writes them.' },
  cut: { part: 'source', todo: askAgain },
  mended_rows: {
    part: 'source',
    todo: 'Upload them on the page of the run that rejected them, and choose the supplier’s own file here.',
  },
  column_gone: { part: 'mapping', todo: 'Choose the column that it comes from now.' },
}

/** The code of a further file's fault, which is fixed in that file's settings. */
export const furtherCode = (code: string) => `further.${code}`

/** Where and how to fix what rejected a file. */
export function mendOf(code: string | null): Mend | undefined {
  if (!code?.startsWith(furtherCode(''))) return code ? byCode[code] : undefined
  const mend = byCode[code.slice(furtherCode('').length)]
  return mend && { ...mend, part: 'further' }
}
