import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'
import { appStatuses } from '../statuses.ts'

export const authStates = appStatuses
export type AuthState = (typeof authStates)[number]

interface AuthFacts {
  now: number
  expires_tm: string | null
  revoked_tm: string | null
}
const day = 86_400_000
export const soonDays = 7
/** The state of an authorization: the first that applies. */
export function authState({ now, expires_tm, revoked_tm }: AuthFacts): AuthState {
  if (revoked_tm !== null) return 'Revoked'
  // oxlint-disable-next-line no-restricted-globals -- reads a given text, no clock
  const remainingMs = expires_tm === null ? Infinity : Date.parse(expires_tm) - now
  if (remainingMs <= 0) return 'Expired'
  return remainingMs <= soonDays * day ? 'Expires soon' : 'Active'
}

const platformAuth = z.object({
  platform_auth_id: z.number(),
  market_name: z.string(),
  account_name: z.string(),
  state: z.enum(authStates),
  authorized_tm: moment,
  expires_tm: moment.nullable(),
  revoked_tm: moment.nullable(),
  last_used_tm: moment.nullable(),
})
export type PlatformAuth = z.output<typeof platformAuth>

export const platformAuthOperations = {
  listPlatformAuths: get(
    '/api/vendor/{vendor_id}/platform-auths',
    'A vendor’s platform authorizations and their states',
    { answer: z.array(platformAuth), refuses: ['not_found'] },
  ),
}
