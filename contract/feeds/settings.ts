import { z } from 'zod'
import { text, line, count, day, percent, url } from '../inputs.ts'
import { formatKinds } from './formats.ts'
import { ownLimits, usualThreshold, usualWarning } from './gate.ts'

/** The fields that a feed can fill, in the order of the stage table's columns (docs/domain/feed-formats.md, Product fields). */
export const productFields = {
  sku: { label: 'SKU', kind: 'text' },
  supplier_product_id: { label: 'Supplier product ID', kind: 'text' },
  title: { label: 'Title', kind: 'text' },
  description: { label: 'Description', kind: 'text' },
  manufacturer: { label: 'Manufacturer', kind: 'text' },
  categories: { label: 'Categories', kind: 'text' },
  images: { label: 'Images', kind: 'images' },
  wholesale_price: { label: 'Wholesale price', kind: 'decimal' },
  msrp: { label: 'MSRP', kind: 'decimal' },
  map_price: { label: 'MAP price', kind: 'decimal' },
  dropship_fee: { label: 'Dropship fee', kind: 'decimal' },
  shipping_cost: { label: 'Shipping cost', kind: 'decimal' },
  weight: { label: 'Weight', kind: 'decimal' },
  length: { label: 'Length', kind: 'decimal' },
  width: { label: 'Width', kind: 'decimal' },
  height: { label: 'Height', kind: 'decimal' },
  quantity: { label: 'Quantity', kind: 'quantity' },
  upc: { label: 'UPC', kind: 'gtin' },
  ean: { label: 'EAN', kind: 'gtin' },
  isbn: { label: 'ISBN', kind: 'text' },
  asin: { label: 'ASIN', kind: 'text' },
  unspsc: { label: 'UNSPSC', kind: 'text' },
  currency: { label: 'Currency', kind: 'text' },
  parent_sku: { label: 'Parent SKU', kind: 'text' },
  options: { label: 'Options', kind: 'text' },
} as const
export type ProductField = keyof typeof productFields
export const productFieldNames = Object.keys(productFields) as ProductField[]
const money: ReadonlySet<string> = new Set<ProductField>([
  'wholesale_price',
  'msrp',
  'map_price',
  'dropship_fee',
  'shipping_cost',
])
/** Whether a field is an amount of money. */
export const isMoney = (field: string): boolean => money.has(field)
export const productField = z.enum(productFieldNames as [ProductField, ...ProductField[]])

export const sourceKinds = ['upload', 'storage', 'http', 'ftp', 'ftps', 'sftp'] as const
const host = line(253, 'Enter the host')
const remote = {
  host,
  port: count(1, 65_535).optional(),
  path: line(1000, 'Enter the path'),
  user: text(200).default('anonymous'),
}
/** Where a feed's file comes from. A password is kept apart, encrypted (docs/domain/writes.md, Secrets). */
export const feedSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upload') }),
  z.object({
    kind: z.literal('storage'),
    key: line(500, 'Enter the file name').regex(
      /^(?!.*\.\.)[^\\]*$/,
      'File names can’t contain a backslash or “..”',
    ),
  }),
  z.object({
    kind: z.literal('http'),
    url: url(2000, ['http', 'https'], 'Enter an http or https address'),
    user: text(200).default(''),
  }),
  z.object({ kind: z.literal('ftp'), ...remote }),
  z.object({ kind: z.literal('ftps'), ...remote }),
  z.object({ kind: z.literal('sftp'), ...remote, host_key_sha256: text(100).optional() }),
])
export type FeedSource = z.output<typeof feedSource>

/** The URL class of browsers and servers, whose types the contract doesn't include. */
declare const URL: {
  new (url: string): Record<'protocol' | 'hostname' | 'port' | 'username' | 'password', string>
  canParse(url: string): boolean
}

