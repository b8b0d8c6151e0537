import { z } from 'zod'
import type { Secrets } from '../secrets.ts'

const purpose = 'unsubscribe'
const keyContent = z.tuple([z.literal(purpose), z.number(), z.string(), z.string()])
export interface UnsubscribeRequest {
  vendor_id: number
  address: string
  kind: string
}

/**
 * The page that ends one kind of mail to one address of a vendor; its call is the same path below
 * `/api-public/account`. The key is sealed, so nobody can forge one or read whose it is (docs/domain/emails.md,
 * Unsubscribing).
 */
export function unsubscribePath(secrets: Secrets, { vendor_id, address, kind }: UnsubscribeRequest): string {
  const key = secrets.seal(JSON.stringify([purpose, vendor_id, address.toLowerCase(), kind]))
  return `/unsubscribe/${vendor_id}/${key}`
}

/** What a key ends; undefined if it isn't ours, or belongs to another vendor. */
export function readUnsubscribeKey(
  secrets: Secrets,
  vid: number,
  key: string,
): UnsubscribeRequest | undefined {
  try {
    const [, vendor_id, address, kind] = keyContent.parse(JSON.parse(secrets.open(key)))
    return vendor_id === vid ? { vendor_id, address, kind } : undefined
  } catch {
    return undefined
  }
}
