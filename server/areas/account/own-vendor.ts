import { conflict } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The signed-in customer's account id; refuses staff. */
export function ownVendor({ who: person }: Pick<Ctx, 'who'>, noun: string): number {
  if (person.role !== 'customer') throw conflict(`Only customers have ${noun}`)
  return person.vendor_id
}
