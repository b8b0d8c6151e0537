// Normal forms of what identifies a product (docs/domain/asins.md, Normal forms).

const checkDigit = (body: string): number => {
  let sum = 0
  for (let i = body.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) sum += Number(body[i]) * weight
  return (10 - (sum % 10)) % 10
}
const fits = (digits: string) => checkDigit(digits.slice(0, -1)) === Number(digits.at(-1))

const isbnFits = (isbn: string): boolean => {
  let sum = 0
  for (let i = 0; i < 10; i++) sum += (isbn[i] === 'X' ? 10 : Number(isbn[i])) * (10 - i)
  return sum % 11 === 0
}
const isIsbn10 = (text: string) => /^\d{9}[\dX]$/.test(text) && isbnFits(text)

export interface Gtin {
  /** 14 digits, in which equal barcodes are equal. */
  gtin: string
  /** A leading zero was missing, as spreadsheets drop it. */
  isRepaired: boolean
}

/** Ranges that shops number themselves: 2, 02 and 04 of the 13-digit form. */
const isInStore = (gtin14: string) => /^.(2|02|04)/.test(gtin14)

/**
 * A UPC, EAN, GTIN or ISBN in one form; undefined: it isn't one, because its length or its check digit is
 * wrong, a spreadsheet wrote it as 8.85E+11, or it is a shop's own number.
 */
export function gtinOf(text: string | null | undefined): Gtin | undefined {
  const code = (text ?? '').replace(/[\s-]/g, '').toUpperCase()
  if (isIsbn10(code) && code.length === 10) {
    const body = `978${code.slice(0, 9)}`
    return { gtin: `0${body}${checkDigit(body)}`, isRepaired: false }
  }
  if (!/^\d{11,14}$/.test(code) || /^0*$/.test(code)) return undefined
  const gtin = code.padStart(14, '0')
  if (!fits(gtin) || isInStore(gtin)) return undefined
  return { gtin, isRepaired: code.length === 11 }
}

/** How a person reads a GTIN: without the zeros that only fill it up, at least as long as a UPC. */
export const gtinText = (gtin: string): string => gtin.replace(/^0{1,2}/, '')

/**
 * An ASIN, or the ASIN in a link to an Amazon page; undefined: it isn't one. Books have their ISBN-10 as
 * ASIN.
 */
export function asinOf(text: string | null | undefined): string | undefined {
  const value = (text ?? '').trim()
  const [, linked] =
    /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*amazon\.[a-z.]{2,6}\/(?:[^?#]*\/)?(?:dp|gp\/product|gp\/aw\/d|product)\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(
      value,
    ) ?? []
  const asin = (linked ?? value).toUpperCase()
  return /^B[A-Z0-9]{9}$/.test(asin) || (asin.length === 10 && isIsbn10(asin)) ? asin : undefined
}

/** Letters and digits in lower case. */
export const squeezed = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const measure =
  /^\d+([.,]\d+)?(gb|tb|mb|kb|in|inch|inches|ft|feet|mm|cm|m|oz|lb|lbs|kg|g|ml|l|w|watt|watts|v|volt|volts|mah|ghz|mhz|hz|mp|megapixel|x|k|p|i|st|nd|rd|th|pk|pack|packs|ct|count|piece|pieces|pc|pcs|port|ports|sheet|sheets|user|users|page|pages|way|bit|rpm|dpi|ms|mbps|gbps|d|in1|hour|hours|hr|min|pin|ohm|db|ch|channel|year|yr|cup|cups|qt|gal|btu|a|amp|amps|lumens|mil|key|line|bay|disc|discs)$/
const resolution = /^\d{3,4}x\d{3,4}$/
const year = /^(19[5-9]\d|20[0-4]\d)$/
const commonTerm =
  /^(mp[34]|usb[123]?|usb20|usb30|1080p|720p|480p|ddr[2345]?|80211[abgn]+|\d+x\d+(x\d+)?|h264|mpeg[24]|win(dows)?\d*|10100(1000)?|101001000mbps|rs232|rj(11|45)|cat(5|6|5e|6a|7)|s?ata\d*|pc\d{3,5}|3d|4k|mini\d|core\dduo|dvd9|i[3579]|f\d+|v\d+|\d+cd)$/

/** Whether letters and digits can be a model or part number, not a measure, a year or a term of the trade. */
export const isCode = (code: string): boolean =>
  code.length >= 4 &&
  code.length <= 30 &&
  /\d/.test(code) &&
  !measure.test(code) &&
  !resolution.test(code) &&
  !year.test(code) &&
  !commonTerm.test(code) &&
  (/\D/.test(code) || code.length >= 5)

/** A code that hardly two products have by chance: DVPCX995V, 848001 or DC320, not HV30 or ORBIT-MP3. */
export const isStrongCode = (code: string): boolean => {
  const digits = code.match(/\d/g)?.length ?? 0
  return code.length >= 6 ? digits >= 2 : code.length === 5 && digits >= 3 && digits < 5
}

/**
 * A model or part number in its forms, without the brand before it; none: it says nothing. Of several words
 * (`NB-2LH Battery`) those that are codes count, too.
 * @param brand in its normal form
 */
export function modelsOf(text: string | null | undefined, brand: string): string[] {
  const written = (text ?? '').trim()
  const prefix = squeezed(brand)
  const hasPrefix =
    prefix.length > 1 &&
    squeezed(written).startsWith(prefix) &&
    /^[^\p{L}\p{N}]/u.test(written.slice(prefix.length))
  const bare = hasPrefix ? written.slice(prefix.length) : written
  const chunks = bare.split(/\s+/).filter(Boolean)
  const parts = chunks.length > 1 ? chunks.map(squeezed).filter(isCode) : []
  const whole = squeezed(bare)
  const isKnown = whole.length >= 3 && whole.length <= 40 && /\d/.test(whole)
  return [...new Set([...(isKnown && !measure.test(whole) && !year.test(whole) ? [whole] : []), ...parts])]
}
