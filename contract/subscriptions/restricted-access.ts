import { z } from 'zod'
import { requiredId, lines } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post, remove } from '../operation.ts'
import { moment } from '../values.ts'

export const restrictedSupplierNeeded = 'Choose a restricted supplier'
/** What of a supplier and a vendor says whether its products are the vendor's. */
export interface ProductAccess {
  allow_browse: number
  /** Let in by staff. */
  granted: boolean
  /** By a custom feed of the vendor that lets it in, and is switched on. */
  dynamic: boolean
}
export const isRestricted = (allow_browse: number): boolean => allow_browse === -1
/** What a vendor without access is told (docs/domain.md, Restricted suppliers); undefined: it has access. */
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
  restricted: z.boolean().describe('false: the supplier is open to all by now'),
  subscribed: z.boolean(),
  integrations: z.number(),
  active_integrations: z.number(),
  active_products: z.number(),
  dynamic: z.boolean().describe('its custom feed lets the vendor in all the same'),
})
export type RestrictedAccess = z.output<typeof restrictedAccess>

/** What is lost with an access: active integrations, and listings at most. */
export function lostWithAccess(access: RestrictedAccess): { integrations: number; listings: number } {
  const keeps = !access.restricted || !access.subscribed || access.dynamic
  const integrations = keeps ? 0 : access.active_integrations
  return { integrations, listings: integrations * access.active_products }
}

export const restrictedAccessOperations = {
  listRestrictedAccess: get(
    '/api/vendor/{vid}/restricted-access',
    'Restricted suppliers that a vendor was let in to, with why, by whom and when',
    { answer: z.array(restrictedAccess), refuses: ['not_found'] },
  ),
  grantRestrictedAccess: post(
    '/api/vendor/{vid}/restricted-access',
    'Let a vendor in to a restricted supplier',
    {
      body: z.object({
        dropshipper_id: requiredId(restrictedSupplierNeeded),
        note: lines(4000, messages.noteNeeded),
      }),
      answer: restrictedAccess,
      refuses: ['not_found'],
    },
  ),
  removeRestrictedAccess: remove(
    '/api/vendor/{vid}/{did}',
    'Take back a vendor’s access to a restricted supplier',
    {
      answer: z.object({ integrations: z.number(), listings: z.number() }).describe('what was lost with it'),
      refuses: ['not_found'],
    },
  ),
}
