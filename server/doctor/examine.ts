import { readConfig, type Config } from '../platform/config.ts'
import { lookAtDatabase } from './database.ts'
import { unknown, unsafe, type Finding } from './finding.ts'
import { unsafeSettings } from '../platform/unsafe-settings.ts'
import { lookAtPages } from './pages.ts'
import { lookAtDisk, lookAtMail, lookAtSettings } from './settings.ts'

/**
 * Everything that can be known from here: the settings, the database, this machine and the mail server if the
 * installation's environment is set; its pages if its address is known. Changes nothing.
 */
export async function examine(env: Record<string, string | undefined>, address?: string): Promise<Finding[]> {
  const hasEnvironment = Boolean(env.DATABASE_URL ?? env.APP_SECRET)
  const config = hasEnvironment ? readOrFinding(env) : undefined
  const pages = address ?? (config && 'publicUrl' in config ? config.publicUrl : undefined)
  return [
    ...(config ? await lookAtInstallation(config, unsafeSettings(env)) : [withoutEnvironment]),
    ...(pages === undefined
      ? [unknown('Pages: not checked. Add the address, such as https://feeds.example.com')]
      : await lookAtPages(pages)),
  ]
}

const withoutEnvironment = unknown(
  'Settings, database, disk and email: not checked. Run this with the installation’s environment',
)

function readOrFinding(env: Record<string, string | undefined>): Config | Finding {
  try {
    // without a secret, one would be created and stored
    return readConfig({ ...env, APP_SECRET: env.APP_SECRET || 'x'.repeat(32) })
  } catch (error) {
    return unsafe((error as Error).message)
  }
}

async function lookAtInstallation(config: Config | Finding, faults: readonly string[]): Promise<Finding[]> {
  if (!('publicUrl' in config)) return [config]
  return [
    ...lookAtSettings(config, faults),
    ...(config.databaseUrl === undefined ? [] : await lookAtDatabase(config.databaseUrl)),
    ...(await lookAtDisk(config)),
    ...(await lookAtMail(config)),
  ]
}
