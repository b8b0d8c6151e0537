import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { GateMeasure, GateWindow } from '#contract/feeds/gate.ts'
import { capitalize, count as n, many, midSentence } from '#contract/words.ts'
import type { Observation } from './observation.ts'

/** `one` of one, else `more`. */
const either = (count: number, oneForm: string, manyForm: string) => (count === 1 ? oneForm : manyForm)
const isOrAre = (count: number) => either(count, 'is', 'are')
const hasOrHave = (count: number) => either(count, 'has', 'have')
const misplacedText = (count: number) =>
  `${either(count, 'appears', 'appear')} on different products than before`
const previousValue = 'the previous value'
const sinceTexts: Record<GateWindow, string> = {
  first: '',
  last: '',
  week: ' within a week',
  agreed: ' within 30 days',
}
/** Since when, with the reason if a person's approval began the window. */
const sinceWhen = ({ window, words }: Observation) =>
  words?.agreed ? ' since the last approval' : sinceTexts[window]
/** For a share that has grown gradually. */
const growthText = (observation: Observation) =>
  observation.window === 'week' || observation.window === 'agreed'
    ? `, increasing${sinceWhen(observation)}`
    : ''
const fieldLabel = (field: ProductField | undefined) => (field ? productFields[field].label : 'Value')
/** `1 title`, `20 wholesale prices`; codes keep their capitals. */
const ofField = (count: number, field: ProductField | undefined) =>
  many(count, midSentence(fieldLabel(field)))
const singular = (field: ProductField | undefined) =>
  field === 'categories' ? 'category' : fieldLabel(field)
const times = (value: number) => (value > 0 ? 'higher' : 'lower')
/** “ of the file of that name”, unless it is the main one. */
const ofFile = (observation: Observation) =>
  observation.words?.file ? ` of “${wordOf(observation, 'file')}”` : ''
/** What becomes of the products whose values can’t be read. */
const keptText = (reason: string) =>
  reason.startsWith('Unreadable quantity') ? ' These products keep their current quantity.' : ''

const wordOf = (observation: Observation, name: string) => String(observation.words?.[name] ?? '')

