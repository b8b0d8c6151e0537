import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { noProgress, type Progress } from './platform/progress.ts'

const root = join(import.meta.dirname, '..')
export const webDir = join(root, 'dist')

/** Builds the web app if its sources changed; the sources' hash is the app's version. */
export async function ensureWebApp(progress: Progress = noProgress): Promise<string> {
  const hash = createHash('sha256')
  const sources = ['web', 'contract']
    .flatMap((dir) => readdirSync(join(root, dir), { recursive: true, withFileTypes: true }))
    .filter((f) => f.isFile())
    .map((f) => join(f.parentPath, f.name))
    .sort()
  for (const path of [
    ...sources,
    join(root, 'index.html'),
    join(root, 'vite.config.ts'),
    join(root, 'package-lock.json'),
  ])
    if (existsSync(path)) hash.update(path.slice(root.length)).update(readFileSync(path))
  const version = hash.digest('hex').slice(0, 12)
  const stamp = join(root, 'dist', 'version')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
    progress.begin('Building the web app')
    // in a separate process: the build takes a gigabyte that this one would never release
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
      {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    writeFileSync(stamp, version)
  }
  return version
}
