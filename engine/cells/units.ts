import type { MeasureUnit } from '#contract/feeds/settings.ts'
import { amountDecimals, productOf, rounded, weightDecimals } from './decimals.ts'
import { readDecimalComma, readPrice } from './price.ts'

/** Each unit in its family's smallest, as exact decimals. */
const sizes: Readonly<Record<MeasureUnit, { family: 'weight' | 'length'; size: string }>> = {
  g: { family: 'weight', size: '1' },
  kg: { family: 'weight', size: '1000' },
  oz: { family: 'weight', size: '28.349523125' },
  lb: { family: 'weight', size: '453.59237' },
  mm: { family: 'length', size: '1' },
  cm: { family: 'length', size: '10' },
  m: { family: 'length', size: '1000' },
  in: { family: 'length', size: '25.4' },
  ft: { family: 'length', size: '304.8' },
}
const names: Readonly<Record<string, MeasureUnit>> = {
  g: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  gramm: 'g',
  grammes: 'g',
  г: 'g',
  гр: 'g',
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  kilogram: 'kg',
  кг: 'kg',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  mm: 'mm',
  мм: 'mm',
  cm: 'cm',
  см: 'cm',
  m: 'm',
  м: 'm',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '"': 'in',
  '″': 'in',
  ft: 'ft',
  feet: 'ft',
}

/** The unit beside a measure's number, `1,5 kg` or `12"`; undefined: none, or none that is known. */
export function unitBeside(value: string): MeasureUnit | undefined {
  const [, word] = /^[\d.,\s]+([\p{L}"″]+)\.?$/u.exec(value.trim()) ?? []
  return word === undefined ? undefined : names[word.toLowerCase()]
}

/**
 * A measure in another unit: `1500 g` as 1.5 for kg. A value without a unit is in `from`; one that can't be read, or is
 * of the other family, stays as it is.
 */
export function convertUnit(value: string, from: MeasureUnit, to: MeasureUnit): string {
  const text = value.trim()
  const unit = unitBeside(text) ?? (/^[\d.,\s]+$/.test(text) ? from : undefined)
  if (unit === undefined || sizes[unit].family !== sizes[to].family) return value
  const amount = text.replace(/[^\d.,]+$/u, '')
  const number = readPrice(/^\d+,\d+$/.test(amount) ? readDecimalComma(amount) : amount)
  if (unit === to) return number
  const base = productOf(number, sizes[unit].size)
  if (base === undefined) return value
  const result = divided(base, sizes[to].size)
  // a light weight keeps more decimals than others
  const isLight = sizes[to].family === 'weight' && result.startsWith('0.0')
  return rounded(result, isLight ? weightDecimals : amountDecimals)
}

const decimals = 6
/** The quotient of two plain decimals, half up. */
function divided(a: string, b: string): string {
  const digits = 12
  const whole = (text: string) => {
    const [before = '0', after = ''] = text.split('.')
    return BigInt(before + after.padEnd(digits, '0').slice(0, digits))
  }
  const quotient = (whole(a) * 10n ** BigInt(decimals + 1)) / whole(b)
  const text = quotient.toString().padStart(decimals + 2, '0')
  const exact = rounded(`${text.slice(0, -decimals - 1)}.${text.slice(-decimals - 1)}`, decimals)
  return exact.includes('.') ? exact.replace(/\.?0+$/, '') : exact
}
