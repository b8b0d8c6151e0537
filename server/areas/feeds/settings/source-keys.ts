import { z } from 'zod'
import { isHidden, joinKeys, splitKeys, type AddressKey } from '#contract/feeds/address-keys.ts'
import { feedSource, passwordForgotten, type FeedSource } from '#contract/feeds/settings.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { secretFault } from '#server/platform/transfers/sftp.ts'

/** A saved source has the secrets of its address sealed beside it, where no answer and no log entry shows them. */
const savedKeys = z.object({ sealed_keys: z.string().optional() })
const keyList = z.array(z.object({ name: z.string(), value: z.string() }))

/** A saved source as it is shown: without secrets. */
export const shownSource = (saved: unknown): FeedSource => hide(feedSource.parse(saved))

const hide = (source: FeedSource): FeedSource =>
  source.kind === 'http' ? { ...source, url: splitKeys(source.url).address } : source

/** The secrets of a saved source's address, also of one that was saved before they were sealed. */
export function keysOf(secrets: Secrets, saved: unknown): readonly AddressKey[] {
  const source = feedSource.parse(saved)
  if (source.kind !== 'http') return []
  const { sealed_keys } = savedKeys.parse(saved)
  const sealed = sealed_keys === undefined ? [] : keyList.parse(JSON.parse(secrets.open(sealed_keys)))
  return [...sealed, ...splitKeys(source.url).keys.filter((key) => !isHidden(key))]
}

/** The source to fetch from: a shown address gets the saved secrets, if it leads to the place they were given for. */
export function openSource(secrets: Secrets, shown: FeedSource, saved: unknown): FeedSource {
  if (shown.kind !== 'http') return shown
  const isSamePlace = passwordForgotten(feedSource.parse(saved), shown) === undefined
  return isSamePlace ? { ...shown, url: joinKeys(shown.url, keysOf(secrets, saved)) } : shown
}

interface StoredSource {
  /** For the column. */
  json: string
  shown: FeedSource
  /** The parameters whose values were typed, and are now sealed. */
  moved: string[]
}
/**
 * A typed source as it is stored: the secrets of its address are sealed.
 * @param saved the source before; undefined: it is new
 * @param field the address's field, for the refusal
 */
export function storeSource(
  secrets: Secrets,
  typed: FeedSource,
  saved: unknown,
  field = 'source.url',
): StoredSource {
  if (typed.kind !== 'http') return { json: JSON.stringify(typed), shown: typed, moved: [] }
  const shown = hide(typed)
  const typedKeys = splitKeys(typed.url).keys
  const opened = saved === undefined ? typed : openSource(secrets, typed, saved)
  const keys = opened.kind === 'http' ? splitKeys(opened.url).keys : []
  const unknown = keys.find(isHidden)
  if (unknown)
    throw invalid({
      [field]: `Enter the value of ${unknown.name} again. It is only sent to the server it was entered for.`,
    })
  const sealed = keys.length > 0 && { sealed_keys: secrets.seal(JSON.stringify(keys)) }
  return {
    json: JSON.stringify({ ...shown, ...sealed }),
    shown,
    moved: typedKeys.filter((key) => !isHidden(key)).map(({ name }) => name),
  }
}

/** Refuses a typed private key that can't be read, or that the source would send as a password. */
export function refuseKey({ kind }: FeedSource, secret: string | undefined, field = 'source_secret'): void {
  const fault = secretFault(secret, kind)
  if (fault !== undefined) throw invalid({ [field]: fault })
}
