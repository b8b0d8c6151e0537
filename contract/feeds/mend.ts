/** A part of a feed's settings, as its page names them. */
export type FeedPart = 'source' | 'format' | 'mapping' | 'further'
export interface Mend {
  at: FeedPart
  todo: string
  /** Another try may do, without a change. */
  again?: true
}

const reach = 'Look at the address, or ask the supplier.'
const another = 'Ask the supplier for a whole file, or choose another one.'
const byCode: Readonly<Record<string, Mend>> = {
  no_file: { at: 'source', todo: 'Upload a file, or choose where it is fetched from.' },
  missing: {
    at: 'source',
    todo: 'Look at the file name and the path, or upload the file again.',
    again: true,
  },
  unreachable: { at: 'source', todo: reach, again: true },
  http_status: { at: 'source', todo: reach, again: true },
  refused_login: { at: 'source', todo: 'Enter the user and the password as the supplier gave them.' },
  foreign: { at: 'source', todo: 'Look at the kind of source and its port.' },
  certificate: { at: 'source', todo: 'Look at the host, or ask the supplier for a valid certificate.' },
  host_key: {
    at: 'source',
    todo: 'Ask the supplier whether its server’s key has changed, and enter the new one.',
  },
  redirects: { at: 'source', todo: 'Enter the address that it leads to.' },
  slow: { at: 'source', todo: 'Try again later, or ask the supplier for a faster way.', again: true },
  stalled: { at: 'source', todo: 'Try again later, or ask the supplier.', again: true },
  too_large: { at: 'source', todo: 'Ask the supplier for a smaller or packed file.' },
  too_old: { at: 'source', todo: 'Ask the supplier for a newer file, or allow an older one in Basic Info.' },
  page: {
    at: 'source',
    todo: 'See in a browser what the source gives: it may ask for a sign-in. Else choose another file.',
  },
  truncated: { at: 'source', todo: another },
  empty: { at: 'source', todo: another },
  broken_archive: { at: 'source', todo: another },
  empty_archive: { at: 'source', todo: another },
  bomb: { at: 'source', todo: another },
  many_files: { at: 'source', todo: 'Put the one file that is the feed into the archive.' },
  zip: { at: 'source', todo: another },
  encoding: { at: 'format', todo: 'Choose the encoding that the supplier writes, such as windows-1252.' },
  open_quote: { at: 'format', todo: 'Mend the quote in that line, or let quotes be text.' },
  endless_line: { at: 'format', todo: 'Choose the delimiter, or mend the quote in that line.' },
  too_many_columns: { at: 'format', todo: 'Choose another delimiter or repeating element.' },
  no_items: { at: 'format', todo: 'Name the repeating element, or clear it to have it found.' },
  no_sheet: { at: 'format', todo: 'Name one of the workbook’s sheets, or clear it for the first.' },
  not_json: { at: 'format', todo: 'Choose another file or format, or ask the supplier to mend it.' },
  not_well_formed: {
    at: 'format',
    todo: 'Ask the supplier to mend that place, or choose another file or format.',
  },
  not_x12: { at: 'format', todo: 'Choose another format.' },
  not_xlsx: { at: 'format', todo: 'Choose another format, or save the workbook as .xlsx.' },
  no_sku_mapping: { at: 'mapping', todo: 'Choose the column that the SKU comes from.' },
  no_match: { at: 'mapping', todo: 'Choose the column that holds the SKUs as the main file writes them.' },
  cut: { at: 'source', todo: another },
  mended_rows: {
    at: 'source',
    todo: 'Upload them on the page of the run that rejected them, and choose the supplier’s own file here.',
  },
  column_gone: { at: 'mapping', todo: 'Choose the column that it comes from now.' },
}

/** What is wrong with a further file is mended there. */
export const furtherCode = (code: string) => `further.${code}`

/** Where to mend what rejected a file, and how. */
export function mendOf(code: string | null): Mend | undefined {
  if (!code?.startsWith(furtherCode(''))) return code ? byCode[code] : undefined
  const mend = byCode[code.slice(furtherCode('').length)]
  return mend && { ...mend, at: 'further' }
}