const hostName = /^[\p{L}\p{N}]([\p{L}\p{N}._-]*[\p{L}\p{N}.])?$/u
/** Why a text isn't a host; undefined: it is one. */
export function hostFault(host: string): string | undefined {
  if (host.includes('@')) return 'Enter only the host. Username and password have their own fields.'
  if (host.includes('://')) return 'Enter only the host, without the protocol'
  if (/[/\\?#]/.test(host)) return 'Enter only the host. The path has its own field.'
  if (z.ipv6().safeParse(host.replace(/^\[(.*)\]$/, '$1')).success) return undefined
  if (/:\d*$/.test(host)) return 'Enter only the host. The port has its own field.'
  return hostName.test(host) ? undefined : 'Enter a host such as ftp.example.com'
}

function urlFault(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { username, password } = new URL(url)
  return username || password
    ? 'Enter the address without username and password. They have their own fields.'
    : undefined
}

/** A source as it may be saved: secrets have a field of their own and are kept encrypted. */
export const typedSource = feedSource.superRefine((source, ctx) => {
  const addIssue = (field: string, message: string | undefined) => {
    if (message) ctx.addIssue({ code: 'custom', path: [field], message })
  }
  if (source.kind === 'http') {
    addIssue('url', urlFault(source.url))
    addIssue(
      'user',
      source.user.includes(':') ? 'Enter only the username. The password has its own field.' : undefined,
    )
  }
  if ('host' in source) addIssue('host', hostFault(source.host))
})

const ports = { ftp: 21, ftps: 21, sftp: 22 } as const
/** Where a source's password is sent, and for which user. */
function passwordPlace(source: FeedSource) {
  if (source.kind === 'upload' || source.kind === 'storage') return {}
  if (source.kind !== 'http') {
    const { kind, host, port = ports[kind], user } = source
    return { host: host.toLowerCase(), port: String(port), user }
  }
  // an incomplete address leads nowhere
  if (!URL.canParse(source.url)) return {}
  const { protocol, hostname, port } = new URL(source.url)
  return { protocol, host: hostname, port, user: source.user }
}

/** Why a source's password isn't kept: it is sent only to the place it was given for. Undefined: it is kept. */
export function passwordForgotten(before: FeedSource, after: FeedSource): string | undefined {
  if (before.kind !== after.kind) {
    const advice = after.kind === 'upload' || after.kind === 'storage' ? '' : '. Enter it again.'
    return `Password removed because the source type changed${advice}`
  }
  const placeBefore: Record<string, string> = passwordPlace(before)
  const changedPart = Object.entries(passwordPlace(after)).find(
    ([part, value]) => placeBefore[part] !== value,
  )?.[0]
  return changedPart && `Password removed because the ${changedPart} changed. Enter it again.`
}

/** The characters that may separate cells; the last are the unit separator and Ctrl-A. */
export const delimiters = [',', ';', '|', '\t', '^', '~', ':', '¦', '§', '\x1f', '\x01'] as const
/** The last row that a workbook can have. */
const mostLines = 1_048_576
const lineNumber = count(1, mostLines * 100).optional()

/** How a feed's bytes become records. */
export const feedFormat = z.object({
  kind: z.enum(formatKinds),
  /** A label such as windows-1251; undefined: byte-order mark, then declaration, then a guess. */
  encoding: line(40).optional(),
  /** CSV: undefined: the one that cuts the first lines most evenly. */
  delimiter: z.enum(delimiters).optional(),
  /** CSV and XLSX: whether a row names the columns; otherwise they are col1, col2 … */
  header: z.boolean().default(true),
  /** CSV and XLSX: the line that names the columns; undefined: the likeliest of the first. */
  header_row: lineNumber,
  /** CSV and XLSX: the line of the first product; undefined: the one after the header. */
  first_row: lineNumber,
  /** CSV and XLSX: the line of the last product; undefined: the file's last. */
  last_row: lineNumber,
  /** CSV and XLSX: lines that look like repeated headers, sections or totals count as rows, too. */
  every_line: z.boolean().optional(),
  /** CSV: the quote character; `none` reads quotes as text. */
  quote: z.enum(['"', "'", 'none']).default('"'),
  /** XML: the repeating element's name or path; JSON: the path of the list. Undefined: the likeliest. */
  item: line(300).optional(),
  /**
   * The column whose value ties neighbouring rows together: a later row's blank cells take the first row's
   * (a Shopify export's handle).
   */
  group: line(300).optional(),
  /** The feed's file in a zip archive, with `*` for any letters; undefined: the likeliest. */
  file: line(300).optional(),
  /** XLSX: the sheet's name; undefined: the visible one that looks most like a table of products. */
  sheet: line(200).optional(),
})
export type FeedFormat = z.output<typeof feedFormat>

/** The names that lead to a JSON document's list, such as `data.items`; an empty name leads nowhere. */
export function pathOf(item = ''): string[] {
  const path = item.trim().replace(/^\$?\.?/, '')
  return path === '' ? [] : path.split('.')
}

/** A format as it may be saved. */
export const typedFormat = feedFormat.superRefine((format, ctx) => {
  const { kind, item, header, header_row, first_row, last_row } = format
  const refuse = (field: keyof FeedFormat, message: string) =>
    ctx.addIssue({ code: 'custom', path: [field], message })
  if (kind === 'json' && pathOf(item).includes(''))
    refuse('item', 'Enter the path to the list, such as data.items')
  if (header && header_row !== undefined && first_row !== undefined && first_row <= header_row)
    refuse('first_row', `Enter a row below the header in row ${header_row}`)
  const earliest = first_row ?? (header ? (header_row ?? 0) + 1 : 1)
  if (last_row !== undefined && last_row < earliest)
    refuse('last_row', `Enter row ${earliest} or a later one`)
})

export const measureUnits = ['g', 'kg', 'oz', 'lb', 'mm', 'cm', 'm', 'in', 'ft'] as const
export type MeasureUnit = (typeof measureUnits)[number]
const measureUnit = z.enum(measureUnits)
const exchangeRate = text(20).regex(/^(?=.*[1-9])\d{1,6}(?:\.\d{1,10})?$/, 'Enter a rate such as 1.0825')

/** How much of a value a pattern is tried on. */
export const patternChars = 300
/** Why a pattern isn’t used: it doesn’t work, or some values would take it too long. */
export function patternFault(find: string): string | undefined {
  try {
    new RegExp(find, 'u')
  } catch {
    return 'This pattern isn’t valid. Check its brackets and slashes.'
  }
  if (/\\[1-9k]|\(\?[=!<]/.test(find)) return 'Look-arounds and references to groups aren’t supported'
  if (/[*+}]\??[^()]*\)[*+{]/.test(find) || /\)\s*\)?[*+{]/.test(find)) return 'A group can’t be repeated'
  return (find.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0) > 2 ? 'Use *, + and { } at most twice' : undefined
}
const safePattern = text(200).superRefine((find, ctx) => {
  const message = find === '' ? 'Enter a pattern' : patternFault(find)
  if (message) ctx.addIssue({ code: 'custom', message })
})

/** The transforms of a cell on its way into a field, applied in order. */
export const transform = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trim') }),
  z.object({ kind: z.literal('decimal_comma') }),
  z.object({ kind: z.literal('price') }),
  z.object({ kind: z.literal('currency') }),
  z.object({ kind: z.literal('quantity_words'), words: z.record(text(50), count(0, 1_000_000)).default({}) }),
  z.object({ kind: z.literal('split'), by: text(10).min(1), take: count(0, 100).optional() }),
  z.object({ kind: z.literal('prefix'), text: text(500) }),
  z.object({ kind: z.literal('default'), text: text(500) }),
  z.object({ kind: z.literal('lookup'), table: z.record(text(200), text(200)) }),
  z.object({ kind: z.literal('blank'), values: z.array(text(50)).max(20) }),
  z.object({ kind: z.literal('unit'), from: measureUnit, to: measureUnit }),
  z.object({ kind: z.literal('exchange'), rate: exchangeRate, on: day }),
  z.object({ kind: z.literal('divide'), by: count(2, 1_000_000) }),
  z.object({
    kind: z.literal('divide_by'),
    column: text(300).min(1, 'Choose a column'),
    has: z
      .enum(['pieces', 'decimals'])
      .default('pieces')
      .describe(
        'the column has the pieces that a price is for, or how many decimals it has; blank pieces are 1',
      ),
  }),
  z.object({ kind: z.literal('pattern'), find: safePattern, put: text(200) }),
  z.object({ kind: z.literal('when'), values: z.array(text(100)).max(50), put: text(500) }),
])
export type Transform = z.output<typeof transform>

