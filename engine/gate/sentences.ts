import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { GateMeasure, GateWindow } from '#contract/feeds/gate.ts'
import type { Observed } from './judge.ts'

const n = (count: number) => count.toLocaleString('en-US')
const many = (count: number, noun: string) =>
  `${n(count)} ${noun}${count === 1 || noun.endsWith('s') ? '' : 's'}`
const are = (count: number) => (count === 1 ? 'is' : 'are')
const have = (count: number) => (count === 1 ? 'has' : 'have')
const since: Record<GateWindow, string> = {
  first: '',
  last: '',
  week: ' within a week',
  agreed: ' within 30 days',
}
/** Since when, where a window didn't begin as it usually does. */
const sinceWhen = ({ window, words }: Observed) =>
  words?.agreed ? ' since a person last agreed' : since[window]
/** Of a share that has grown by and by. */
const more = (seen: Observed) =>
  seen.window === 'week' || seen.window === 'agreed' ? `, ever more${sinceWhen(seen)}` : ''
const quantities = (count: number) => (count === 1 ? '1 quantity' : `${n(count)} quantities`)
const fieldLabel = (field: ProductField | undefined) => (field ? productFields[field].label : 'Value')
/** “Titles”, “Wholesale prices” … */
const plural = (field: ProductField | undefined) => {
  const label = fieldLabel(field)
  return label.endsWith('s') ? label : label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`
}
const singular = (field: ProductField | undefined) =>
  field === 'categories' ? 'category' : fieldLabel(field)
const lower = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text[0]!.toLowerCase() + text.slice(1))
const times = (value: number) => (value > 0 ? 'higher' : 'lower')
const wordOf = (seen: Observed, name: string) => String(seen.words?.[name] ?? '')

/** What each measure says, as a person would. `value` is percent. */
const sentences: Record<GateMeasure, (seen: Observed, value: number) => string> = {
  renamed: (s) => `${n(s.count)} of ${many(s.of, 'SKU')} ${are(s.count)} unknown: ${wordOf(s, 'how')}.`,
  foreign: (s) => `${n(s.count)} of ${n(s.of)} unknown SKUs looked at are ${wordOf(s, 'supplier')}’s.`,
  lost: (s) => {
    const mostly = wordOf(s, 'mostly')
    const what = `${n(s.count)} of ${many(s.of, 'product')} ${are(s.count)} missing`
    return `${what}${sinceWhen(s)}${mostly ? `, mostly ${mostly}` : ''}.`
  },
  new: (s) => `${n(s.count)} of the file’s ${many(s.of, 'product')} ${are(s.count)} new.`,
  left_stock: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} in stock ${s.count === 1 ? 'goes' : 'go'} out of stock${sinceWhen(s)}.`,
  median_price: (s, value) => `Prices are ${Math.abs(value)}% ${times(value)} throughout${sinceWhen(s)}.`,
  price_half: (s) =>
    `${many(s.count, lower(fieldLabel(s.field)))} moved by half or more${sinceWhen(s)}${direction(s)}.`,
  price_five: (s) => {
    const moved = `${many(s.count, lower(fieldLabel(s.field)))} moved at least five times`
    return `${moved}${sinceWhen(s)}${direction(s)}.`
  },
  powers_of_ten: (s) => {
    const factor = Number(s.words?.factor ?? 0)
    const what = `${many(s.count, lower(fieldLabel(s.field)))} ${are(s.count)} exactly`
    const than = s.window === 'last' ? 'the last ones' : `what they were${sinceWhen(s)}`
    return factor >= 0
      ? `${what} ${n(10 ** factor)} times ${than}: ${factor === 2 ? 'cents?' : 'a decimal mark lost?'}`
      : `${what} a ${n(10 ** -factor)}th of ${than}: ${factor === -2 ? 'were they cents?' : 'a decimal mark moved?'}`
  },
  scaled: (s) => {
    const factor = Number(s.words?.factor ?? 0)
    const by =
      factor >= 0 ? `${n(10 ** factor)} times what they were` : `a ${n(10 ** -factor)}th of what they were`
    return `${many(s.count, lower(fieldLabel(s.field)))} ${are(s.count)} exactly ${by}: another unit?`
  },
  another_unit: (s) => {
    const by = s.words?.up
      ? `${wordOf(s, 'times')} times what they were`
      : `what they were divided by ${wordOf(s, 'times')}`
    return `${many(s.count, lower(fieldLabel(s.field)))} ${are(s.count)} ${by}: another unit?`
  },
  prices_exchanged: (s) =>
    `${n(s.count)} ${s.field && s.field !== 'wholesale_price' ? lower(plural(s.field)) : 'prices'} stand on other products than before: was one column sorted alone?`,
  amounts_exchanged: (s) =>
    `${n(s.count)} ${lower(plural(s.field))} stand on other products than before: was one column sorted alone?`,
  price_lost: (s) => `${many(s.count, 'price')} ${are(s.count)} gone or zero${sinceWhen(s)}.`,
  below_cost: (s) =>
    `${many(s.count, 'product')} ${s.count === 1 ? 'costs' : 'cost'} more than ${s.count === 1 ? 'its' : 'their'} list price: columns exchanged?`,
  quantity_scaled: (s) =>
    `${quantities(s.count)} moved by exactly ten, a hundred or a thousand times${sinceWhen(s)}.`,
  quantity_moved: (s) => {
    const moved = `${quantities(s.count)} moved at least`
    return s.words?.times === 3
      ? `${moved} three times, as many up as down: another product’s?`
      : `${moved} a hundred times: another column?`
  },
  one_quantity: oneValue,
  capped: (s) =>
    `${quantities(s.count)} that ${s.count === 1 ? 'was' : 'were'} higher ${are(s.count)} ${wordOf(s, 'value')} now: does the supplier tell no more than that?`,
  one_price: oneValue,
  one_text: oneValue,
  exchanged: (s) => `${n(s.count)} ${lower(plural(s.field))} stand on other products than before.`,
  crossed: (s) =>
    `${many(s.count, lower(fieldLabel(s.field)))} ${are(s.count)} what the ${lower(fieldLabel(wordOf(s, 'from') as ProductField))} was: columns exchanged?`,
  garbled: (s) =>
    `${many(s.count, lower(fieldLabel(s.field)))} ${have(s.count)} garbled letters: read by another encoding?`,
  codes_moved: (s) => `${n(s.count)} ${plural(s.field)} stand on other products than before.`,
  codes_changed: (s) => `${n(s.count)} of ${n(s.of)} ${plural(s.field)} have changed.`,
  codes_rewritten: (s) =>
    `${n(s.count)} of ${n(s.of)} ${plural(s.field)} are the same, written with other zeros or marks.`,
  currency: (s) =>
    `${many(s.count, 'product')} ${have(s.count)} another currency${s.words?.to ? `: ${wordOf(s, 'to')} where it was ${wordOf(s, 'from')}` : ''}.`,
  title_emptied: (s) => `${many(s.count, 'title')} ${are(s.count)} empty now${sinceWhen(s)}.`,
  emptied: (s) =>
    `${fieldLabel(s.field)}: ${n(s.count)} of ${n(s.of)} ${are(s.count)} empty now${sinceWhen(s)}.`,
  replaced: (s) =>
    `${n(s.count)} ${lower(plural(s.field))} have nothing in common with what ${s.count === 1 ? 'it was' : 'they were'}: another product’s?`,
  scattered: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} have another ${lower(singular(s.field))}, and no old one became one new one.`,
  one_group: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} came to the same ${lower(singular(s.field))}, “${wordOf(s, 'value').slice(0, 80)}”.`,
  brand_changed: (s) => `Brands have changed on ${many(s.count, 'product')}.`,
  reworded: (s) => `${n(s.count)} of ${n(s.of)} ${lower(plural(s.field))} are reworded.`,
  part_lost: (s) => `${all(s)} ${partOf(s)} products are missing.`,
  part_left_stock: (s) => `${all(s)} ${partOf(s)} products go out of stock.`,
  part_price: (s) => `${all(s)} ${partOf(s)} prices moved by half or more${direction(s)}.`,
  rejected: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} can’t be read${s.words?.reason ? `: ${wordOf(s, 'reason')}` : ''}${more(s)}.`,
  unreadable: (s) => `${n(s.count)} of ${many(s.of, 'row')} have “${wordOf(s, 'reason')}”${more(s)}.`,
  repeated: (s) => {
    const where = s.words?.file ? ` of “${wordOf(s, 'file')}”` : ''
    return `${n(s.count)} of ${many(s.of, 'row')}${where} repeat a SKU${more(s)}.`
  },
  unknown: (s) => `${n(s.count)} of ${many(s.of, 'row')} name products that aren’t known${more(s)}.`,
  unjoined: (s) =>
    `“${wordOf(s, 'file')}” has no row for ${n(s.count)} of ${many(s.of, 'product')}${more(s)}.`,
  columns: (s) => columnsSay(s),
  column_gone: (s) => columnsSay(s),
  swallowed: (s) => `One cell holds ${many(s.count, 'line')}, from line ${wordOf(s, 'line')}: a stray quote?`,
  cut: () =>
    'The file ends without the line end that it had before, and products are missing: was it cut off?',
  earlier: (s) =>
    s.words?.nearly
      ? `The file is nearly ${wordOf(s, 'which')}: ${n(s.count)} later changes would be taken back.`
      : `The file is, byte for byte, ${wordOf(s, 'which')}.`,
  stuck: (s) => `No ${wordOf(s, 'what')} has moved for ${many(s.count, 'run')}.`,
}

/** @param value percent, rounded */
export function sentenceOf(seen: Observed, value: number): string {
  const said = sentences[seen.name](seen, value)
  const when = sinceWhen(seen).trim()
  // what is added up says since when before it, where its sentence doesn't
  return when === '' || said.includes(when)
    ? said
    : `${when[0]!.toUpperCase()}${when.slice(1)}: ${lower(said)}`
}

function oneValue(s: Observed): string {
  const value = wordOf(s, 'value')
  const short = value.length > 80 ? `${value.slice(0, 80)}…` : value
  return `${n(s.count)} of ${many(s.of, 'product')} have the same ${lower(fieldLabel(s.field))}, “${short}”.`
}
const all = ({ count, of }: Observed) => (count === of ? `All ${n(of)}` : `${n(count)} of ${n(of)}`)
const partOf = ({ part, words }: Observed) => (words?.band ? `(${part})` : (part ?? ''))
function direction({ words, count }: Observed): string {
  const up = Number(words?.up ?? 0)
  if (words === undefined || count === 0) return ''
  return up === count ? ', all up' : up === 0 ? ', all down' : `, ${n(up)} up and ${n(count - up)} down`
}
function columnsSay({ words = {} }: Observed): string {
  const list = (names: string | number | undefined, one: string, more: string) =>
    names ? `${String(names)} ${String(names).includes('”, “') ? more : one}` : ''
  const said = [
    list(words.gone, 'is gone', 'are gone'),
    list(words.new, 'is new', 'are new'),
    words.moved ? 'the columns stand in another order' : '',
  ].filter(Boolean)
  return `Columns: ${said.join('; ')}.`
}
