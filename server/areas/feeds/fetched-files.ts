import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'feedstock-feed-'
/** Longer than any job that reads one may take. */
const abandonedMs = 86_400_000

/** Where a fetched file lies while a run reads it. */
export const fetchedPath = () => join(tmpdir(), prefix + randomUUID())

/** Removes what processes that were killed left on this machine. */
export async function removeAbandoned(now: number, folder = tmpdir()): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    const modified = await stat(path).catch(() => undefined)
    if (!modified || now - modified.mtimeMs < abandonedMs) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
