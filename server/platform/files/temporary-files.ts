import { createHash, randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineNow } from '../clock.ts'

/** What may be there: a fetched file, a file on its way to a store, a copy for the storage location. */
type Kind = 'feed' | 'drop' | 'copy'

/** Processes of one machine see each other's ids; a container has a name or a table of processes of its own. */
const machine = createHash('sha256').update(`${hostname()} ${processTable()}`).digest('hex').slice(0, 8)
function processTable(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** A path in the temporary folder whose name says which process uses it. */
export const temporaryPath = (kind: Kind, end = ''): string =>
  join(tmpdir(), `feedstock-${kind}-${machine}-${process.pid}-${randomUUID()}${end}`)

/** Older versions named no process, and copies not even their kind. */
const ours =
  /^feedstock-(?:(?:feed|drop|copy)-)?(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-|$)/
/** Longer than any job that reads a file may take. */
const abandonedMs = 86_400_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Removes files that killed processes left in the temporary folder: at once if the process was of this machine,
 * else after a day. A file of a process that lives is left alone for as long as its job may take.
 */
export async function removeLeftFiles(folder = tmpdir(), now = machineNow()): Promise<number> {
  const startedMs = machineNow() - performance.now()
  let removedCount = 0
  for (const name of await readdir(folder)) {
    const [, itsMachine, pid] = ours.exec(name) ?? [undefined]
    if (!ours.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) continue
    // an older process may have had our id
    const isOfDead =
      itsMachine === machine &&
      (Number(pid) === process.pid ? found.mtimeMs < startedMs - 1000 : !isAlive(Number(pid)))
    if (!isOfDead && now - found.mtimeMs < abandonedMs) continue
    await rm(path, { force: true })
    removedCount++
  }
  return removedCount
}
