import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from './platform/log.ts'

const root = join(import.meta.dirname, '..')
export const webDir = join(root, 'dist')

/** Builds the web app where its sources changed since; the sources' hash is the app's version. */
export async function ensureWebApp(log: Log): Promise<string> {
  const hash = createHash('sha256')
  const sources = ['web', 'contract']
    .flatMap((dir) => readdirSync(join(root, dir), { recursive: true, withFileTypes: true }))
    .filter((f) => f.isFile())
    .map((f) => join(f.parentPath, f.name))
    .sort()
  for (const path of [...sources, join(root, 'index.html'), join(root, 'vite.config.ts'), join(root, 'package-lock.json')])
    if (existsSync(path)) hash.update(path.slice(root.length)).update(readFileSync(path))
  const version = hash.digest('hex').slice(0, 12)
  const stamp = join(root, 'dist', 'version')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
    log.info('building the web app')
    const { build } = await import('vite')
    await build({ root, logLevel: 'warn' })
    writeFileSync(stamp, version)
  }
  return version
}