/** Each measure as a sentence; `value` is percent. */
const sentences: Record<GateMeasure, (seen: Observation, value: number) => string> = {
  renamed: (s) => `${n(s.count)} of ${many(s.of, 'SKU')} ${isOrAre(s.count)} unknown: ${wordOf(s, 'how')}.`,
  foreign: (s) =>
    `${n(s.count)} of ${n(s.of)} unknown ${either(s.of, 'SKU', 'SKUs')} checked ${either(s.count, 'belongs', 'belong')} to ${wordOf(s, 'supplier')}.`,
  lost: (s) => {
    const mostly = wordOf(s, 'mostly')
    const missingText = `${n(s.count)} of ${many(s.of, 'product')} ${isOrAre(s.count)} missing`
    return `${missingText}${sinceWhen(s)}${mostly ? `, mostly ${mostly}` : ''}.`
  },
  new: (s) => `${n(s.count)} of the file’s ${many(s.of, 'product')} ${isOrAre(s.count)} new.`,
  left_stock: (s) =>
    s.window === 'first'
      ? firstUnstocked(s)
      : `${n(s.count)} of ${many(s.of, 'product')} in stock ${isOrAre(s.count)} now out of stock${sinceWhen(s)}.`,
  median_price: (s, value) => `Prices are ${Math.abs(value)}% ${times(value)} overall${sinceWhen(s)}.`,
  price_half: (s) => `${ofField(s.count, s.field)} changed by 50% or more${sinceWhen(s)}${direction(s)}.`,
  price_five: (s) => {
    const movedText = `${ofField(s.count, s.field)} changed by a factor of 5 or more`
    return `${movedText}${sinceWhen(s)}${direction(s)}.`
  },
  powers_of_ten: powersOfTen,
  scaled: (s) => {
    const factor = Number(s.words?.factor ?? 0)
    const factorText = factor >= 0 ? `${n(10 ** factor)} times ` : `1/${n(10 ** -factor)} of `
    return `${ofField(s.count, s.field)} ${isOrAre(s.count)} exactly ${factorText}${previousValue}: unit changed?`
  },
  another_unit: (s) => {
    const changeText = s.words?.up
      ? `${wordOf(s, 'times')} times ${previousValue}`
      : `${previousValue} divided by ${wordOf(s, 'times')}`
    return `${ofField(s.count, s.field)} ${isOrAre(s.count)} ${changeText}: unit changed?`
  },
  prices_exchanged: (s) =>
    `${s.field && s.field !== 'wholesale_price' ? ofField(s.count, s.field) : many(s.count, 'price')} ${misplacedText(s.count)}: was one column sorted separately?`,
  amounts_exchanged: (s) =>
    `${ofField(s.count, s.field)} ${misplacedText(s.count)}: was one column sorted separately?`,
  price_lost: (s) =>
    s.window === 'first'
      ? firstUnpriced(s)
      : `${many(s.count, 'price')} ${isOrAre(s.count)} missing or zero${sinceWhen(s)}.`,
  below_cost: (s) =>
    `${many(s.count, 'product')} ${either(s.count, 'costs', 'cost')} more than ${either(s.count, 'its', 'their')} list price: columns swapped?`,
  quantity_scaled: (s) =>
    `${many(s.count, 'quantity')} changed by a factor of exactly 10, 100, or 1,000${sinceWhen(s)}.`,
  quantity_moved: (s) => {
    const movedText = `${many(s.count, 'quantity')} changed by a factor of`
    return s.words?.times === 3
      ? `${movedText} 3 or more, as many up as down: mixed up with other products?`
      : `${movedText} 100 or more: wrong column?`
  },
  one_quantity: oneValue,
  capped: (s) =>
    `${many(s.count, 'quantity')} above ${wordOf(s, 'value')} ${isOrAre(s.count)} now ${wordOf(s, 'value')}: does the supplier cap quantities?`,
  one_price: oneValue,
  one_text: oneValue,
  exchanged: (s) => `${ofField(s.count, s.field)} ${misplacedText(s.count)}.`,
  crossed: (s) =>
    `${ofField(s.count, s.field)} now ${hasOrHave(s.count)} the old ${midSentence(fieldLabel(wordOf(s, 'from') as ProductField))}: columns swapped?`,
  garbled: (s) => `${ofField(s.count, s.field)} ${hasOrHave(s.count)} garbled characters: wrong encoding?`,
  codes_moved: (s) => `${ofField(s.count, s.field)} ${misplacedText(s.count)}.`,
  codes_changed: (s) => `${n(s.count)} of ${ofField(s.of, s.field)} changed.`,
  codes_rewritten: (s) =>
    `${n(s.count)} of ${ofField(s.of, s.field)} ${either(s.count, 'differs', 'differ')} only in zeros or punctuation.`,
  currency: (s) =>
    `${many(s.count, 'product')} ${hasOrHave(s.count)} a different currency${s.words?.to ? `: ${wordOf(s, 'to')} instead of ${wordOf(s, 'from')}` : ''}.`,
  title_emptied: (s) =>
    s.window === 'first'
      ? firstUntitled(s)
      : `${many(s.count, 'title')} ${isOrAre(s.count)} now blank${sinceWhen(s)}.`,
  only_codes: (s) => `Only the SKU is mapped: ${many(s.of, 'product')} would have no title, price, or stock.`,
  dearer_price: (s) =>
    `“${wordOf(s, 'from')}” is mapped to the wholesale price, but “${wordOf(s, 'column')}” is lower: wrong column?`,
  unclear_decimals: (s) =>
    `“${wordOf(s, 'value')}” in “${wordOf(s, 'column')}” is read as ${wordOf(s, 'read')}, but could be ${wordOf(s, 'other')}.`,
  filler: (s) => {
    const found = s.words?.bare
      ? `${hasOrHave(s.count)} nothing but a SKU`
      : `${either(s.count, 'looks', 'look')} like ${either(s.count, 'a placeholder', 'placeholders')}`
    const title = wordOf(s, 'title')
    const example = `such as “${wordOf(s, 'sku').slice(0, 60)}”${title && ` (“${title.slice(0, 60)}”)`}`
    return `${n(s.count)} of ${many(s.of, 'product')} ${found}, ${example}${s.words?.bare ? ': headings?' : '.'}`
  },
  emptied: (s) =>
    `${fieldLabel(s.field)}: ${n(s.count)} of ${n(s.of)} ${isOrAre(s.count)} now blank${sinceWhen(s)}.`,
  replaced: (s) =>
    `${ofField(s.count, s.field)} ${hasOrHave(s.count)} nothing in common with ${previousValue}: mixed up with other products?`,
  scattered: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} ${hasOrHave(s.count)} a different ${midSentence(singular(s.field))}, with no clear pattern.`,
  one_group: (s) =>
    `${n(s.count)} of ${many(s.of, 'product')} now ${hasOrHave(s.count)} the same ${midSentence(singular(s.field))}, “${wordOf(s, 'value').slice(0, 80)}”.`,
  brand_changed: (s) => `${many(s.count, 'product')} changed brand.`,
  reworded: (s) => `${n(s.count)} of ${ofField(s.of, s.field)} ${isOrAre(s.count)} reworded.`,
  part_lost: (s) =>
    `${all(s)} ${partOf(s)} ${either(s.of, 'product', 'products')} ${isOrAre(s.count)} missing.`,
  part_left_stock: (s) =>
    `${all(s)} ${partOf(s)} ${either(s.of, 'product', 'products')} ${isOrAre(s.count)} now out of stock.`,
  part_price: (s) => `${all(s)} ${partOf(s)} prices changed by 50% or more${direction(s)}.`,
  rejected: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} ${either(s.count, 'was', 'were')} rejected${s.words?.reason ? `: ${wordOf(s, 'reason')}` : ''}${growthText(s)}.`,
  unreadable: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} ${hasOrHave(s.count)} a warning: “${wordOf(s, 'reason')}”${growthText(s)}.${keptText(wordOf(s, 'reason'))}`,
  repeated: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')}${ofFile(s)} ${either(s.count, 'repeats', 'repeat')} a SKU${growthText(s)}.`,
  unknown: (s) =>
    `${n(s.count)} of ${many(s.of, 'row')} ${either(s.count, 'is for an unknown product', 'are for unknown products')}${growthText(s)}.`,
  unjoined: (s) =>
    `“${wordOf(s, 'file')}” has no row for ${n(s.count)} of ${many(s.of, 'product')}${growthText(s)}.`,
  columns: (s) => columnsSay(s),
  column_gone: (s) => columnsSay(s),
  swallowed: (s) =>
    `One cell spans ${many(s.count, 'line')}, starting at line ${wordOf(s, 'line')}: stray quote?`,
  cut: () => 'The file no longer ends with a line break, and products are missing: was it cut off?',
  earlier: (s) =>
    s.words?.nearly
      ? `The file nearly matches ${wordOf(s, 'which')}: ${many(s.count, 'later change')} would be undone.`
      : `The file is identical to ${wordOf(s, 'which')}.`,
  stuck: (s) => `No ${wordOf(s, 'what')} has changed for ${many(s.count, 'run')}.`,
}

