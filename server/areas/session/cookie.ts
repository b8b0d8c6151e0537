import type { Config } from '#server/platform/config.ts'

export const cookie = { path: '/', sameSite: 'lax' } as const
export const secure = (config: Pick<Config, 'publicUrl'>) => config.publicUrl.startsWith('https:')

/** A neighboring host can't set a cookie with this prefix, which browsers accept over https only. */
const hostOnly = (config: Pick<Config, 'publicUrl'>, name: string) =>
  secure(config) ? `__Host-${name}` : name
export const sessionCookie = (config: Pick<Config, 'publicUrl'>) => hostOnly(config, 'session')
export const knownCookie = (config: Pick<Config, 'publicUrl'>) => hostOnly(config, 'known')
/** The campaign whose link this browser opened last. */
export const campaignCookie = (config: Pick<Config, 'publicUrl'>) => hostOnly(config, 'campaign')