/** Whether a field may use several columns: images follow each other, quantities and amounts are added up. */
export const takesSeveral = (field: ProductField): boolean =>
  ['images', 'quantity', 'decimal'].includes(productFields[field].kind)

/** How many columns a field may use besides the first. */
export const mostFurther = 50
export const mappingEntry = z.object({
  field: productField,
  from: text(300),
  also: z
    .array(text(300).min(1))
    .max(mostFurther)
    .optional()
    .describe('more columns: images follow those of the first, quantities and amounts are added up'),
  transforms: z.array(transform).max(10).default([]),
})
export const feedMapping = z
  .array(mappingEntry)
  .max(100)
  .refine((m) => new Set(m.map((e) => e.field)).size === m.length, 'A field can be mapped only once')
  .refine(
    (m) => m.every((e) => !e.also || takesSeveral(e.field)),
    'Only images, quantities and amounts can use several columns',
  )
export type FeedMapping = z.output<typeof feedMapping>
/** Whether an entry feeds its field, by a column or by a fixed value. */
export const isFed = ({ from, transforms }: FeedMapping[number]): boolean =>
  from !== '' || transforms.some((t) => t.kind === 'default')
/** A file that was uploaded for a form, by the id that the upload returned. */
export const uploadedFile = z.object({
  id: line(36).regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Uploaded file not found'),
  name: line(200, 'Enter a file name'),
})
export type UploadedFile = z.output<typeof uploadedFile>

