/** Currencies by their signs and shop words. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  R$: 'BRL',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₴': 'UAH',
  '₽': 'RUB',
  '₹': 'INR',
  '₺': 'TRY',
  '₸': 'KZT',
  '₪': 'ILS',
  '₩': 'KRW',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  lv: 'BGN',
  лв: 'BGN',
  грн: 'UAH',
  руб: 'RUB',
  тг: 'KZT',
  rur: 'RUB',
  tl: 'TRY',
}

const codes: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  // given up for the euro since the list was made
  'BGN',
  'HRK',
])

/** A currency's code of ISO 4217 from its code or sign; undefined if there is none of that name. */
export function currencyCode(text: string): string | undefined {
  const word = text.trim().replace(/\.$/, '')
  const code = word.toUpperCase()
  if (/^[A-Z]{3}$/.test(code) && codes.has(code) && code !== 'XXX' && code !== 'XTS')
    return signs[word.toLowerCase()] ?? code
  return signs[word] ?? signs[word.toLowerCase()]
}

/** The currency beside a price's number; blank if there is none. */
export function currencyBeside(value: string): string {
  const beside = value.replace(/[\d\s.,'+-]+/g, ' ').trim()
  return currencyCode(beside) ?? ''
}

/** The currency that a price's heading names: `price-EUR`, `Cena (zł)`, `Price $`. */
export function currencyInHeading(column: string): string | undefined {
  const parts = column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{Sc}]+/u)
    .filter((part) => part !== '')
  // `lei` and `ft` are words of other things, too, and `all`, `top` and `try` are currencies
  const isSure = (part: string) =>
    /\p{Sc}|^(?:zł|kč|грн|руб|euro|euros)$/iu.test(part) || usual.has(part.toUpperCase())
  const namedCodes = parts
    .filter(isSure)
    .map(currencyCode)
    .filter((code) => code !== undefined)
  return new Set(namedCodes).size === 1 ? namedCodes[0] : undefined
}
/** Codes that are looked for in headings. */
const usual = new Set(
  'EUR USD GBP CHF PLN CZK UAH RUB SEK NOK DKK HUF RON BGN TRY CAD AUD NZD JPY CNY INR BRL MXN KZT ZAR ILS HKD SGD AED SAR KRW'.split(
    ' ',
  ),
)
