/** A setting of a format that the editor may show. */
export type FormatSetting =
  | 'encoding'
  | 'delimiter'
  | 'quote'
  | 'header'
  | 'header_row'
  | 'first_row'
  | 'last_row'
  | 'every_line'
  | 'item'
  | 'group'
  | 'sheet'
  | 'file'
interface Format {
  label: string
  /** The extensions of its files. */
  extensions: readonly string[]
  /** The settings that the editor shows, in order, with their labels. */
  asks: Partial<Record<FormatSetting, string>>
}

const encoding = 'Encoding'
const file = 'File in the zip archive'
/** Where a table of cells begins and ends. */
const table = {
  header_row: 'Header row',
  first_row: 'First product row',
  last_row: 'Last product row',
  header: 'A row has column names',
  every_line: 'Read every line as a product',
}
/** Every format of a feed, as people see it; `engine/formats/formats.ts` recognizes and reads each. */
export const formats = {
  csv: {
    label: 'CSV, TSV or other delimited',
    extensions: ['csv', 'tsv', 'txt'],
    asks: {
      encoding,
      delimiter: 'Delimiter',
      quote: 'Quote',
      group: 'Column that groups rows',
      ...table,
      file,
    },
  },
  xml: {
    label: 'XML',
    extensions: ['xml', 'yml', 'rss'],
    asks: { encoding, item: 'Repeating element', file },
  },
  json: { label: 'JSON', extensions: ['json'], asks: { encoding, item: 'Path to the list', file } },
  jsonl: { label: 'JSON Lines', extensions: ['jsonl', 'ndjson'], asks: { encoding, file } },
  xlsx: { label: 'XLSX', extensions: ['xlsx'], asks: { sheet: 'Sheet', ...table } },
  x12: { label: 'ANSI X12 832 or 846', extensions: ['edi', 'x12'], asks: { encoding, file } },
} as const satisfies Record<string, Format>

export type FormatKind = keyof typeof formats
export const formatKinds = Object.keys(formats) as FormatKind[]

/** The format that a file's name indicates, packed or not. */
export function formatNamed(name: string): FormatKind | undefined {
  const plainName = name.toLowerCase().replace(/\.(gz|zip)$/, '')
  return formatKinds.find((kind) => formats[kind].extensions.some((end) => plainName.endsWith(`.${end}`)))
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '|': 'pipe',
  '\t': 'tab',
  '^': 'caret (^)',
  '~': 'tilde (~)',
  ':': 'colon',
  '¦': 'broken bar (¦)',
  '§': 'section sign (§)',
  '\x1f': 'unit separator',
  '\x01': 'Ctrl-A',
}

/** A character that separates cells, as people call it. */
export const delimiterName = (delimiter: string): string => delimiterNames[delimiter] ?? delimiter
