/** A form as it was opened and as it is typed. */
export interface Draft<T> {
  base: T
  values: T
}

/** Forms on the page that may have unsaved input, with what they would keep; undefined: nothing is unsaved. */
const readers = new Map<string, () => unknown>()
let isReloadStarted = false

/** Leaving asks nothing while the page reloads by itself: what is typed comes back. */
export const isReloading = (): boolean => isReloadStarted

/** @param key the form, unique on its page */
export function registerDraft(key: string, read: () => unknown): () => void {
  readers.set(key, read)
  return () => {
    if (readers.get(key) === read) readers.delete(key)
  }
}

const storageKey = (key: string) => `draft:${location.pathname}:${key}`

/** Reloads the page, once, and keeps what is typed for the same forms of the new page. */
export function reloadWithDrafts(): void {
  if (isReloadStarted) return
  isReloadStarted = true
  const hidden = hiddenValues()
  for (const [key, read] of readers) {
    const draft = read()
    try {
      if (draft !== undefined)
        sessionStorage.setItem(storageKey(key), JSON.stringify(withoutSecrets(draft, hidden)))
    } catch {
      // a full storage must not stop the reload
    }
  }
  location.reload()
}

/** What a form kept before the reload. */
export function storedDraft(key: string): unknown {
  const text = sessionStorage.getItem(storageKey(key))
  return text === null ? undefined : (JSON.parse(text) as unknown)
}
export const forgetDraft = (key: string): void => sessionStorage.removeItem(storageKey(key))

export const secretFields =
  'input[type=password], .mantine-PasswordInput-innerInput, input[autocomplete^=cc-], input[autocomplete$=password]'
const hiddenValues = () =>
  new Set([...document.querySelectorAll<HTMLInputElement>(secretFields)].map((field) => field.value))

const secretName = /passw|secret|token|credential|(api|access|private)_?key|card|cvc|cvv/i

/**
 * A copy whose passwords, other secrets and card fields are empty: by their names, and by the values that the
 * page shows in such fields.
 */
export function withoutSecrets(value: unknown, hidden: ReadonlySet<string>, name = ''): unknown {
  if (typeof value === 'string') return secretName.test(name) || hidden.has(value) ? '' : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part, hidden, name))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      // all of a card is one
      withoutSecrets(part, hidden, secretName.test(name) ? name : key),
    ]),
  )
}
