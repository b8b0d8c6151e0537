import { dayText } from '#contract/formats.ts'
import type { Transform } from '#contract/feeds/settings.ts'

export type TransformKind = Transform['kind']
/** The transforms in the order of the menu, with what each does to a value. */
export const transformLabels: Record<TransformKind, { label: string; effect: string; first: Transform }> = {
  decimal_comma: {
    label: 'Decimal comma',
    effect: '1.210,50 becomes 1210.50',
    first: { kind: 'decimal_comma' },
  },
  price: {
    label: 'Price with currency',
    effect: '$1,234.50 becomes 1234.50',
    first: { kind: 'price' },
  },
  currency: {
    label: 'Currency from price',
    effect: '12.50 EUR becomes EUR',
    first: { kind: 'currency' },
  },
  quantity_words: {
    label: 'Quantity from text',
    effect: 'in stock becomes 1, >100 becomes 100',
    first: { kind: 'quantity_words', words: {} },
  },
  trim: { label: 'Trim', effect: 'removes spaces at both ends', first: { kind: 'trim' } },
  split: { label: 'Split', effect: 'a,b becomes a and b, or one of them', first: { kind: 'split', by: ',' } },
  prefix: {
    label: 'Add prefix',
    effect: 'a.jpg becomes https://…/a.jpg',
    first: { kind: 'prefix', text: '' },
  },
  default: { label: 'If blank', effect: 'uses a default value', first: { kind: 'default', text: '' } },
  lookup: { label: 'Replace', effect: 'one value becomes another', first: { kind: 'lookup', table: {} } },
  unit: {
    label: 'Convert unit',
    effect: '1500 g becomes 1.5 for kg',
    first: { kind: 'unit', from: 'g', to: 'kg' },
  },
  exchange: {
    label: 'Convert currency',
    effect: 'multiplies by a rate that you enter',
    first: { kind: 'exchange', rate: '', on: '' },
  },
  divide: {
    label: 'Divide',
    effect: '1250 becomes 12.50 if divided by 100',
    first: { kind: 'divide', by: 100 },
  },
  divide_by: {
    label: 'Divide by a column',
    effect: 'by the pieces a price is for, or by its number of decimals',
    first: { kind: 'divide_by', column: '', has: 'pieces' },
  },
  pattern: {
    label: 'Replace by pattern',
    effect: 'a regular expression, for values of up to 300 characters',
    first: { kind: 'pattern', find: '', put: '' },
  },
  when: {
    label: 'If it is',
    effect: 'some values become another',
    first: { kind: 'when', values: [], put: '' },
  },
  blank: { label: 'Treat as blank', effect: 'n/a becomes blank', first: { kind: 'blank', values: [] } },
}
export const transformKinds = Object.keys(transformLabels) as TransformKind[]

/** A transform in a few words. */
export function describe(t: Transform): string {
  const { label } = transformLabels[t.kind]
  switch (t.kind) {
    case 'quantity_words':
      return Object.keys(t.words).length ? `${label} + ${Object.keys(t.words).length}` : label
    case 'split': {
      const partText = t.take === undefined ? '' : `, part ${t.take + 1}`
      return `Split by “${t.by}”${partText}`
    }
    case 'prefix':
      return `Add prefix “${t.text}”`
    case 'default':
      return `If blank: “${t.text}”`
    case 'lookup':
      return `Replace ${Object.keys(t.table).join(', ') || '…'}`
    case 'unit':
      return `${t.from} to ${t.to}`
    case 'exchange':
      return `× ${t.rate || '…'}${t.on && ` (${dayText(t.on)})`}`
    case 'divide':
      return `÷ ${t.by || '…'}`
    case 'divide_by':
      return `÷ ${t.has === 'decimals' ? '10^' : ''}${t.column || '…'}`
    case 'pattern':
      return `Replace /${t.find || '…'}/ by “${t.put}”`
    case 'when':
      return `If ${t.values.join(', ') || '…'}: “${t.put}”`
    case 'blank':
      return `Blank: ${t.values.join(', ') || '…'}`
    default:
      return label
  }
}

/** One entry a line: `word = value`. */
export const toLines = (table: Readonly<Record<string, string | number>>): string =>
  Object.entries(table)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n')
export const fromLines = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => /^(.*?)\s*=\s*(.*)$/.exec(line.trim()))
      .flatMap((match) => (match?.[1] ? [[match[1], match[2] ?? '']] : [])),
  )
export const wordsFromLines = (text: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fromLines(text)).flatMap(([word, n]) => (/^\d{1,7}$/.test(n) ? [[word, Number(n)]] : [])),
  )
