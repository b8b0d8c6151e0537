import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { GateMeasure, GateWindow } from '#contract/feeds/gate.ts'
import { count as n, many } from '#contract/words.ts'
import type { Observation } from './observation.ts'

/** `one` of one, else `more`. */
const either = (count: number, oneForm: string, manyForm: string) => (count === 1 ? oneForm : manyForm)
const isOrAre = (count: number) => either(count, 'is', 'are')
const hasOrHave = (count: number) => either(count, 'has', 'have')
const standsOrStand = (count: number) => either(count, 'stands', 'stand')
const itWasOrTheyWere = (count: number) => either(count, 'it was', 'they were')
const sinceTexts: Record<GateWindow, string> = {
  first: '',
  last: '',
  week: ' within a week',
  agreed: ' within 30 days',
}
/** Since when, with the reason if a person's approval began the window. */
const sinceWhen = ({ window, words }: Observation) =>
  words?.agreed ? ' since a person last agreed' : sinceTexts[window]
/** For a share that has grown gradually. */
const growthText = (observation: Observation) =>
  observation.window === 'week' || observation.window === 'agreed'
    ? `, ever more${sinceWhen(observation)}`
    : ''
const fieldLabel = (field: ProductField | undefined) => (field ? productFields[field].label : 'Value')
/** `1 title`, `20 wholesale prices`; codes keep their capitals. */
const ofField = (count: number, field: ProductField | undefined) => many(count, lower(fieldLabel(field)))
const singular = (field: ProductField | undefined) =>
  field === 'categories' ? 'category' : fieldLabel(field)
const lower = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const times = (value: number) => (value > 0 ? 'higher' : 'lower')
/** “ of the file of that name”, unless it is the main one. */
const ofFile = (observation: Observation) =>
  observation.words?.file ? ` of “${wordOf(observation, 'file')}”` : ''
const wordOf = (observation: Observation, name: string) => String(observation.words?.[name] ?? '')

