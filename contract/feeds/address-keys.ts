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

/** Replaces each secret of an address's query and fragment by what `replace` makes of it; undefined removes it. */
function replaceKeys(url: string, replace: (key: AddressKey) => string | undefined): string {
  const [, before = url, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? []
  const replaceIn = (text: string) => {
    const mark = text.slice(0, 1)
    const parts = text
      .slice(1)
      .split('&')
      .flatMap((part) => {
        const sign = part.indexOf('=')
        const name = part.slice(0, sign)
        const value = part.slice(sign + 1)
        if (sign <= 0 || value === '' || !isKey(decoded(name))) return part
        return replace({ name, value }) ?? []
      })
    return parts.length === 0 ? '' : mark + parts.join('&')
  }
  return before + replaceIn(query) + replaceIn(fragment)
}
const mapKeys = (url: string, replace: (key: AddressKey) => string): string =>
  replaceKeys(url, (key) => `${key.name}=${replace(key)}`)

/** An address without its secrets. */
export const withoutKeys = (url: string): string => replaceKeys(url, () => undefined)

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
