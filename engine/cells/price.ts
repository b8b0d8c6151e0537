import { longestNumber, withoutExponent } from '../number.ts'
import { currencyCode } from './currencies.ts'

/** `1.234,50` → `1234.50`; `12,5` → `12.5`. */
export const readDecimalComma = (v: string): string =>
  v.replace(/(?<=[1-9]|\d\d)[.\s'](?=\d{3}(?:\D|$))/g, '').replace(',', '.')

/**
 * A price with its currency, `$1,234.50`, `EUR 12.50`, `12.99 USD`, `1 234,50 ₽`: the number alone.
 * The last `.` or `,` is the decimal mark, unless it only groups thousands.
 */
export function readPrice(value: string): string {
  const text = value.trim()
  if (text.length > longestNumber) return text
  const bare = text
    .replace(/^(?:(?:\p{L}+\.?|\p{Sc})\s*)+|(?:\s*(?:\p{L}+\.?|\p{Sc}))+$/gu, (beside) =>
      isBesidePrice(beside) ? '' : beside,
    )
    .replace(/(?<=\d)[\s'](?=\d{3}(?!\d))/g, '')
  const v = withoutExponent(bare)
  // two numbers, or one with ambiguous marks, is no price
  if (!/^[\d.,]+$/.test(v) || /[.,]{2}/.test(v)) return text
  const mark = thousands.test(v) ? -1 : v.search(/[.,](?=\d+$)/)
  return mark < 0 ? v.replace(/[.,]/g, '') : `${v.slice(0, mark).replace(/[.,]/g, '')}.${v.slice(mark + 1)}`
}
/** Words beside a price that leave it as it is; others may change it, such as `k`, `dozen` or `ct`. */
const priceWords = new Set(
  (
    'each ea per pc pce pcs piece pieces unit units item stk st stck stück stuck stuks stuk szt ks kus db darab шт штука од buc adet kpl pz ud ' +
    'net nett netto gross brutto excl excluding incl including ex inc inkl exkl vat tax gst mwst ust tva iva btw dph moms ht ttc zzgl plus pdv ндс ' +
    'us ca au nz hk from ab only now just approx circa price prix preis precio cena цена uvp rrp msrp rs kr sek euro dollar dollars pound pounds rupees ' +
    'р руб рублей грн гривень тенге тг сом kč kc ft lei leva lv kn din tl dh dhs sfr fr kzt'
  ).split(' '),
)
function isBesidePrice(text: string): boolean {
  if (currencyCode(text.replaceAll(/\s/g, '')) !== undefined) return true
  return text
    .split(/\s+|(?<=\p{Sc})|(?=\p{Sc})/u)
    .map((word) => word.replace(/\.$/, ''))
    .filter(Boolean)
    .every((word) => priceWords.has(word.toLowerCase()) || currencyCode(word) !== undefined)
}

/** `1,234`, `1.234.567`, `1,23,456`. */
const thousands = /^[1-9]\d{0,2},\d{3}$|([.,]).*\1\d{3,}$/
