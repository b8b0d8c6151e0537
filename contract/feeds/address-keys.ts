/** What an address shows in place of a secret that it holds. */
export const hiddenKey = '••••'

const isKey = (name: string): boolean =>
  /token|passw|pwd|secret|api[_-]?key|access[_-]?key|signature|credential/i.test(name) ||
  /^(?:.*[_-])?(?:key|pass|auth|authorization|sig|sas)$/i.test(name)

/** A secret in an address: its parameter and its value, as it stands in the address. */
export interface AddressKey {
  name: string
  value: string
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Replaces each secret value of an address's query by what `replace` makes of it. */
function mapKeys(url: string, replace: (key: AddressKey) => string): string {
  const [, before = '', query, after = ''] = /^([^?#]*\?)([^#]*)(#.*)?$/s.exec(url) ?? []
  if (query === undefined) return url
  const parts = query.split('&').map((part) => {
    const sign = part.indexOf('=')
    const name = part.slice(0, sign)
    const value = part.slice(sign + 1)
    return sign > 0 && value !== '' && isKey(decoded(name)) ? `${name}=${replace({ name, value })}` : part
  })
  return before + parts.join('&') + after
}

/** Whether a value is only shown as hidden. */
export const isHidden = ({ value }: AddressKey): boolean => decoded(value) === hiddenKey

/** An address without its secrets, and the secrets in order. */
export function splitKeys(url: string): { address: string; keys: AddressKey[] } {
  const keys: AddressKey[] = []
  const address = mapKeys(url, (key) => {
    keys.push(key)
    return hiddenKey
  })
  return { address, keys }
}

/** The address with its secrets in their places; one that isn't known stays hidden. */
export function joinKeys(url: string, known: readonly AddressKey[]): string {
  const left = [...known]
  return mapKeys(url, (key) => {
    if (!isHidden(key)) return key.value
    const index = left.findIndex(({ name }) => name === key.name)
    return index < 0 ? key.value : (left.splice(index, 1)[0]?.value ?? key.value)
  })
}
