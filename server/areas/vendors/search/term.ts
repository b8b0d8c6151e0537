const largestId = 2_147_483_647
/** As many digits of a phone are looked for: more are its country's, which many leave out. */
export const phoneDigits = 10
export const fewestPhoneDigits = 7

/** What a person means by a term. */
export interface Sought {
  /** The number of a record, `997` or `#997`. */
  id: number | null
  text: string
  /** The digits of a phone, however it is written. */
  phone: string | null
  /** The host of an address that was copied whole. */
  address: string
}

export function readTerm(term: string): Sought {
  const number = /^#?(\d{1,10})$/.exec(term)?.[1]
  const digits = /^\+?[\d\s()./-]+$/.test(term) ? term.replace(/\D/g, '').replace(/^0+/, '') : ''
  return {
    id: number !== undefined && Number(number) <= largestId ? Number(number) : null,
    text: term,
    phone: digits.length >= fewestPhoneDigits ? digits.slice(-phoneDigits) : null,
    address: /^https?:\/\/([^/?#]+)/i.exec(term)?.[1] ?? term,
  }
}