/** @param value percent, rounded */
export function sentenceOf(observation: Observation, value: number): string {
  const sentence = sentences[observation.name](observation, value)
  const sinceText = sinceWhen(observation).trim()
  // a sum over a window begins with the time, unless its sentence names it
  return sentence.includes(sinceText) ? sentence : `${capitalize(sinceText)}: ${midSentence(sentence)}`
}

/** For a first file, which had no price to lose. */
function firstUnpriced({ count, of: total, words }: Observation): string {
  if (words?.unmapped)
    return `No price is mapped${thoughColumn(words)}: none of ${many(total, 'product')} would be for sale.`
  return count === total
    ? `None of ${many(total, 'product')} has a price.`
    : `${n(count)} of ${many(total, 'product')} ${hasOrHave(count)} no price.`
}
const thoughColumn = (words: NonNullable<Observation['words']>) =>
  words.column ? `, though “${words.column}” looks like one` : ''
function firstUntitled({ count, of: total, words }: Observation): string {
  if (words?.unmapped)
    return `No title is mapped${thoughColumn(words)}: ${many(total, 'product')} would have no title.`
  return count === total
    ? `None of ${many(total, 'product')} has a title.`
    : `${n(count)} of ${many(total, 'product')} ${hasOrHave(count)} no title.`
}
function firstUnstocked({ of: total, words }: Observation): string {
  if (words?.unmapped) return `No quantity is mapped: none of ${many(total, 'product')} is in stock.`
  return `None of ${many(total, 'product')} is in stock.`
}
function oneValue(s: Observation): string {
  const value = wordOf(s, 'value')
  const short = value.length > 80 ? `${value.slice(0, 80)}…` : value
  return `${n(s.count)} of ${many(s.of, 'product')} ${hasOrHave(s.count)} the same ${midSentence(fieldLabel(s.field))}, “${short}”.`
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
  const comparedTo = s.window === 'last' ? previousValue : `${previousValue}${sinceWhen(s)}`
  if (factor >= 0) {
    const guess = factor === 2 ? 'in cents?' : 'decimal point lost?'
    return `${scaledText} ${n(10 ** factor)} times ${comparedTo}: ${guess}`
  }
  const guess = factor === -2 ? 'in cents before?' : 'decimal point moved?'
  return `${scaledText} 1/${n(10 ** -factor)} of ${comparedTo}: ${guess}`
}
function columnsSay({ words = {} }: Observation): string {
  const list = (names: string | number | undefined, oneForm: string, manyForm: string) => {
    if (!names) return ''
    const text = String(names)
    return `${text} ${text.includes('”, “') ? manyForm : oneForm}`
  }
  const parts = [
    list(words.gone, 'is missing', 'are missing'),
    list(words.new, 'is new', 'are new'),
    words.moved ? 'the columns are in a different order' : '',
  ].filter(Boolean)
  return `Columns: ${parts.join('; ')}.`
}