/** Each measure as a sentence; `value` is percent. */
const sentences: Record<GateMeasure, (seen: Observation, value: number) => string> = {
  renamed: (s) => `${n(s.count)} of ${many(s.of, 'SKU')} ${isOrAre(s.count)} unknown: ${wordOf(s, 'how')}.`,
  foreign: (s) =>
    `${n(s.count)} of ${n(s.of)} unknown ${either(s.of, 'SKU', 'SKUs')} looked at ${isOrAre(s.count)} ${wordOf(s, 'supplier')}’s.`,
  lost: (s) => {
    const mostly = wordOf(s, 'mostly')
    const missingText = `${n(s.count)} of ${many(s.of, 'product')} ${isOrAre(s.count)} missing`
    return `${missingText}${sinceWhen(s)}${mostly ? `, mostly ${mostly}` : ''}.`
  },
  new: (s) => `${n(s.count)} of the file’s ${many(s.of, 'product')} ${isOrAre(s.count)} new.`,
  left_stock: (s) =>
    s.window === 'first'
      ? firstUnstocked(s)
      : `${n(s.count)} of ${many(s.of, 'product')} in stock ${either(s.count, 'goes', 'go')} out of stock${sinceWhen(s)}.`,
  median_price: (s, value) => `Prices are ${Math.abs(value)}% ${times(value)} throughout${sinceWhen(s)}.`,
  price_half: (s) => `${ofField(s.count, s.field)} moved by half or more${sinceWhen(s)}${direction(s)}.`,
  price_five: (s) => {
    const movedText = `${ofField(s.count, s.field)} moved at least five times`
    return `${movedText}${sinceWhen(s)}${direction(s)}.`
  },
  powers_of_ten: powersOfTen,
  scaled: (s) => {
    const factor = Number(s.words?.factor ?? 0)
    const factorText = factor >= 0 ? `${n(10 ** factor)} times ` : `a ${n(10 ** -factor)}th of `
    return `${ofField(s.count, s.field)} ${isOrAre(s.count)} exactly ${factorText}what ${itWasOrTheyWere(s.count)}: another unit?`
  },
  another_unit: (s) => {
    const changeText = s.words?.up
      ? `${wordOf(s, 'times')} times what ${itWasOrTheyWere(s.count)}`
      : `what ${itWasOrTheyWere(s.count)} divided by ${wordOf(s, 'times')}`
    return `${ofField(s.count, s.field)} ${isOrAre(s.count)} ${changeText}: another unit?`
  },
  prices_exchanged: (s) =>
    `${s.field && s.field !== 'wholesale_price' ? ofField(s.count, s.field) : many(s.count, 'price')} ${standsOrStand(s.count)} on other products than before: was one column sorted alone?`,
  amounts_exchanged: (s) =>
    `${ofField(s.count, s.field)} ${standsOrStand(s.count)} on other products than before: was one column sorted alone?`,
  price_lost: (s) =>
    s.window === 'first'
      ? firstUnpriced(s)
      : `${many(s.count, 'price')} ${isOrAre(s.count)} gone or zero${sinceWhen(s)}.`,
  below_cost: (s) =>
    `${many(s.count, 'product')} ${either(s.count, 'costs', 'cost')} more than ${either(s.count, 'its', 'their')} list price: columns exchanged?`,
  quantity_scaled: (s) =>
    `${many(s.count, 'quantity')} moved by exactly ten, a hundred or a thousand times${sinceWhen(s)}.`,
  quantity_moved: (s) => {
    const movedText = `${many(s.count, 'quantity')} moved at least`
    return s.words?.times === 3
      ? `${movedText} three times, as many up as down: another product’s?`
      : `${movedText} a hundred times: another column?`
  },
  one_quantity: oneValue,
  capped: (s) =>
    `${many(s.count, 'quantity')} that ${either(s.count, 'was', 'were')} higher ${isOrAre(s.count)} ${wordOf(s, 'value')} now: does the supplier tell no more than that?`,
  one_price: oneValue,
  one_text: oneValue,
  exchanged: (s) => `${ofField(s.count, s.field)} ${standsOrStand(s.count)} on other products than before.`,
  crossed: (s) =>
    `${ofField(s.count, s.field)} ${isOrAre(s.count)} what the ${lower(fieldLabel(wordOf(s, 'from') as ProductField))} was: columns exchanged?`,
  garbled: (s) =>
    `${ofField(s.count, s.field)} ${hasOrHave(s.count)} garbled letters: read by another encoding?`,
  codes_moved: (s) => `${ofField(s.count, s.field)} ${standsOrStand(s.count)} on other products than before.`,
  codes_changed: (s) => `${n(s.count)} of ${ofField(s.of, s.field)} ${hasOrHave(s.count)} changed.`,
  codes_rewritten: (s) =>
    `${n(s.count)} of ${ofField(s.of, s.field)} ${isOrAre(s.count)} the same, written with other zeros or marks.`,
  currency: (s) =>
    `${many(s.count, 'product')} ${hasOrHave(s.count)} another currency${s.words?.to ? `: ${wordOf(s, 'to')} where it was ${wordOf(s, 'from')}` : ''}.`,
  title_emptied: (s) => `${many(s.count, 'title')} ${isOrAre(s.count)} empty now${sinceWhen(s)}.`,
  emptied: (s) =>
    `${fieldLabel(s.field)}: ${n(s.count)} of ${n(s.of)} ${isOrAre(s.count)} empty now${sinceWhen(s)}.`,
  replaced: (s) =>
    `${ofField(s.count, s.field)} ${hasOrHave(s.count)} nothing in common with what ${itWasOrTheyWere(s.count)}: another product’s?`,
  scattered: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} ${hasOrHave(s.count)} another ${lower(singular(s.field))}, and no old one became one new one.`,
  one_group: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} came to the same ${lower(singular(s.field))}, “${wordOf(s, 'value').slice(0, 80)}”.`,
  brand_changed: (s) => `Brands have changed on ${many(s.count, 'product')}.`,
  reworded: (s) => `${n(s.count)} of ${ofField(s.of, s.field)} ${isOrAre(s.count)} reworded.`,
  part_lost: (s) =>
    `${all(s)} ${partOf(s)} ${either(s.of, 'product', 'products')} ${isOrAre(s.count)} missing.`,
  part_left_stock: (s) =>
    `${all(s)} ${partOf(s)} ${either(s.of, 'product', 'products')} ${either(s.count, 'goes', 'go')} out of stock.`,
  part_price: (s) => `${all(s)} ${partOf(s)} prices moved by half or more${direction(s)}.`,
  rejected: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} can’t be read${s.words?.reason ? `: ${wordOf(s, 'reason')}` : ''}${growthText(s)}.`,
  unreadable: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} ${hasOrHave(s.count)} “${wordOf(s, 'reason')}”${growthText(s)}.`,
  repeated: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')}${ofFile(s)} ${either(s.count, 'repeats', 'repeat')} a SKU${growthText(s)}.`,
  unknown: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} ${either(s.count, 'names a product that isn’t known', 'name products that aren’t known')}${growthText(s)}.`,
  unjoined: (s) =>
    `“${wordOf(s, 'file')}” has no row for ${n(s.count)} of ${many(s.of, 'product')}${growthText(s)}.`,
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
export function sentenceOf(observation: Observation, value: number): string {
  const sentence = sentences[observation.name](observation, value)
  const sinceText = sinceWhen(observation).trim()
  // a sum over a window begins with the time, unless its sentence names it
  return sentence.includes(sinceText)
    ? sentence
    : `${sinceText.charAt(0).toUpperCase()}${sinceText.slice(1)}: ${lower(sentence)}`
}

/** For a first file, which had no price to lose. */
function firstUnpriced({ count, of: total, words }: Observation): string {
  if (words?.unmapped) return `No price is mapped: none of ${many(total, 'product')} would be for sale.`
  return count === total
    ? `None of ${many(total, 'product')} has a price.`
    : `${n(count)} of ${many(total, 'product')} ${hasOrHave(count)} no price.`
}
function firstUnstocked({ of: total, words }: Observation): string {
  if (words?.unmapped) return `No quantity is mapped: none of ${many(total, 'product')} is in stock.`
  return `None of ${many(total, 'product')} is in stock.`
}
function oneValue(s: Observation): string {
  const value = wordOf(s, 'value')
  const short = value.length > 80 ? `${value.slice(0, 80)}…` : value
  return `${n(s.count)} of ${many(s.of, 'product')} ${hasOrHave(s.count)} the same ${lower(fieldLabel(s.field))}, “${short}”.`
}
const all = ({ count, of: total }: Observation) =>
  count === total && total > 1 ? `All ${n(total)}` : `${n(count)} of ${n(total)}`
const partOf = ({ part, words }: Observation) => (words?.band ? `(${part})` : (part ?? ''))
function direction({ words, count }: Observation): string {
  const upCount = Number(words?.up ?? 0)
  if (words === undefined || count === 0) return ''
  if (upCount === count) return ', all up'
  return upCount === 0 ? ', all down' : `, ${n(upCount)} up and ${n(count - upCount)} down`
}
function powersOfTen(s: Observation): string {
  const factor = Number(s.words?.factor ?? 0)
  const scaledText = `${ofField(s.count, s.field)} ${isOrAre(s.count)} exactly`
  const comparedTo =
    s.window === 'last'
      ? either(s.count, 'the last one', 'the last ones')
      : `what ${itWasOrTheyWere(s.count)}${sinceWhen(s)}`
  if (factor >= 0) {
    const guess = factor === 2 ? 'cents?' : 'a decimal mark lost?'
    return `${scaledText} ${n(10 ** factor)} times ${comparedTo}: ${guess}`
  }
  const guess = factor === -2 ? `${either(s.count, 'was it', 'were they')} cents?` : 'a decimal mark moved?'
  return `${scaledText} a ${n(10 ** -factor)}th of ${comparedTo}: ${guess}`
}
function columnsSay({ words = {} }: Observation): string {
  const list = (names: string | number | undefined, oneForm: string, manyForm: string) => {
    if (!names) return ''
    const text = String(names)
    return `${text} ${text.includes('”, “') ? manyForm : oneForm}`
  }
  const parts = [
    list(words.gone, 'is gone', 'are gone'),
    list(words.new, 'is new', 'are new'),
    words.moved ? 'the columns stand in another order' : '',
  ].filter(Boolean)
  return `Columns: ${parts.join('; ')}.`
}
