import type { Config } from '#server/platform/config.ts'

export const cookie = { path: '/', sameSite: 'lax' } as const
export const secure = (config: Config) => config.publicUrl.startsWith('https:')
