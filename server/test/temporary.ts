import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'

export interface TemporaryFolder {
  path: string
  /**
   * Ends what still runs in the folder and removes it. This happens by itself when the process ends,
   * however it ends.
   */
  remove: () => Promise<void>
}

/**
 * A folder for as long as this process lives, and the temporary folder of it and of every process it
 * starts from now on. A keeper (`server/test/keeper.ts`) reads a pipe that only this process holds, so
 * that it notices even a SIGKILL.
 */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(realpathSync(tmpdir()), `feedstock-${name}-`))
  // the embedded PostgreSQL runs as another user if we are root, and needs access
  chmodSync(path, 0o711)
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), path], {
    cwd: path,
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  keeper.unref()
  // to Node a pipe is a socket, typed only as a stream
  if ('unref' in keeper.stdin && typeof keeper.stdin.unref === 'function') keeper.stdin.unref()
  const outer = process.env.TMPDIR
  process.env.TMPDIR = path
  return {
    path,
    remove: async () => {
      if (outer === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = outer
      if (keeper.exitCode !== null || keeper.signalCode !== null) return
      keeper.ref()
      keeper.stdin.end()
      await once(keeper, 'exit')
    },
  }
}

/** The embedded PostgreSQL in a temporary folder; `fast` gives up durability. */
export async function temporaryPostgres(name: string, options: { fast?: boolean } = {}) {
  const folder = temporaryFolder(name)
  const postgres = await startEmbeddedPostgres(join(folder.path, 'postgres'), options)
  return {
    url: postgres.url,
    folder: folder.path,
    remove: async () => {
      // a killed server restarts in a newly created folder
      await postgres.stop()
      await folder.remove()
    },
  }
}
