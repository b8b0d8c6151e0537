import { conflict } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The signed-in customer's account; staff have none of this kind. */
export function ownVendor({ who }: Pick<Ctx, 'who'>, what: string): number {
  if (who.role !== 'customer') throw conflict(`Customers have ${what}, staff have none`)
  return who.vendor_id
}