/** How one feed's rows are checked and its runs decided (docs/domain/feed-checks.md, Checks; Feeds: the gate). */
export const feedRules = z.object({
  /** A run is held if more than this share of the products is missing; other limits scale with it. */
  threshold_percent: percent.default(usualThreshold),
  warn_percent: percent.default(usualWarning),
  /** A person's own limits for single measures. */
  limits: ownLimits.default({}),
  /**
   * What the file lists: all products, so that a missing one is removed; some of them; or only updates of known
   * products, such as prices and stock.
   */
  covers: z.enum(['all', 'some', 'known']).default('all'),
  /** Which of two rows with one SKU counts; the other is rejected. */
  repeated_sku: z.enum(['first', 'last']).default('first'),
  /** A blank cell: clears the field, or keeps what the catalogue has. */
  blank_cell: z.enum(['clear', 'keep']).default('clear'),
  /** A row without a price: rejected, or accepted and not for sale. */
  blank_price: z.enum(['reject', 'accept']).default('accept'),
  /** A row that seems to be made up, such as a test product, or has nothing but a SKU: a product, or left out. */
  placeholder_row: z.enum(['accept', 'leave_out']).default('accept'),
  /** A blank quantity: nothing in stock, or what the catalogue has. */
  blank_quantity: z.enum(['zero', 'keep']).default('zero'),
  /** A product missing from the feed: inactive with quantity 0, or only quantity 0. */
  gone_product: z.enum(['inactive', 'zero']).default('inactive'),
  /** Days after which a missing product is deleted. */
  gone_retention_days: count(1, 3650).default(90),
  /** A row whose number of cells differs from the header: rejected, or read as far as it goes. */
  ragged_row: z.enum(['reject', 'accept']).default('reject'),
})
export type FeedRules = z.output<typeof feedRules>

/** The settings that decide what a row becomes; runs with equal ones are comparable row by row. */
export interface ReadSettings {
  format: FeedFormat
  mapping: FeedMapping
  rules: FeedRules
}
