import { z } from 'zod'
import { requiredId, lines } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post, remove } from '../operation.ts'
import { moment } from '../values.ts'

export const restrictedSupplierNeeded = 'Choose a restricted supplier'
/** The facts that decide whether a vendor may have a supplier's products. */
export interface ProductAccess {
  allow_browse: number
  /** Access given by staff. */
  granted: boolean
  /** Access through an active custom feed of the vendor that grants it. */
  dynamic: boolean
}
export const isRestricted = (allow_browse: number): boolean => allow_browse === -1
/**
 * The message for a vendor without access (docs/domain/suppliers.md, Restricted suppliers); undefined: it has
 * access.
 */
export const productRefusal = ({
  allow_browse,
  granted: isGranted,
  dynamic,
}: ProductAccess): string | undefined =>
  isRestricted(allow_browse) && !isGranted && !dynamic ? messages.noProductAccess : undefined

const restrictedAccess = z.object({
  vendor_id: z.number(),
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  note: z.string(),
  created_tm: moment,
  added_by: z.string(),
  restricted: z.boolean().describe('false: the supplier is no longer restricted'),
  subscribed: z.boolean(),
  integrations: z.number(),
  active_integrations: z.number(),
  active_products: z.number(),
  dynamic: z.boolean().describe('whether a custom feed grants access anyway'),
})
export type RestrictedAccess = z.output<typeof restrictedAccess>

/** What is lost with an access: active integrations, and at most this many listings. */
export function lostWithAccess(access: RestrictedAccess): { integrations: number; listings: number } {
  const keeps = !access.restricted || !access.subscribed || access.dynamic
  const integrations = keeps ? 0 : access.active_integrations
  return { integrations, listings: integrations * access.active_products }
}

export const restrictedAccessOperations = {
  listRestrictedAccess: get(
    '/api/vendor/{vid}/restricted-access',
    'List restricted suppliers a vendor has access to',
    { answer: z.array(restrictedAccess), refuses: ['not_found'] },
  ),
  grantRestrictedAccess: post(
    '/api/vendor/{vid}/restricted-access',
    'Grant access to a restricted supplier',
    {
      body: z.object({
        dropshipper_id: requiredId(restrictedSupplierNeeded),
        note: lines(4000, messages.noteNeeded),
      }),
      answer: restrictedAccess,
      refuses: ['not_found'],
    },
  ),
  removeRestrictedAccess: remove('/api/vendor/{vid}/{did}', 'Remove access to a restricted supplier', {
    answer: z
      .object({ integrations: z.number(), listings: z.number() })
      .describe('affected integrations and listings'),
    refuses: ['not_found'],
  }),
}
